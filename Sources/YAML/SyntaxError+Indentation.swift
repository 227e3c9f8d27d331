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
    let indent = line(here.line).prefix { $0 == " " }.count
    guard here.column == indent + 1 else { return goesOn(at: place(of: here)) }
    let isElement = line(here.line).dropFirst(indent).hasPrefix("- ")
    let margin = place(here.line, 1, here.column)
    if !isElement, failure.context.contains("collection"),
      here.column == failure.contextMark.column
    {
      return indentation(
        "a list goes on here without '- '", at: keyPlace(in: here.line),
        "write '- ' before it, or indent it as what belongs to the element above",
        like: place(of: failure.contextMark))
    }
    guard let level = nearestLevel(to: here, isElement: isElement) else {
      return indentation("this line fits no line above it", at: margin, "begin it in column 1")
    }
    let wanted = isElement ? "'- '" : "a key"
    return indentation(
      "this line fits no line above it", at: margin,
      "expected \(wanted) in column \(level.column), as in line \(level.line)",
      like: level)
  }

  /// Where something that is still open in the line of `mark` begins: of the elements or keys above
  /// it, each further left than what follows it, the one in the nearest column.
  private func nearestLevel(to mark: Mark, isElement: Bool) -> Place? {
    var levels: [Place] = []
    var leftmost = Int.max
    var next = previousLine(before: mark.line)
    while let number = next {
      let dash = line(number).prefix { $0 == " " }.count + 1
      let key = column(ofKeyIn: number)
      if !isElement, key < leftmost { levels.append(keyPlace(in: number)) }
      if isElement, key > dash, dash < leftmost { levels.append(place(number, dash)) }
      leftmost = min(leftmost, dash)
      next = leftmost > 1 ? previousLine(before: number) : nil
    }
    // The nearer line wins where two columns are equally far.
    return levels.min { abs($0.column - mark.column) < abs($1.column - mark.column) }
  }

  /// The key with which a line begins, behind its list dashes.
  func keyPlace(in number: Int) -> Place {
    let start = column(ofKeyIn: number)
    let key = line(number).dropFirst(start - 1).prefix { $0 != ":" && $0 != " " }
    return place(number, start, start + key.unicodeScalars.count)
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

  /// `like` is what the line should have begun below, or what is open.
  func indentation(
    _ message: String, at place: Place, _ proposal: String, like: Place? = nil
  ) -> Diagnostic {
    var labels = [Diagnostic.Label(place, proposal)]
    if let like, like.line < place.line {
      labels.append(Diagnostic.Label(like, "this begins in column \(like.column)"))
    }
    return Diagnostic(
      .indentation, "indentation: \(message)", at: place, labels: labels,
      notes: ["help: elements of one map or list begin in the same column"])
  }
}
