import Diagnostics

/// The reason why there is no spec of a trace.
public enum SpecError: Error {
  /// The trace cannot be read, or it has no beginning.
  case unreadable(Diagnostic)
  /// A spec cannot say what the trace holds.
  case refused(SpecRefusal)
}

/// The part of a trace that cannot be made into a spec.
public struct SpecRefusal: Error, Equatable {
  /// The part of the trace that a spec cannot express, as the end of a sentence about it.
  public let reason: String
  /// The number of records repeated before.
  let repeated: Int

  /// Refuses a trace.
  package init(_ reason: String, after repeated: Int = 0) {
    self.reason = reason
    self.repeated = repeated
  }

  /// The whole sentence about a trace.
  package func message(about trace: String) -> String {
    "no spec can be written of \(visible(trace)): \(visible(reason))"
  }

  /// Refuses backends that are set up at another time than those of a spec.
  static func ownSettings(_ seq: Int64) -> SpecRefusal {
    SpecRefusal("its backends are set up in their own way, at record \(seq)")
  }

  /// Refuses what a reader of specs would not take.
  static func inexpressible(_ problem: String) -> SpecRefusal {
    SpecRefusal("a spec cannot say it: \(problem)")
  }
}
