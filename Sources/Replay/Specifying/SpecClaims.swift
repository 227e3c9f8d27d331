import Diagnostics
import EventSourcing
import Traces

/// The extent of the claims of a spec that is made from a trace.
public enum SpecStrength: String, CaseIterable, Sendable {
  /// Every observed effect with its fields, at the step or instant that it belongs to.
  case effects
  /// Every observed effect with its time and fields, by kind.
  case timeline
  /// The number of each effect, and the states and timers at the end.
  case final
  /// The effects, and the end.
  case all
}

/// The claims that a spec made from a trace has about its run.
struct SpecClaims {
  /// The claims of each step, in order; none where nothing is claimed step by step.
  var steps: [[Value]] = []
  /// Whether others may come beside the last effects.
  var allowsOthers = false
  /// Instants between steps with the effects that come there.
  var checkpoints: [(at: Instant, before: Int, effects: [Value])] = []
  var timelines: [Value.Field] = []
  var finally = Value.fields([])

  /// Steps and checkpoints in order, each with what it claims.
  func moments(of all: [Value]) -> [(moment: Value, expected: Value?)] {
    func moment(_ at: Value) -> Value { .map([("at", at)]) }
    var result: [(moment: Value, expected: Value?)] = []
    var rest = checkpoints[...]
    for (index, step) in all.enumerated() {
      while let next = rest.first, next.before <= index {
        result.append((moment(.instant(next.at)), .list(next.effects)))
        rest.removeFirst()
      }
      let effects = index < steps.count ? steps[index] : []
      result.append((step, effects.isEmpty ? nil : .list(effects)))
    }
    result += rest.map { (moment(.instant($0.at)), .list($0.effects)) }
    if allowsOthers, let last = result.lastIndex(where: { $0.expected != nil }) {
      result[last].expected = .map([
        ("effects", result[last].expected), ("others", .text("allowed")),
      ])
    }
    // A scenario needs a step.
    return result.isEmpty ? [(moment(.span(.zero)), nil)] : result
  }
}

extension SpecClaims {
  /// Claims what a run has shown.
  init(_ strength: SpecStrength, of run: SpecRun, namesParty: Bool) {
    let effects = run.effects.map { effect in
      Effect(record: effect, namesParty: namesParty || run.observation.isBackend(effect.party))
    }
    allowsOthers = run.allowsOthers
    switch strength {
    case .effects: claimSteps(effects, run.steps)
    case .timeline: timelines = SpecClaims.timelines(effects, run.observation.kinds)
    case .final:
      timelines = run.effects.map { $0.name }.eachOnce()
        .map { Value.Field(name: $0, value: .text("unchecked")) }
      finally = SpecClaims.end(run, namesParty)
    case .all:
      claimSteps(effects, run.steps)
      finally = SpecClaims.end(run, namesParty)
    }
  }

  /// One observed effect as it is claimed.
  private struct Effect {
    let record: ErasedRecord
    let namesParty: Bool

    /// The party where it is named, and the fields, no more and no less than they are.
    private var entries: [(String, Value?)] {
      [
        ("on", namesParty ? .text(record.party) : nil),
        ("exactly", record.fields == .fields([]) ? nil : record.fields),
      ].filter { $0.1 != nil }
    }

    /// The claim as an element of `expect`.
    var expected: Value {
      entries.isEmpty ? .text(record.name) : .map([(record.name, .map(entries))])
    }

    /// The claim as an element of a timeline.
    var occurrence: Value {
      let at = Value.instant(record.at)
      return entries.isEmpty ? at : .map([("at", at)] + entries)
    }
  }

  private mutating func claimSteps(
    _ effects: [Effect], _ records: [(seq: Int64, at: Instant)]
  ) {
    steps = Array(repeating: [], count: records.count)
    var next = 0
    for effect in effects {
      let (seq, at) = (effect.record.seq, effect.record.at)
      while next < records.count, records[next].seq < seq { next += 1 }
      if next > 0, records[next - 1].at == at {
        steps[next - 1].append(effect.expected)
      } else if next < records.count, records[next].at == at {
        steps[next].append(effect.expected)
      } else if let last = checkpoints.last, last.before == next, last.at == at {
        checkpoints[checkpoints.count - 1].effects.append(effect.expected)
      } else {
        checkpoints.append((at, next, [effect.expected]))
      }
    }
  }

  private static func timelines(_ effects: [Effect], _ observed: [String]) -> [Value.Field] {
    observed.map { kind in
      let all = effects.filter { $0.record.name == kind }.map { $0.occurrence }
      return Value.Field(name: kind, value: all.isEmpty ? .text("none") : .list(all))
    }
  }

  private static func end(_ run: SpecRun, _ namesParty: Bool) -> Value {
    let counts = run.effects.map { $0.name }.eachOnce().map { kind in
      Value.Field(name: kind, value: .integer(Int64(run.effects.count { $0.name == kind })))
    }
    func byDevice(_ claim: (SpecRun.State) -> Value) -> Value? {
      namesParty
        ? .map(run.states.map { ($0.party, claim($0)) }) : run.states.first.map(claim)
    }
    return .map([
      ("counts", counts.isEmpty ? nil : .fields(counts)),
      (
        "timers",
        byDevice { $0.timers.isEmpty ? .text("none") : .map([("exactly", .fields($0.timers))]) }
      ),
      ("state", byDevice { .map([("exactly", $0.view)]) }),
    ])
  }
}

/// The records and states of a run of a draft, without the machine's types.
struct SpecRun {
  /// All records, history included.
  var records: [ErasedRecord]
  /// The observed effects from time zero on.
  var effects: [ErasedRecord]
  /// The records of the steps' events, in the order of the steps.
  var steps: [(seq: Int64, at: Instant)]
  /// The choice of those effects.
  var observation: SpecObservation
  /// A device at the end.
  typealias State = (party: String, view: Value, timers: [Value.Field])
  /// The devices at the end.
  var states: [State]
  /// Whether others may come beside the last effects.
  var allowsOthers = false
}
