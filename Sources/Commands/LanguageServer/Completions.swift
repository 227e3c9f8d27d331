import Diagnostics
import EventSourcing
import JSON
import Protocols
import SpecFormat
import YAML

/// The words that may be written at a position, although the file is no YAML there yet.
struct Completions {
  let reader: GrammarReader
  let lines: TextLines
  let path: String
  /// Whether the editor goes through the blanks of what it inserts.
  let hasSnippets: Bool

  /// The word that stands at the cursor while the file is read.
  private static let mark = "pushtrace_completion"

  func json(at offset: Int) -> [JSONTree] {
    let cursor = Cursor(lines, at: offset)
    let range = lines.range(cursor.word)
    let items = places(at: cursor).flatMap { file, place in
      place.isKey ? keys(at: place, in: file, cursor) : values(at: place, in: file, cursor)
    }
    return items.enumerated().map { $1.json(number: $0, range, hasSnippets: hasSnippets) }
  }

  /// The fields of the event or effect around a position, with the one that stands there.
  func signature(at offset: Int) -> JSONTree {
    let cursor = Cursor(lines, at: offset)
    for (_, place) in places(at: cursor) {
      guard let subject = place.subject, place.isKey || place.isField(of: subject) else { continue }
      let parts = subject.fields.map { field -> String in
        "\(field.name)\(field.presence == .required ? "" : "?"): \(Term.Member(field).type)"
      }
      let parameters = zip(subject.fields, parts).map { field, part -> JSONTree in
        ["label": .text(part), "documentation": .text(field.summary)]
      }
      let active = subject.fields.firstIndex { $0.name == place.entry?.key }
      return [
        "signatures": [
          [
            "label": .text("\(subject.name)(\(parts.joined(separator: ", ")))"),
            "documentation": .text(subject.summary), "parameters": .list(parameters),
          ]
        ],
        "activeSignature": 0,
        "activeParameter": .number(active ?? subject.fields.count),
      ]
    }
    return .null
  }

  /// The places that the cursor may be at, as a value and as a key.
  private func places(at cursor: Cursor) -> [(GrammarFile, GrammarPlace)] {
    [(cursor.mayBeValue, false), (cursor.mayBeKey, true)].compactMap { isWanted, asKey in
      isWanted ? place(at: cursor, asKey: asKey) : nil
    }
  }

  /// The place of the cursor in the tree of the file: with what is below it where that can be
  /// parsed, else without.
  private func place(at cursor: Cursor, asKey: Bool) -> (GrammarFile, GrammarPlace)? {
    let before = lines.bytes[..<cursor.word.lowerBound]
    let after = lines.bytes[cursor.word.upperBound...]
    let mark = Array((Completions.mark + (asKey && !cursor.hasColon ? ": " : "")).utf8)
    let closed = mark + (cursor.hasColon ? Array(": ".utf8) : []) + cursor.closers
    for bytes in [before + mark + after, before + closed] {
      guard let root = try? parseYAML(Array(bytes), file: path),
        let file = reader.file(root, at: path)
      else { continue }
      let found = file.places.first { place in
        (place.isKey ? place.entry?.key : place.node.text) == Completions.mark
      }
      if let found { return (file, found) }
    }
    return nil
  }

  private func keys(at place: GrammarPlace, in file: GrammarFile, _ cursor: Cursor) -> [Item] {
    let written = (place.map?.entries ?? []).map(\.key)
    return file.words.keys(in: place).filter { !written.contains($0.member.name) }.map { word in
      let member = word.member
      var text = member.name
      if !cursor.hasColon {
        text += ":" + (hasSnippets ? value(of: word, member, place, cursor) : " ")
      }
      return Item(
        label: member.name, kind: 10, detail: member.type, documentation: member.documentation,
        text: text)
    }
  }

  /// The blanks behind a new key.
  private func value(
    of word: KeyWord, _ member: Term.Member, _ place: GrammarPlace, _ cursor: Cursor
  ) -> String {
    if case .key(let key, _) = word, let dash = key.type.block, !cursor.isInFlow {
      let column = place.entry?.keyPlace.column ?? 1
      return "\n" + String(repeating: " ", count: column + 1) + dash + "$0"
    }
    let choices = member.choices.map { $0.name }.joined(separator: ",")
    if (2...20).contains(member.choices.count), !choices.contains("|") {
      return " ${1|\(choices)|}"
    }
    guard case .key(let key, _) = word else { return " $0" }
    return switch key.type {
    case .fields: " { $0 }"
    case .list, .either([.list(.name(.fixture)), .name(.fixture)]): " [$0]"
    case _: " $0"
    }
  }

