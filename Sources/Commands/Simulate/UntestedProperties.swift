import Diagnostics
import Properties

extension DiagnosticCode {
  static let untestedProperty = DiagnosticCode(
    .run, "T331", "a property that was never put to the test",
    """
    What the property is about did not come about in any run or state of the search: it holds \
    because it was never put to the test, or, where it only says what has to happen in some run, \
    nothing has shown that it can.

    Search longer (--runs, --depth), with more devices, inputs or faults, or look whether the \
    condition can arise at all. --strict refuses this.
    """)
}

extension Diagnostic {
  /// A claim that no run has put to the test; an error where the search is strict.
  static func untested(_ claim: PropertyClaim, isStrict: Bool) -> Diagnostic {
    let what = claim.kind == .sometimes ? "met" : "put to the test"
    return Diagnostic(
      .untestedProperty, severity: isStrict ? .error : .warning,
      "\(claim.id) was never \(what): \(claim.sentence)")
  }

  /// The claims that no state has put to the test, by their ids.
  static func untested(_ ids: [String], of count: Int, isStrict: Bool) -> Diagnostic {
    Diagnostic(
      .untestedProperty, severity: isStrict ? .error : .warning,
      "\(ids.count) of \(counted(count, "property")) never put to the test: "
        + ids.joined(separator: ", "))
  }
}
