import Diagnostics

/// Turns a failure of libyaml into a finding in the author's words.
///
/// libyaml says where it could not go on, which is rarely where the mistake is: the frequent
/// messages are traced back to it.
struct SyntaxError {
  let failure: ParserFailure
  let source: SourceText
  let lastQuoted: (start: Mark, end: Mark)?

  func diagnostic() -> Diagnostic {
    if let tab = tabInIndentation() { return tab }
    let problem = failure.problem
    if failure.context.contains("quoted scalar") { return quoted(problem) }
    if let comment = commentInBrackets() { return comment }
    if let quote = quoteClosedTooLate() { return quote }
    switch problem {
    case "mapping values are not allowed in this context": return unexpectedColon()
    case "could not find expected ':'", "found unexpected ':'": return missingColon()
    case "did not find expected key", "did not find expected '-' indicator":
      return misplacedLine()
    case "did not find expected <document start>":
      return indentation(
        "this line stands outside of everything above it", at: place(of: failure.mark),
        "a file is one map: 'key: value' lines from column 1")
    case "block sequence entries are not allowed in this context":
      return indentation(
        "a list with '- ' cannot begin behind a key", at: place(of: failure.mark),
        "begin it on the next line, or write '[a, b]'")
    case "found character that cannot start any token",
      "did not find expected alphabetic or numeric character":
      return reservedCharacter()
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return unclosedBracket()
    case "did not find expected node content": return nodeContent()
    default:
      return (failure.context + problem).contains("tag")
        ? .tag(place(of: failure.contextMark), "!") : unknown()
    }
  }
}

extension SyntaxError {
  /// The lines in which the mistake may lie, if `finding` is what is made of the failure.
  func suspectLines(_ finding: Diagnostic) -> Set<Int> {
    // Whatever stands in a quoted text is part of it.
    if failure.context.contains("quoted scalar") { return [] }
    let lines = [
      failure.mark.line, previousLine(before: failure.mark.line), finding.place?.line,
      failure.context.isEmpty ? nil : failure.contextMark.line,
    ]
    return Set(lines.compactMap(\.self))
  }

  func said() -> String { "YAML says: \"\(failure.problem)\"" }

  func noticed() -> Diagnostic.Label {
    Diagnostic.Label(
      place(of: failure.mark), "(YAML only noticed here: \"\(failure.problem)\")")
  }

  func line(_ number: Int) -> String { source.line(number) ?? "" }

  func place(of mark: Mark) -> Place { place(mark.line, mark.column) }

  func place(_ line: Int, _ column: Int, _ endColumn: Int? = nil) -> Place {
    Place(
      file: source.file, line: line, column: column,
      endColumn: endColumn.map { max($0, column + 1) })
  }

  /// The nearest line above that holds more than blanks and a comment.
  func previousLine(before number: Int) -> Int? {
    for candidate in stride(from: number - 1, through: max(1, number - 100), by: -1) {
      let content = line(candidate).drop { $0 == " " }
      if !content.isEmpty, !content.hasPrefix("#") { return candidate }
    }
    return nil
  }

  /// Finds the column of the key of a line, behind its list dashes.
  func column(ofKeyIn number: Int) -> Int {
    line(number).prefix { $0 == " " || $0 == "-" }.count + 1
  }
}

extension SourceText {
  func character(at place: Place) -> Unicode.Scalar? {
    line(place.line)?.unicodeScalars.dropFirst(place.column - 1).first
  }
}

extension SyntaxError {
  /// A second colon: after a line whose own colon was not seen, in a text that has one, or in a
  /// line that is indented below a value.
  func unexpectedColon() -> Diagnostic {
    let here = failure.mark
    let shown = line(here.line)
    let indent = shown.prefix { $0 == " " }.count
    let beforeColon = shown.prefix(max(0, here.column - 1))
    if let first = beforeColon.range(ofColonSpace: ()) {
      if let space = missingSpace(in: here.line, isNoticedLater: false) { return space }
      let bracket = beforeColon[..<first].prefix { $0 != "{" && $0 != "[" }.unicodeScalars.count
      if let colon = missingColon(before: place(here.line, bracket + 1)) { return colon }
      return needsQuotes(
        "the text of '\(beforeColon[..<first].trimmed)' has a ':' in it", at: place(of: here),
        SyntaxError.quotesOrBraces)
    }
    if let previous = previousLine(before: here.line) {
      if let mistake = missingSpace(in: previous) { return mistake }
      let above = line(previous).prefix { $0 == " " }.count
      let key = column(ofKeyIn: previous)
      // A line that begins in the column of the key above stands beside it: that key has no colon.
      if indent > above, key != indent + 1 {
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

extension SyntaxError {
  func tabInIndentation() -> Diagnostic? {
    let before = line(failure.mark.line).prefix { $0 == " " || $0 == "\t" }
    guard let tab = before.firstIndex(of: "\t") else { return nil }
    let column = before.distance(from: before.startIndex, to: tab) + 1
    return .tab(place(failure.mark.line, column), startsLine: true)
  }

  private func missingSpace(in number: Int, isNoticedLater: Bool = true) -> Diagnostic? {
    MissingSpace(line: line(number), from: 1)?.diagnostic(
      file: source.file, line: number, noticed: isNoticedLater ? noticed() : nil)
  }

  /// A line that belongs to no map or list that is open: too far left or right.
  func misplacedLine() -> Diagnostic {
    let here = failure.mark
    if let previous = previousLine(before: here.line), let mistake = missingSpace(in: previous) {
      return mistake
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

  /// Finds the beginning of something that is still open in the line of `mark`: of the elements or
  /// keys above it, each further left than what follows it, the one in the nearest column.
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
      let opening: Character = character == "]" ? "[" : "{"
      let before = line(place.line).prefix { $0 != opening }.unicodeScalars.count
      if let colon = missingColon(before: self.place(place.line, before + 1)) { return colon }
      if let mistake = missingSpace(in: place.line, isNoticedLater: false) { return mistake }
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
