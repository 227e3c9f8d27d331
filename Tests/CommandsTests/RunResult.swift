/// The result of a run of the command.
protocol RunResult: Sendable {
  /// The line that a user would type.
  var line: String { get }
  var status: Int32 { get }
  var output: String { get }
  var errors: String { get }
}

extension RunResult {
  /// Requires an exit code; where it is another one, the test fails with all that was written.
  @discardableResult
  func exits(_ status: Int32) throws -> Self {
    if self.status == status { return self }
    throw OtherExit(run: self, expected: status)
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
