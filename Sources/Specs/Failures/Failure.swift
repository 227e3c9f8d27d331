import Diagnostics
import EventSourcing
import Rules
import SpecFormat

/// What a run found wrong, before it is explained.
enum Failure: Sendable {
  /// An expected effect that did not come at its step, with the timers armed then.
  case missing(EffectPattern, StepPlace, pending: [PendingTimer])
  /// An expected effect that came at another time.
  case mistimed(EffectPattern, StepPlace, ObservedEffect)
  /// Effects of one instant that no step and no timeline claims; at a step, with all that came
  /// there.
  case unclaimed([ObservedEffect], Neighbours, StepEffects? = nil)
  /// An effect with other values.
  case different(EffectPattern, ObservedEffect, [Mismatch])
  /// Effects of one instant in another order.
  case reordered([EffectPattern], [ObservedEffect], Place)
  /// A timeline's occurrence with another time or other values.
  case wrongOccurrence(EffectPattern, ObservedEffect, [Mismatch])
  case missingOccurrence(EffectPattern, number: Int, Timeline, pending: [PendingTimer])
  case extraOccurrence(ObservedEffect, number: Int, Timeline)
  /// A state, the timers or the backends, with what was looked at.
  case state(String, Mismatch, at: Instant)
  /// Another count than expected, with the first instants at which it happened.
  case count(CountCheck, found: Int, first: [Instant])
  case rule(Int, Violation)
  /// A recorded effect that the machine does not give, as the comparison explains it.
  case drift(Diagnostic)

  /// The code under which it is reported.
  var code: DiagnosticCode {
    switch self {
    case .missing, .mistimed: .missingEffect
    case .unclaimed: .unclaimedEffect
    case .different: .differentEffect
    case .reordered: .wrongOrder
    case .wrongOccurrence, .missingOccurrence, .extraOccurrence: .wrongTimeline
    case .state: .differentState
    case .count: .wrongCount
    case .rule(_, let violation):
      violation.kind == .inconclusive ? .inconclusiveRule : .brokenRule
    case .drift(let finding): finding.code
    }
  }
}

extension Failure {
  /// When it shows, so that a consequence is reported after its cause; `nil` for what is only seen
  /// when the run has ended.
  var at: Instant? {
    switch self {
    case .missing(_, let step, _): step.at
    case .mistimed(_, let step, let effect): min(step.at, effect.at)
    case .unclaimed(let effects, _, _), .reordered(_, let effects, _): effects.first?.at
    case .different(_, let effect, _), .wrongOccurrence(_, let effect, _),
      .extraOccurrence(let effect, _, _):
      effect.at
    case .missingOccurrence(let pattern, _, _, _): pattern.at?.instant
    case .state(_, _, let instant): instant
    case .rule(_, let violation): violation.deadline ?? violation.witnesses.last?.at
    case .drift: Instant(milliseconds: .min)
    case .count: nil
    }
  }
}

extension Matcher {
  /// The instant, or the last one that fits.
  var instant: Instant? {
    switch test {
    case .equals(.instant(let instant)), .between(_, .instant(let instant)),
      .atMost(.instant(let instant)), .atLeast(.instant(let instant)):
      instant
    default: nil
    }
  }
}

/// A step as failures refer to it.
struct StepPlace: Equatable, Sendable {
  var place: Place
  var at: Instant
}

/// The steps around something that came between them.
struct Neighbours: Equatable, Sendable {
  /// The step before; `nil` before the first.
  var before: StepPlace?
  /// The step whose instant it is, where it came at one.
  var here: StepPlace?
  /// The step after; `nil` after the last.
  var after: StepPlace?
}

/// A timer that is armed when something is missed.
struct PendingTimer: Equatable, Sendable {
  var name: String
  var due: Instant
}

/// What came at a step, each effect with the pattern that claims it.
struct StepEffects: Sendable {
  var here: StepPlace
  var effects: [(effect: ObservedEffect, pattern: EffectPattern?)]
  /// Whether the claim leaves the order open.
  var anyOrder = false
}
