import EventSourcing
import Rules
import Simulation

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

  /// Lets everything happen that is due now.
  mutating func finishInstant() {
    var left = 1_000
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
