import EventSourcing
import Rules
import SpecFormat

/// Where in a run a failure lies, for a picture of it.
public enum FailureMark: Equatable, Sendable {
  /// The record of this number is not as it was expected.
  case came(seq: Int64)
  /// An effect of this name was expected of a party, `nil` for any, between two instants.
  case expected(name: String, party: String?, from: TimeSpan, to: TimeSpan)
}

extension Failure {
  /// What a picture shows of the failure; `zero` is the start of the scenario.
  func marks(from zero: Instant) -> [FailureMark] {
    switch self {
    case .missing(let pattern, let step, _): [expected(pattern, at: step.at, zero)]
    case .mistimed(let pattern, let step, let effect):
      [expected(pattern, at: step.at, zero), .came(seq: effect.seq)]
    case .different(_, let effect, _), .extraOccurrence(let effect, _, _):
      [.came(seq: effect.seq)]
    case .unclaimed(let effects, _, _), .reordered(_, let effects, _):
      effects.map { .came(seq: $0.seq) }
    case .wrongOccurrence(let pattern, let effect, _):
      occurrence(pattern, zero) + [.came(seq: effect.seq)]
    case .missingOccurrence(let pattern, _, _, _): occurrence(pattern, zero)
    case .rule(_, let violation):
      violation.witnesses.suffix(4).map { .came(seq: $0.seq) }
        + deadline(of: violation, zero)
    case .state(let what, let mismatch, let instant):
      [lookedAt(mismatch.path.isEmpty ? what : "\(what) \(mismatch.path)", instant - zero)]
    case .count, .drift: []
    }
  }

  /// A state is shown where it was looked at.
  private func lookedAt(_ what: String, _ at: TimeSpan) -> FailureMark {
    .expected(name: what, party: nil, from: at, to: at)
  }

  private func expected(_ pattern: EffectPattern, at: Instant, _ zero: Instant) -> FailureMark {
    .expected(name: pattern.name, party: pattern.party, from: at - zero, to: at - zero)
  }

  private func deadline(of violation: Violation, _ zero: Instant) -> [FailureMark] {
    guard let deadline = violation.deadline else { return [] }
    let at = deadline - zero
    return [.expected(name: "what the rule asks for", party: violation.party, from: at, to: at)]
  }

  /// The time that a timeline asks for, where it does.
  private func occurrence(_ pattern: EffectPattern, _ zero: Instant) -> [FailureMark] {
    switch pattern.at?.test {
    case .equals(.instant(let at)): [expected(pattern, at: at, zero)]
    case .between(.instant(let low), .instant(let high)):
      [.expected(name: pattern.name, party: pattern.party, from: low - zero, to: high - zero)]
    case .atLeast(.instant(let at)), .atMost(.instant(let at)): [expected(pattern, at: at, zero)]
    default: []
    }
  }
}
