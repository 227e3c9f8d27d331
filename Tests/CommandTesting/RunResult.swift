import Testing

/// The result of a run of the command.
package protocol RunResult: Sendable {
  /// The line that a user would type.
  var line: String { get }
  var status: Int32 { get }
  var output: String { get }
  var errors: String { get }
}

extension RunResult {
  /// Requires an exit code; where it is another one, the test fails with all that was written.
  @discardableResult
  package func exits(_ status: Int32) throws -> Self {
    if self.status == status { return self }
    throw OtherExit(run: self, expected: status)
  }

  /// Expects texts in the output; where one is missing, the test shows all that was written.
  @discardableResult
  package func prints(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Self
  {
    expect(texts, in: output, sourceLocation)
  }

  /// Expects texts on standard error, as `prints` does in the output.
  @discardableResult
  package func printsError(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation)
    -> Self
  {
    expect(texts, in: errors, sourceLocation)
  }

  /// Expects texts on either of the two.
  @discardableResult
  package func says(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    expect(texts, in: output + errors, sourceLocation)
  }

  /// Expects that texts are not in the output.
  @discardableResult
  package func omits(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Self
  {
    expect(texts, in: output, isThere: false, sourceLocation)
  }

  private func expect(
    _ texts: [String], in written: String, isThere: Bool = true, _ sourceLocation: SourceLocation
  ) -> Self {
    for text in texts {
      #expect(
        written.contains(text) == isThere, "\(text)\n\(line)\n\(output)\(errors)",
        sourceLocation: sourceLocation)
    }
    return self
  }
}

/// An exit code that is not the expected one.
private struct OtherExit: Error, CustomStringConvertible {
  let run: any RunResult
  let expected: Int32

  var description: String {
    "\(run.line)\nexits with \(run.status) in place of \(expected)\n\(run.output)\(run.errors)"
  }
}
