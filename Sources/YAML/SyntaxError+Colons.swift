import Diagnostics

extension SyntaxError {
  /// A second colon: after a line whose own colon was not seen, in a text that has one, or in a
  /// line that is indented below a value.
  func unexpectedColon() -> Diagnostic {
    let here = failure.mark
    let shown = line(here.line)
    let indent = shown.prefix { $0 == " " }.count
    let beforeColon = shown.prefix(max(0, here.column - 1))
    if let first = beforeColon.range(ofColonSpace: ()) {
      return needsQuotes(
        "the text of '\(beforeColon[..<first].trimmed)' has a ':' in it", at: place(of: here),
        "put the whole text into quotes")
    }
    if let previous = previousLine(before: here.line) {
      if let mistake = MissingSpace(line: line(previous), from: 1) {
        return mistake.diagnostic(file: source.file, line: previous, noticed: noticed())
      }
      let above = line(previous).prefix { $0 == " " }.count
      if indent > above {
        let key = column(ofKeyIn: previous)
        return indentation(
          "this line is further right than the one above it, which has its value already",
          at: place(here.line, 1, indent + 1), "begin it in column \(key)",
          like: keyPlace(in: previous))
      }
      return noColon(previous)
    }
    return unknown()
  }

  func missingColon() -> Diagnostic {
    let opening = failure.contextMark
    let shown = line(opening.line)
    if let mistake = MissingSpace(line: shown, from: opening.column) {
      let isElsewhere = failure.mark.line != opening.line && !line(failure.mark.line).isEmpty
      return mistake.diagnostic(
        file: source.file, line: opening.line, noticed: isElsewhere ? noticed() : nil)
    }
    return noColon(opening.line)
  }

  func noColon(_ number: Int) -> Diagnostic {
    let shown = line(number)
    let start = column(ofKeyIn: number)
    if start > 1, source.character(at: place(number, start - 1)) == "-" {
      return Diagnostic(
        .missingSpace, "missing space after '-'", at: place(number, start - 1),
        proposal: "write '- '", notes: [said()])
    }
    let place = place(number, start, max(start, shown.unicodeScalars.count) + 1)
    return Diagnostic(
      .missingSpace, "this line has no ': ' after its key", at: place,
      proposal: "write 'key: value'", notes: [said()])
  }
}

extension Substring {
  /// The first colon that is followed by a blank.
  fileprivate func range(ofColonSpace: Void) -> Index? {
    indices.first { index in
      self[index] == ":" && self.index(after: index) < endIndex
        && self[self.index(after: index)] == " "
    }
  }

  fileprivate var trimmed: String {
    String(drop { $0 == " " || $0 == "-" })
  }
}
