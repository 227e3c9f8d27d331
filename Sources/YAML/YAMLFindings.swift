import Diagnostics

/// The findings about YAML, each with its words and its proposal.
enum YAMLFindings {
  static func notUTF8(_ source: SourceText, at offset: Int) -> Diagnostic {
    let bytes = source.bytes
    let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let place = source.place(ofByte: offset)
    let shown = "0x" + String(bytes[offset], radix: 16, uppercase: true)
    return Diagnostic(
      .notUTF8, "the file is not UTF-8", at: place,
      proposal: isUTF16 ? "this looks like UTF-16" : "byte \(shown) cannot stand here",
      notes: ["help: save the file as UTF-8"])
  }

  static func tab(_ place: Place, startsLine: Bool) -> Diagnostic {
    guard startsLine else {
      return Diagnostic(
        .tab, "a tab separates words here", at: place, proposal: "write a space",
        notes: ["help: tabs may stand in quoted text and comments only"])
    }
    return Diagnostic(
      .tab,
      place.column == 1
        ? "indentation: this line starts with a tab" : "indentation: a tab among the blanks",
      at: place,
      proposal: "YAML indents with spaces", notes: ["help: replace the tabs by spaces"])
  }

  static func control(_ value: UInt32, _ place: Place) -> Diagnostic {
    let name = codePoint(value)
    guard value != 0xFEFF else {
      return Diagnostic(
        .control, "a byte order mark inside the file", at: place, proposal: "remove it",
        notes: ["it is invisible and would become part of a name"])
    }
    return Diagnostic(
      .control, "control character \(name) in the file", at: place, proposal: "remove it",
      notes: ["help: inside double quotes it can be written as \"\\u\(name.dropFirst(2))\""])
  }

  static func invisible(_ character: InvisibleCharacter, _ place: Place) -> Diagnostic {
    let digits = String(character.codePoint.dropFirst(2))
    return Diagnostic(
      .control, "a character that cannot be seen: \(character.codePoint), \(character.name)",
      at: place, proposal: character.isSpace ? "write a plain space" : "remove it",
      notes: [
        digits.count > 4
          ? "help: it may stand in quoted text and in comments"
          : "help: it may stand in quoted text, there also as \"\\u\(digits)\", and in comments"
      ])
  }

  static func lineBreak(_ name: String, _ place: Place) -> Diagnostic {
    let isReturn = name == "CR"
    return Diagnostic(
      .lineBreak, isReturn ? "a carriage return without a line feed" : "line break \(name)",
      at: place, proposal: isReturn ? "end lines with LF or CRLF" : "remove it",
      notes: [
        "YAML 1.1 readers start a new line here and editors do not, so text behind it changes "
          + "its meaning unseen"
      ])
  }

  static func tooLarge(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      .tooLarge, "the file has \(source.bytes.count) bytes; at most \(maximumYAMLSize) are read",
      at: Place(file: source.file, line: 1, column: 1), labels: [],
      notes: ["help: split it by feature; recorded runs belong into .trace.jsonl files"])
  }

  static func emptyFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      .emptyFile, "the file is empty", at: Place(file: source.file, line: 1, column: 1),
      labels: [], notes: ["help: a spec starts with 'format: 1', 'sdk:' and 'scenarios:'"])
  }

  static func tooDeep(_ place: Place) -> Diagnostic {
    Diagnostic(
      .tooDeep, "lists and maps nest deeper than \(maximumYAMLDepth) levels", at: place,
      proposal: "level \(maximumYAMLDepth + 1) begins here")
  }

  static func anchors(_ labels: [Diagnostic.Label]) -> Diagnostic {
    Diagnostic(
      .anchor, "anchors and aliases are not used in specs", at: labels.first?.place,
      labels: labels,
      notes: [
        "help: put the shared part under 'defaults: given:' or in a fixture and name it with "
          + "'use: [base]'; for the same steps with other values use 'examples:'"
      ])
  }

  static func tag(_ place: Place, _ tag: String) -> Diagnostic {
    Diagnostic(
      .tag, "tags such as '\(tag)' are not used in specs", at: place,
      proposal: "remove it; for text, use quotes",
      notes: ["the type of a value follows from the field that it stands in"])
  }

  static func secondDocument(_ place: Place) -> Diagnostic {
    Diagnostic(
      .severalDocuments, "one file, one document", at: place,
      proposal: "a second document begins here",
      notes: ["help: move it into a file of its own"])
  }

  static func multiLine(_ place: Place, _ continuation: Place) -> Diagnostic {
    Diagnostic(
      .multiLinePlain, "text without quotes goes on in the next line", at: continuation,
      labels: [
        Diagnostic.Label(continuation, "this would be joined to the line above"),
        Diagnostic.Label(place, "the text begins here"),
      ],
      notes: [
        "help: fix the indentation if this line is a key of its own; put quotes around the text, "
          + "or use '>' or '|', if it is one text"
      ])
  }

  static func complexKey(_ place: Place) -> Diagnostic {
    Diagnostic(
      .complexKey, "a key is one word or one quoted text", at: place,
      proposal: "this cannot be a key", notes: ["help: write 'name: value'"])
  }

  static func mergeKey(_ place: Place) -> Diagnostic {
    Diagnostic(
      .mergeKey, "merge keys are not used in specs", at: place, proposal: "'<<' is no key here",
      notes: [
        "YAML 1.2 has no merge key",
        "help: put what is shared under 'defaults:' or name a fixture with 'use:'",
      ])
  }

  static func duplicate(_ key: String, first: Place, second: Place) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "key '\(key)' appears twice in this map", at: second,
      labels: [
        Diagnostic.Label(second, "and again here; the first one would be lost"),
        Diagnostic.Label(first, "first here"),
      ],
      notes: ["help: join the two, or start a new list element with '- '"])
  }
}
