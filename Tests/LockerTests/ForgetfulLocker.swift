import EventSourcing
import Properties
import Simulation

/// The locker, with a bug that can be planted: it forgets that three wrong codes keep it shut.
enum ForgetfulLocker: SearchableSystem {
  enum Machine: Reducer {
    typealias State = Locker.State
    typealias Event = Locker.Event
    typealias Effect = Locker.Effect

    static let initial = Locker.initial

    static func reduce(
      _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
    ) {
      if ForgetfulLocker.forgets { state.shutUntil = nil }
      Locker.reduce(&state, record, into: &effects)
    }
  }

  /// Whether the bug is there.
  @TaskLocal static var forgets = false

  static let name = "locker"

  static let properties: [Property<ForgetfulLocker>] = [
    .always(
      "MINUTE", "No code opens the door for a minute after three wrong ones",
      remembering: Instant?.none
    ) { shutSince, step in
      if step.effects.contains(where: { $0.name == .startMinute }) { shutSince = step.event.at }
      guard step.effects.contains(.openDoor), let since = shutSince else { return true }
      return step.event.at - since >= .minutes(1)
    }
  ]

  static func outcome(
    of effect: Locker.Effect, by party: String, in state: Locker.State
  ) -> Outcome<Locker.Event> {
    LockerSystem.outcome(of: effect, by: party, in: state)
  }
}
