import Diagnostics

/// Turns a failure of libyaml into a finding in the author's words.
///
/// libyaml says where it could not go on, which is rarely where the mistake is: the frequent
/// messages are traced back to it.
struct SyntaxError {
  let failure: ParserFailure
  let source: SourceText
  /// Where the last quoted text before it began and ended.
  let lastQuoted: (start: Mark, end: Mark)?

  init(
    _ failure: ParserFailure, in source: SourceText, lastQuoted: (start: Mark, end: Mark)? = nil
  ) {
    self.failure = failure
    self.source = source
    self.lastQuoted = lastQuoted
  }

  func diagnostic() -> Diagnostic {
    if let tab = tabInIndentation() { return tab }
    let problem = failure.problem
    if failure.context.contains("quoted scalar") { return quoted(problem) }
    if let comment = commentInBrackets() { return comment }
    if let quote = quoteClosedTooLate() { return quote }
    switch problem {
    case "mapping values are not allowed in this context": return unexpectedColon()
    case "could not find expected ':'": return missingColon()
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
        ? YAMLFindings.tag(place(of: failure.contextMark), "!") : unknown()
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

  /// Where the key of a line begins, behind its list dashes.
  func column(ofKeyIn number: Int) -> Int {
    line(number).prefix { $0 == " " || $0 == "-" }.count + 1
  }
}

extension SourceText {
  func character(at place: Place) -> Unicode.Scalar? {
    line(place.line)?.unicodeScalars.dropFirst(place.column - 1).first
  }
}
