import EventSourcing
import Replay
import Simulation
import Synchronization
import Testing
import Traces
import Turnstile

struct SecondFoldTests {
  @Test(
    arguments: [
      ([.started(config: .sample), .coinInserted(value: 1, donor: Nullable(nil), remark: nil)], 2),
      ([.started(config: .sample), .pushed, .cardShown(card: .sample)], 4),
      ([.started(config: .sample), .pushed], nil),
    ] as [([TurnstileEvent], Int64?)])
  func `what depends on more than the log is found at its first event`(
    events: [TurnstileEvent], seq: Int64?
  ) throws {
    var options = ReplayOptions()
    options.twice = true
    let outcome = try AnySystem(UnsteadySystem.self).replay(EditedTrace(events).input, options)
    #expect(outcome.instability?.event.seq == seq)
    #expect(outcome.instability.map { $0.kind == .unstable } ?? true)
  }
}

/// A turnstile that also counts, outside its state, how often anything was folded.
private enum UnsteadyTurnstile: Reducer {
  typealias Event = TurnstileEvent
  typealias Effect = TurnstileEffect
  typealias Config = TurnstileConfig
  typealias Readings = TurnstileReadings

  static let initial = Turnstile.initial
  private static let folds = Atomic<Int64>(0)

  static func reduce(
    _ state: inout TurnstileState, _ event: RecordedEvent<TurnstileEvent>,
    into effects: inout Effects<TurnstileEffect>
  ) {
    let count = folds.add(1, ordering: .relaxed).newValue
    switch event.event {
    case .coinInserted: state.coins = count
    case .cardShown(let card):
      effects.append(.checkCard(request: count, card: card, at: event.at))
    default: Turnstile.reduce(&state, event, into: &effects)
    }
  }
}

private enum UnsteadySystem: System {
  typealias Machine = UnsteadyTurnstile

  static let name = "turnstile"

  static func outcome(
    of effect: TurnstileEffect, by party: String, in state: TurnstileState
  ) -> Outcome<TurnstileEvent> { .external }
}
