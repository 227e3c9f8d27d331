import Diagnostics
import EventSourcing
import Rules
import SpecFormat

/// What a run found wrong, before it is told as a story.
enum Failure: Sendable {
  /// An expected effect that did not come at its step.
  case missing(EffectPattern, StepPlace)
  /// An expected effect that came at another time.
  case mistimed(EffectPattern, StepPlace, Sighting)
  /// An effect that nobody claimed.
  case unclaimed(Sighting, Neighbours)
  /// An effect with other values.
  case different(EffectPattern, Sighting, [Mismatch])
  /// Effects of one instant in another order.
  case reordered([EffectPattern], [Sighting], Place)
  /// A timeline's occurrence with another time or other values.
  case wrongOccurrence(EffectPattern, Sighting, [Mismatch])
  case missingOccurrence(EffectPattern, number: Int, Timeline)
  case extraOccurrence(Sighting, number: Int, Timeline)
  /// A state, the timers or the backends, with what was looked at.
  case state(String, Mismatch, at: Instant)
  case count(CountCheck, found: Int)
  case rule(Int, Violation)
  /// A recorded effect that the machine answers otherwise, told by the comparison.
  case drift(Diagnostic)
}

/// A step as failures speak of it.
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
