import EventSourcing
import JSON
import Protocols
import SpecFormat
import YAML
import YAMLText

/// The kinds of words that editors colour, as the protocol names them.
enum SemanticToken: String, CaseIterable {
  case keyword, property, event, function, variable, type, enumMember, `operator`, number

  static let legend: JSONTree = [
    "tokenTypes": .list(allCases.map { .text($0.rawValue) }), "tokenModifiers": [],
  ]
}

extension GrammarFile {
  /// Encodes the words, five numbers each: lines and characters after the word before, length,
  /// kind, no modifiers.
  func tokens(in lines: TextLines) -> JSONTree {
    var data: [JSONTree] = []
    var last = (line: 0, character: 0)
    for place in places {
      guard let kind = place.token(words) else { continue }
      let range = lines.range(of: place.shown)
      guard let line = range["start"]?["line"]?.integer,
        let start = range["start"]?["character"]?.integer,
        let end = range["end"]?["character"]?.integer, end > start,
        (line, start) >= last
      else { continue }
      let behind = line == last.line ? start - last.character : start
      let number = SemanticToken.allCases.firstIndex(of: kind) ?? 0
      data += [line - last.line, behind, end - start, number, 0].map { .number($0) }
      last = (line, start)
    }
    return ["data": .list(data)]
  }
}

extension GrammarPlace {
  fileprivate func token(_ words: GrammarWords) -> SemanticToken? {
    if isKey {
      switch word {
      case .key?: return .keyword
      case .field?: return .property
      case .matcher?: return .operator
      case .name(let word, let kind)?: return kind.token(words.isEvent(word.name))
      case nil: return nil
      }
    }
    guard let text = node.text, node.style == .plain, !text.isEmpty else { return nil }
    for expected in expected {
      switch expected {
      case .type(.name(let kind)): return kind.token(words.isEvent(text))
      case .type(.recordPattern), .type(.effectPattern):
        return NameKind.eventOrEffect.token(words.isEvent(text))
      case .type(.words(let words)) where words.contains { $0.name == text }: return .enumMember
      case .type(.number), .type(.duration), .type(.instant): return .number
      case .value(let schema, let isMatched):
        if isMatched, MatcherWord(rawValue: text) != nil { return .operator }
        switch schema.bare {
        case .integer, .instant, .span: return .number
        case .choice, .boolean: return .enumMember
        case .text, .personal, .open, .nullable, .list, .map, .record: continue
        }
      case .type: continue
      }
    }
    return nil
  }
}

extension NameKind {
  fileprivate func token(_ isEvent: Bool) -> SemanticToken {
    switch self {
    case .event: .event
    case .effect: .function
    case .eventOrEffect: isEvent ? .event : .function
    case .requirement, .clause: .type
    case .profile, .reading, .timer, .requestKind, .system, .tag: .enumMember
    case .fixture, .device, .party, .column, .file, .field, .keptValue, .group, .rules, .stateField:
      .variable
    }
  }
}
