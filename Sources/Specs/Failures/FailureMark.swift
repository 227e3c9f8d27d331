import EventSourcing
import Rules
import SpecFormat

/// Where in a run a failure lies, for a picture of it.
public enum FailureMark: Equatable, Sendable {
  /// The record of this number is not as it was expected.
  case came(seq: Int64)
  /// An effect of this name was expected of a party, `nil` for any, between two instants.
  case expected(name: String, party: String?, from: Instant, to: Instant)
}

extension Failure {
  /// The part of the failure that a picture shows.
  var marks: [FailureMark] {
    switch self {
    case .missing(let pattern, let step, _):
      [.expected(pattern.name, of: pattern.party, at: step.at)]
    case .mistimed(let pattern, let step, let effect):
      [.expected(pattern.name, of: pattern.party, at: step.at), .came(seq: effect.seq)]
    case .different(_, let effect, _), .extraOccurrence(let effect, _, _):
      [.came(seq: effect.seq)]
    case .unclaimed(let effects, _, _), .reordered(_, let effects, _):
      effects.map { .came(seq: $0.seq) }
    case .wrongOccurrence(let pattern, let effect, _):
      occurrence(pattern) + [.came(seq: effect.seq)]
    case .missingOccurrence(let pattern, _, _, _): occurrence(pattern)
    case .rule(_, let violation):
      violation.witnesses.suffix(4).map { .came(seq: $0.seq) }
        + (violation.deadline.map {
          [.expected("what the rule asks for", of: violation.party, at: $0)]
        } ?? [])
    case .state(let what, let mismatch, let instant):
      // A state is shown where it was looked at.
      [
        .expected(
          mismatch.path.isEmpty ? what : "\(what) \(mismatch.path)", of: nil, at: instant)
      ]
    case .count, .drift: []
    }
  }

  /// The time that a timeline asks for, where it does.
  private func occurrence(_ pattern: EffectPattern) -> [FailureMark] {
    switch pattern.at?.test {
    case .equals(.instant(let at)): [.expected(pattern.name, of: pattern.party, at: at)]
    case .between(.instant(let low), .instant(let high)):
      [.expected(name: pattern.name, party: pattern.party, from: low, to: high)]
    case .atLeast(.instant(let at)), .atMost(.instant(let at)):
      [.expected(pattern.name, of: pattern.party, at: at)]
    default: []
    }
  }
}

extension FailureMark {
  fileprivate static func expected(
    _ name: String, of party: String?, at instant: Instant
  ) -> FailureMark {
    .expected(name: name, party: party, from: instant, to: instant)
  }
}
