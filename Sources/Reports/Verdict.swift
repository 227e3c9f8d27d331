/// The verdict of the command, as its exit code; of several the largest wins.
public enum Verdict: Int32, CaseIterable, Comparable, Sendable {
  /// Everything was judged and held.
  case clean = 0
  /// A scenario failed, a trace drifted, a rule was broken.
  case finding = 1
  /// Input could not be read, or nothing ran.
  case invalid = 2
  /// The command line makes no sense.
  case usage = 64
  /// A fault of the program itself.
  case internalError = 70
  /// Output could not be written.
  case outputLost = 74

  public static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }

  /// The name under `verdict` in JSON.
  public var name: String {
    switch self {
    case .clean: "ok"
    case .finding: "finding"
    case .invalid: "invalid"
    case .usage: "usage"
    case .internalError: "internal_error"
    case .outputLost: "output_lost"
    }
  }
}
