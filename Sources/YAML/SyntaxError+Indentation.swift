import Diagnostics

extension SyntaxError {
  func tabInIndentation() -> Diagnostic? {
    let before = line(failure.mark.line).prefix { $0 == " " || $0 == "\t" }
    guard let tab = before.firstIndex(of: "\t") else { return nil }
    let column = before.distance(from: before.startIndex, to: tab) + 1
    return YAMLFindings.tab(place(failure.mark.line, column), startsLine: true)
  }

  /// A line that belongs to no map or list that is open: too far left or right.
  func misplacedLine() -> Diagnostic {
    let here = failure.mark
    if let previous = previousLine(before: here.line),
      let mistake = MissingSpace(line: line(previous), from: 1)
    {
      return mistake.diagnostic(file: source.file, line: previous, noticed: noticed())
    }
    let isList = failure.context.contains("collection")
    let expected = failure.contextMark.column
    guard here.column == line(here.line).prefix(while: { $0 == " " }).count + 1 else {
      return goesOn(at: place(of: here))
    }
    if line(here.line).dropFirst(here.column - 1).hasPrefix("- "),
      let dash = dash(before: here.line)
    {
      return indentation(
        "this line fits no line above it", at: place(here.line, 1, here.column),
        "expected '- ' in column \(dash.column), as in line \(dash.line)", marksOpening: false)
    }
    let wanted = isList ? "'- '" : "a key"
    let above = previousLine(before: here.line).map { column(ofKeyIn: $0) } ?? expected
    let other = above == expected ? "" : "; the line above begins in column \(above)"
    return indentation(
      "this line fits no line above it", at: place(here.line, 1, here.column),
      "expected \(wanted) in column \(expected)\(other)")
  }

  /// The nearest line above that begins an element of a list.
  private func dash(before line: Int) -> (line: Int, column: Int)? {
    var next = previousLine(before: line)
    while let number = next {
      let indent = self.line(number).prefix { $0 == " " }.count
      if self.line(number).dropFirst(indent).hasPrefix("- ") { return (number, indent + 1) }
      next = previousLine(before: number)
    }
    return nil
  }

  func goesOn(at place: Place) -> Diagnostic {
    let character = source.character(at: place).map { String($0) } ?? ""
    if character == "]" || character == "}" {
      return Diagnostic(
        .unclosedBracket, "'\(character)' closes nothing", at: place, proposal: "remove it",
        notes: [said()])
    }
    return needsQuotes(
      "text goes on behind the end of a value", at: place,
      "put all of it into one pair of quotes")
  }

  func afterDocument() -> Diagnostic {
    indentation(
      "this line stands outside of everything above it", at: place(of: failure.mark),
      "a file is one map: 'key: value' lines from column 1")
  }

  func listInLine() -> Diagnostic {
    indentation(
      "a list with '- ' cannot begin behind a key", at: place(of: failure.mark),
      "begin it on the next line, or write '[a, b]'", marksOpening: false)
  }

  func indentation(
    _ message: String, at place: Place, _ proposal: String, marksOpening: Bool = true
  ) -> Diagnostic {
    var labels = [Diagnostic.Label(place, proposal)]
    let opening = failure.contextMark
    if marksOpening, !failure.context.isEmpty, opening.line < place.line {
      labels.append(Diagnostic.Label(self.place(of: opening), "what is open begins here"))
    }
    return Diagnostic(
      .indentation, "indentation: \(message)", at: place, labels: labels,
      notes: ["help: elements of one map or list begin in the same column"])
  }
}
