import Diagnostics

extension AnySystem {
  /// Folds the events of a trace and compares every recorded effect and state hash.
  ///
  /// The trace is read once, and a second time up to the first drift for what led to it; memory
  /// does not grow with its length. All drifts are counted, the first is explained.
  public func replay(
    _ input: ReplayInput, _ options: ReplayOptions = ReplayOptions()
  ) throws(Diagnostic) -> ReplayOutcome {
    var comparison = ReplayComparison(
      try open(input, options, true), file: input.file, options)
    try comparison.run()
    var outcome = comparison.outcome
    if let drift = outcome.drift {
      // The second pass ends at the drift by itself.
      var untilDrift = options
      (untilDrift.twice, untilDrift.stopAfter) = (false, nil)
      outcome.drift = try open(input, untilDrift, false).completed(drift)
    }
    return outcome
  }
}
