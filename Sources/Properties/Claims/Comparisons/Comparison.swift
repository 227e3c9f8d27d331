import EventSourcing
import Rules
import Simulation

/// A run that is over, with all that is needed to repeat it.
public struct FinishedRun<S: System>: Sendable {
  /// The setting in which it began.
  public let setting: RunSetting<S>
  /// The choices that led through it.
  public let choices: [World<S>.Choice]
  /// The log of the run.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>

  /// Keeps a run that is over.
  public init(
    setting: RunSetting<S>, choices: [World<S>.Choice],
    log: EventLog<S.Machine.Event, S.Machine.Effect>
  ) {
    self.setting = setting
    self.choices = choices
    self.log = log
  }
}

/// A metamorphic property: it compares a finished run with another one that is made from it.
public struct Comparison<S: System>: Sendable {
  /// The id and the sentence of the claim.
  public let claim: PropertyClaim
  /// The outcome of comparing a run.
  public let judge: @Sendable (FinishedRun<S>) -> Outcome

  /// The outcome of comparing a run.
  public enum Outcome: Equatable, Sendable {
    /// The run has nothing that the claim is about.
    case notMet
    /// The claim holds for the run.
    case holds
    /// The claim does not hold; the records show it and the sentence gives the figures.
    case broken(witnesses: [Witness], String)
  }

  /// Claims something of every run that is judged by another one made from it.
  public init(
    _ id: String, _ sentence: String, judge: @escaping @Sendable (FinishedRun<S>) -> Outcome
  ) {
    claim = PropertyClaim(id, sentence, kind: .metamorphic)
    self.judge = judge
  }
}

/// The comparisons of a run with the fold of its log.
extension Comparison {
  /// The comparison with another fold of the events of the log: the effects are the same (H1).
  static var foldedAgain: Comparison {
    Comparison("H1", "Folding the events of a log gives its effects again") { run in
      var fold = Fold(run.setting)
      return fold.compare(run.log.records[...])
    }
  }

  /// A fold that goes on from a copy of its middle ends like the whole (H2).
  static var splitAnywhere: Comparison {
    Comparison("H2", "A fold of the rest from any point is the fold of the whole") { run in
      let records = run.log.records
      guard records.count > 3 else { return .notMet }
      for part in 1...3 {
        let middle = records.count * part / 4
        // A split lies between an event with its effects and the next event.
        let split = records[..<middle].lastIndex { $0.eventName != nil } ?? 0
        var first = Fold(run.setting)
        let before = first.compare(records[..<split])
        if before != .holds { return before }
        var rest = first
        let after = rest.compare(records[split...])
        if after != .holds { return after }
        if first.compare(records[split...]) != .holds || first.engine != rest.engine {
          return .broken(
            witnesses: [Witness(seq: Int64(split), at: records[split].at)],
            "A copy of the state at record \(split) goes on another way.")
        }
      }
      return .holds
    }
  }

  /// Each device of a log alone gives its effects (H25).
  static var apart: Comparison {
    Comparison("H25", "What happens to other parties changes nothing on a device") { run in
      for device in run.setting.deviceNames {
        var fold = Fold(run.setting)
        let own = run.log.records.filter { $0.party == device }
        let outcome = fold.compare(own[...])
        if outcome != .holds { return outcome }
      }
      return run.setting.devices.isEmpty ? .notMet : .holds
    }
  }
}

/// The fold of a log's events, compared with the effects that the log has.
///
/// The log was made by the same machine, so that any difference is a finding: nothing is paired.
private struct Fold<S: System> {
  private(set) var engine: Engine<S>

  init(_ setting: RunSetting<S>) {
    engine = Engine(
      at: setting.start, profile: setting.profile, readings: setting.readings,
      installed: setting.installed)
    for device in setting.devices {
      engine.add(device.name, device: device.device, config: device.config)
    }
  }

  mutating func compare(
    _ records: ArraySlice<LogRecord<S.Machine.Event, S.Machine.Effect>>
  ) -> Comparison<S>.Outcome {
    var expected = [S.Machine.Effect]()[...]
    for record in records {
      switch record {
      case .event(let event):
        if let missing = expected.first {
          return .broken(
            witnesses: [Witness(event)], "The fold orders \(missing.name) before it.")
        }
        engine.fold(event)
        expected = engine.effects.ordered[...]
      case .effect(let effect):
        guard expected.popFirst() == effect.effect else {
          return .broken(
            witnesses: [Witness(effect)], "The fold does not order this \(effect.effect.name).")
        }
      case .state, .note, .snapshot: continue
      }
    }
    if let missing = expected.first {
      return .broken(witnesses: [], "The fold orders \(missing.name) at the end.")
    }
    return .holds
  }
}

/// A finished run once more, with something about it changed.
struct Rerun<S: System> {
  private(set) var world: World<S>
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()

  /// Repeats choices as they are.
  init(_ setting: RunSetting<S>, _ choices: [World<S>.Choice] = []) {
    world = setting.world
    for choice in choices { step(choice) }
  }

  mutating func step(_ choice: World<S>.Choice) { world.step(choice, into: &log) }

  /// Lets half of the time pass that lies before a choice.
  mutating func waitHalfWay(to choice: World<S>.Choice) {
    let target: Instant? =
      switch choice {
      case .next: world.nextDue()
      case .wait(let instant): instant
      case .input(let input): input.at
      case .deliver, .fire, .giveUp, .answer, .fail, .drop, .duplicate, .delay,
        .stopLosingAnswers:
        nil
      }
    guard let target, target > world.now else { return }
    let half = TimeSpan(milliseconds: (target - world.now).milliseconds / 2)
    world.step(.wait(until: world.now + half), into: &log)
  }

  /// Lets everything happen that is due now, after so many inputs.
  mutating func finishInstant(after inputs: Int) {
    var left = InstantBound.records(after: inputs)
    while left > 0, let due = world.nextDue(), due <= world.now {
      step(.next)
      left -= 1
    }
  }

  /// Returns the records of one party, without their places in the log.
  func records(of party: String) -> [LogRecord<S.Machine.Event, S.Machine.Effect>] {
    log.records.compactMap { record in
      guard record.party == party else { return nil }
      switch record {
      case .event(var event):
        event.seq = 0
        event.cause = event.cause == nil ? nil : 0
        return .event(event)
      case .effect(var effect):
        effect.seq = 0
        effect.cause = 0
        return .effect(effect)
      case .state, .note, .snapshot: return nil
      }
    }
  }
}

extension Comparison.Outcome {
  /// Compares two logs that should be equal record by record.
  static func comparing<Event, Effect>(
    _ left: [LogRecord<Event, Effect>], _ right: [LogRecord<Event, Effect>]
  ) -> Self {
    for (mine, theirs) in zip(left, right) where mine != theirs {
      return .broken(
        witnesses: [Witness(seq: mine.seq, at: mine.at)],
        "Record \(mine.seq) is another one in the run made from it.")
    }
    if left.count != right.count {
      return .broken(
        witnesses: [], "The run made from it has \(right.count) records, not \(left.count).")
    }
    return .holds
  }
}
