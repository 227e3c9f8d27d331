import Diagnostics
import SpecFormat

/// A value that a spec expects and that the run gave differently: what `--update` rewrites.
public struct ValueDifference: Equatable, Sendable {
  /// Where the expectation is written, as far as it stands on one line.
  public let place: Place
  /// What is written there, as YAML; `absent` also at a map that should hold nothing else.
  public let expected: String
  /// What the run gave, as YAML.
  public let actual: String
}

extension Failure {
  /// The values in which the failure consists; none where something came that should not, or did
  /// not come at all, and none of a rule.
  var differences: [ValueDifference] {
    switch self {
    case .different(_, _, let mismatches), .wrongOccurrence(_, _, let mismatches):
      mismatches.map(ValueDifference.init)
    case .state(_, let mismatch, _): [ValueDifference(mismatch)]
    case .count(let check, let found, _):
      [ValueDifference(place: check.matcher.place, expected: "", actual: String(found))]
    case .missing, .mistimed, .unclaimed, .reordered, .missingOccurrence, .extraOccurrence, .rule,
      .drift:
      []
    }
  }
}

extension ValueDifference {
  fileprivate init(_ mismatch: Mismatch) {
    self.init(place: mismatch.place, expected: mismatch.expected, actual: mismatch.actual)
  }
}
