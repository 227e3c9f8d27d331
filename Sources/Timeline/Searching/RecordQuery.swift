import EventSourcing
import Reports
import Traces

/// A search for records by what is shown of them, as people type it: words that all have to be
/// there, in any order.
///
/// `name:TEXT` is about the name of the record, and `FIELD:VALUE` about a field at any depth, as
/// `show --where FIELD=VALUE` is. Quotes keep blanks and colons together. Capitals do not matter,
/// but in the value of a field.
public struct RecordQuery: Sendable {
  private let terms: [Term]
  private let values: ValueText

  private enum Term {
    case text(String)
    case name(String, SoughtField)
    case field(SoughtField)
  }

  /// Reads what was typed; instants are written and read from `start`.
  public init(_ text: String, from start: Instant) {
    values = ValueText(from: start)
    terms = QueryWord.words(of: text).map { word in
      guard let field = word.field else { return .text(word.text.lowercased()) }
      let sought = SoughtField(path: field, text: word.text, start: start)
      return field == "name" ? .name(word.text.lowercased(), sought) : .field(sought)
    }
  }

  /// Whether it finds a record; one that asks for nothing finds none.
  public func finds(_ record: ErasedRecord) -> Bool {
    if terms.isEmpty { return false }
    var shown: String?
    return terms.allSatisfy { term in
      switch term {
      case .field(let field): return field.isFound(in: record.fields)
      case .name(let name, let field):
        return record.name.lowercased().holds(name) || field.isFound(in: record.fields)
      case .text(let text):
        let line = shown ?? self.text(of: record)
        shown = line
        return line.holds(text)
      }
    }
  }

  /// The text that is shown of a record, in small letters.
  private func text(of record: ErasedRecord) -> String {
    let content =
      switch record.kind {
      case .note, .state: record.fields.firstText ?? ""
      case .event, .effect, .snapshot: values.summary(record.fields)
      }
    return "\(record.seq) \(record.party) \(record.name) \(values.instant(record.at)) \(content)"
      .lowercased()
  }
}

/// A word of a query: what is sought, and the field that it is sought in.
struct QueryWord: Equatable {
  var field: String?
  var text: String

  /// The words of what was typed.
  static func words(of query: String) -> [QueryWord] {
    var words: [QueryWord] = []
    var rest = query[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      let field = takeField(&rest)
      let text = takeText(&rest)
      if field != nil || !text.isEmpty { words.append(QueryWord(field: field, text: text)) }
    }
    return words
  }

  /// Takes a name with a colon behind it, which is that of a field.
  private static func takeField(_ rest: inout Substring) -> String? {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard let first = name.first, first.isLetter || first == "_" else { return nil }
    let behind = rest[name.endIndex...]
    guard behind.first == ":", let next = behind.dropFirst().first, next != " " else { return nil }
    rest = behind.dropFirst()
    return String(name)
  }

  /// Takes what comes up to the next blank, or in quotes.
  private static func takeText(_ rest: inout Substring) -> String {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    let end: Character = isQuoted ? "\"" : " "
    let text = rest.prefix { $0 != end }
    rest = rest[text.endIndex...].dropFirst()
    return String(text)
  }
}
