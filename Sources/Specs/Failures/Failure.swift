import Diagnostics
import EventSourcing
import Rules
import SpecFormat

/// A failure of a run, before it is explained.
enum Failure: Sendable {
  /// An expected effect that did not come at its step, with the timers armed then.
  case missing(EffectPattern, StepPlace, pending: [PendingTimer])
  /// An expected effect that came at another time, or at the same at another step.
  case mistimed(EffectPattern, StepPlace, ObservedEffect, at: StepPlace? = nil)
  /// Effects of one instant that no step and no timeline claims.
  case unclaimed([ObservedEffect], Neighbours)
  /// An effect with other values.
  case different(EffectPattern, ObservedEffect, [Mismatch])
  /// Effects of one instant in another order.
  case reordered([EffectPattern], [ObservedEffect], Place)
  /// A timeline's occurrence with another time or other values.
  case wrongOccurrence(EffectPattern, ObservedEffect, [Mismatch])
  case missingOccurrence(EffectPattern, number: Int, Timeline, pending: [PendingTimer])
  /// A timeline's occurrence whose time counts from a record that did not come.
  case noBase(Trigger, Timeline)
  case extraOccurrence(ObservedEffect, number: Int, Timeline)
  /// A state, the timers or the backends, with what was looked at.
  case state(String, Mismatch, at: Instant)
  /// Another count than expected, with the first instants at which it happened.
  case count(CountCheck, found: Int, first: [Instant])
  case rule(Int, Violation)
  /// A step that waits for a record which does not come, or not in time; what would follow is not
  /// judged.
  case unreached(UnreachedStep, pending: [PendingTimer])
  /// A failure with its explanation: a recorded effect that the machine does not give, or a kept
  /// value that a claim cannot take.
  case explained(Diagnostic)
}

extension Failure {
  /// The facts of a failure before it is explained.
  struct Facts {
    /// The code under which it is reported.
    var code: DiagnosticCode
    /// The instant at which it shows, so that a consequence is reported after its cause; `nil` for
    /// one that shows only at the end of the run.
    var at: Instant?
    /// The part of it that a picture shows.
    var marks: [FailureMark] = []
    /// The values that differ; none where something came that should not, or did not come at all,
    /// and none of a rule.
    var differences: [ValueDifference] = []
  }

