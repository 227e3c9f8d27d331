import Diagnostics

/// Findings about YAML that several of its readers have.
extension Diagnostic {
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

  static func tag(_ place: Place, _ tag: String) -> Diagnostic {
    Diagnostic(
      .tag, "tags such as '\(tag)' are not used in specs", at: place,
      proposal: "remove it; for text, use quotes",
      notes: ["the type of a value follows from the field that it stands in"])
  }

  static func emptyFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      .emptyFile, "the file is empty", at: Place(file: source.file, line: 1, column: 1),
      labels: [],
      notes: ["help: it starts with 'format: 1'; a spec goes on with 'sdk:' and 'scenarios:'"])
  }
}
