import Diagnostics

/// Turns a failure of libyaml into a finding in the author's words.
struct SyntaxError {
  let failure: ParserFailure
  let source: SourceText

  init(_ failure: ParserFailure, in source: SourceText) {
    self.failure = failure
    self.source = source
  }

  func diagnostic() -> Diagnostic {
    unknown()
  }

  /// A message that no rule knows still gets a place and an excerpt.
  private func unknown() -> Diagnostic {
    Diagnostic(
      .unreadable, "this is not YAML: \(failure.problem)",
      at: Place(file: source.file, line: failure.mark.line, column: failure.mark.column),
      notes: failure.context.isEmpty ? [] : ["\(failure.context)"])
  }
}