  var facts: Facts {
    switch self {
    case .missing(let pattern, let step, _):
      Facts(code: .missingEffect, at: step.at, marks: [.expected(pattern, at: step.at)])
    case .mistimed(let pattern, let step, let effect, _):
      Facts(
        code: .missingEffect, at: min(step.at, effect.at),
        marks: [.expected(pattern, at: step.at), .came(effect)])
    case .unclaimed(let effects, _):
      Facts(code: .unclaimedEffect, at: effects.first?.at, marks: effects.map { .came($0) })
    case .different(_, let effect, let mismatches):
      Facts(
        code: .differentEffect, at: effect.at, marks: [.came(effect)],
        differences: mismatches.map(ValueDifference.init))
    case .reordered(_, let effects, _):
      Facts(code: .wrongOrder, at: effects.first?.at, marks: effects.map { .came($0) })
    case .wrongOccurrence(let pattern, let effect, let mismatches):
      Facts(
        code: .wrongTimeline, at: effect.at, marks: pattern.occurrence + [.came(effect)],
        differences: mismatches.map(ValueDifference.init))
    case .missingOccurrence(let pattern, _, _, _):
      Facts(code: .wrongTimeline, at: pattern.at?.instant, marks: pattern.occurrence)
    case .noBase: Facts(code: .wrongTimeline)
    case .extraOccurrence(let effect, _, _):
      Facts(code: .wrongTimeline, at: effect.at, marks: [.came(effect)])
    case .state(let what, let mismatch, let instant):
      // A state is shown where it was looked at.
      Facts(
        code: .differentState, at: instant,
        marks: [.expected(mismatch.path.isEmpty ? what : "\(what) \(mismatch.path)", at: instant)],
        differences: [ValueDifference(mismatch)])
    case .count(let check, let found, _):
      Facts(
        code: .wrongCount,
        differences: [
          ValueDifference(place: check.matcher.place, expected: "", actual: String(found))
        ])
    case .rule(_, let violation):
      Facts(
        code: violation.kind == .inconclusive ? .inconclusiveRule : .brokenRule,
        at: violation.deadline ?? violation.witnesses.last?.at,
        marks: violation.witnesses.suffix(4).map { .came(seq: $0.seq) }
          + [violation.deadline].compactMap {
            $0.map { .expected("what the rule asks for", of: violation.party, at: $0) }
          })
    case .unreached(let missed, _):
      Facts(
        code: .unreachedStep, at: missed.end,
        marks: missed.step.trigger.map {
          [.expected(name: $0.sought.name, party: $0.party, from: missed.since, to: missed.end)]
        } ?? [])
    case .explained(let finding): Facts(code: finding.code, at: Instant(milliseconds: .min))
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
  /// The place of its first key, which is its own where its time is a cell of examples.
  var anchor: Place
  var at: Instant
  /// Whether the step may be moved to another time without another run.
  var isMovable = false
  /// Whether its time counts from the step before.
  var isRelative = false
  /// The place where it is written together with other steps.
  var shared: Place?
  /// The last instant at which a step before it would leave it the record that it waits for.
  var latestBefore: Instant
}

extension StepPlace {
  init(_ step: Step, at instant: Instant) {
    let isCounting = step.trigger.map { $0.nth > 1 } ?? false
    self.init(
      place: step.time.place, anchor: step.place, at: instant, isMovable: step.isMovable,
      isRelative: step.isRelative, shared: step.shared,
      latestBefore: isCounting ? .distantPast : instant - (step.trigger?.delay ?? .zero))
  }
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

/// The effects that came at a step, each with the pattern that claims it.
struct StepEffects: Sendable {
  var here: StepPlace
  var effects: [(effect: ObservedEffect, pattern: EffectPattern?)]
  /// Whether the claim leaves the order open.
  var anyOrder = false
}

/// The part of a run in which a failure lies, for a picture of it.
public enum FailureMark: Equatable, Sendable {
  /// The record of this number is not as it was expected.
  case came(seq: Int64)
  /// An effect of this name was expected of a party, `nil` for any, between two instants.
  case expected(name: String, party: String?, from: Instant, to: Instant)
}

extension EffectPattern {
  /// The time that a timeline asks for, where it does.
  fileprivate var occurrence: [FailureMark] {
    guard let last = at?.instant else { return [] }
    let first = if case .between(.instant(let low), _)? = at?.test { low } else { last }
    return [.expected(name: name, party: party, from: first, to: last)]
  }
}

extension FailureMark {
  fileprivate static func came(_ effect: ObservedEffect) -> FailureMark { .came(seq: effect.seq) }

  fileprivate static func expected(_ pattern: EffectPattern, at instant: Instant) -> FailureMark {
    .expected(pattern.name, of: pattern.party, at: instant)
  }

  fileprivate static func expected(
    _ name: String, of party: String? = nil, at instant: Instant
  ) -> FailureMark {
    .expected(name: name, party: party, from: instant, to: instant)
  }
}

/// A value that a spec expects and that the run gave differently: what `--update` rewrites.
public struct ValueDifference: Equatable, Sendable {
  /// The place of the expectation, as far as it stands on one line.
  public let place: Place
  /// The expectation as YAML; `absent` also at a map that should hold nothing else.
  public let expected: String
  /// The value that the run gave, as YAML.
  public let actual: String
}

extension ValueDifference {
  fileprivate init(_ mismatch: Mismatch) {
    self.init(place: mismatch.place, expected: mismatch.expected, actual: mismatch.actual)
  }
}