  private func values(at place: GrammarPlace, in file: GrammarFile, _ cursor: Cursor) -> [Item] {
    let isEvent = place.names(.event)
    return file.words.values(in: place).map { word in
      let event = file.system?.events.first { isEvent && $0.schema.name == word.name }
      let fields = event.map { self.fields(of: $0.schema, place, cursor) } ?? ""
      return Item(
        label: word.name, kind: isEvent ? 23 : 12, documentation: word.summary,
        text: word.name + fields)
    }
  }

  /// The fields that an event needs, where the step does not have them yet.
  private func fields(of event: CaseSchema, _ place: GrammarPlace, _ cursor: Cursor) -> String {
    let needed = event.fields.filter { $0.presence == .required }
    guard hasSnippets, !cursor.isQuoted, !needed.isEmpty, place.map?["with"] == nil else {
      return ""
    }
    let list = needed.enumerated().map { "\($1.name): $\($0 + 1)" }.joined(separator: ", ")
    let indent = String(repeating: " ", count: max(0, (place.entry?.keyPlace.column ?? 1) - 1))
    return (cursor.isInFlow ? ", " : "\n" + indent) + "with: { \(list) }"
  }
}

/// One word that an editor offers.
private struct Item {
  let label: String
  let kind: Int
  var detail = ""
  let documentation: String
  let text: String

  func json(number: Int, _ range: JSONTree, hasSnippets: Bool) -> JSONTree {
    let order = String(number)
    return [
      "label": .text(label), "kind": .number(kind), "detail": .text(detail),
      "documentation": .text(documentation),
      "sortText": .text(String(repeating: "0", count: max(0, 5 - order.count)) + order),
      "insertTextFormat": hasSnippets ? 2 : 1, "insertTextMode": 1,
      "textEdit": ["range": range, "newText": .text(text)],
    ]
  }
}

extension GrammarType {
  /// The beginning of the lines below a key that has maps under it; `nil` for any other.
  fileprivate var block: String? {
    switch self {
    case .form, .map: ""
    case .list(let element, _): element.block.map { _ in "- " }
    case .either(let types): types.first?.block
    case _: nil
    }
  }
}

extension GrammarPlace {
  /// Whether a name of this kind may stand here.
  func names(_ kind: NameKind) -> Bool { expected.contains(.type(.name(kind))) }

  /// Whether the value of a field of an event or effect stands here.
  fileprivate func isField(of subject: CaseSchema) -> Bool {
    if case .field(let field, _)? = word { subject.fields.contains(field) } else { false }
  }
}

extension Term.Member {
  /// The sentence, and what holds where the key is left out.
  var documentation: String {
    let otherwise = otherwise.map { "Left out: \($0)." } ?? ""
    return [summary, isRequired ? "Required." : otherwise].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// The word at a position of a line, and what its surroundings let it be.
private struct Cursor {
  /// The bytes of the word.
  let word: Range<Int>
  /// Whether a colon stands behind it.
  let hasColon: Bool
  /// Whether it stands in quotes.
  let isQuoted: Bool
  /// The brackets that are open before it on its line.
  private var open: [UInt8] = []
  private(set) var mayBeKey = true
  private(set) var mayBeValue = false

  init(_ lines: TextLines, at offset: Int) {
    let bytes = lines.bytes
    let line = lines.range(ofLine: lines.line(ofByte: offset))
    let offset = min(offset, line.upperBound)
    word = lines.word(around: offset)
    hasColon = word.upperBound < line.upperBound && bytes[word.upperBound] == UInt8(ascii: ":")
    var rest: [UInt8] = []
    var quote: UInt8?
    for byte in bytes[line.lowerBound..<word.lowerBound] {
      if let mark = quote {
        if byte == mark { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte)
        rest = []
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        rest = [byte]
      case UInt8(ascii: ",") where !open.isEmpty: rest = []
      case _: rest.append(byte)
      }
    }
    isQuoted = quote != nil
    let text = String(decoding: rest, as: UTF8.self).drop { $0 == " " }
    if text.hasPrefix("#") || text.contains(" #") {
      mayBeKey = false
    } else if text.contains(": ") || open.last == UInt8(ascii: "[") {
      (mayBeKey, mayBeValue) = (false, true)
    } else if open.isEmpty, text.hasPrefix("- ") {
      mayBeValue = true
    }
  }

  var isInFlow: Bool { !open.isEmpty }

  /// The brackets that close all that is open.
  var closers: [UInt8] {
    open.reversed().map { $0 == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }
}
