import Diagnostics
import EventSourcing
import Rules
import SpecFormat

/// What a run found wrong, before it is explained.
enum Failure: Sendable {
  /// An expected effect that did not come at its step.
  case missing(EffectPattern, StepPlace)
  /// An expected effect that came at another time.
  case mistimed(EffectPattern, StepPlace, ObservedEffect)
  /// An effect that no step and no timeline claims.
  case unclaimed(ObservedEffect, Neighbours)
  /// An effect with other values.
  case different(EffectPattern, ObservedEffect, [Mismatch])
  /// Effects of one instant in another order.
  case reordered([EffectPattern], [ObservedEffect], Place)
  /// A timeline's occurrence with another time or other values.
  case wrongOccurrence(EffectPattern, ObservedEffect, [Mismatch])
  case missingOccurrence(EffectPattern, number: Int, Timeline)
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
