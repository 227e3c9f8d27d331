import EventSourcing
import Properties
import Simulation

/// The turnstile with claims about all of its runs, one of which does not hold.
enum SearchedTurnstile: SearchableSystem {
  typealias Machine = Turnstile

  static let name = "turnstile"

  static let properties: [Property<SearchedTurnstile>] = [
    .always("PAID", "No one passes without a coin", remembering: false) { paid, step in
      if case .coinInserted = step.event.event { paid = true }
      return paid || !step.effects.contains(.letThrough)
    },
    .always("TWICE", "The gate never opens twice", remembering: 0) { opened, step in
      if step.effects.contains(.letThrough) { opened = min(opened + 1, 2) }
      return opened < 2
    },
  ]

  static func outcome(
    of effect: Turnstile.Effect, by party: String, in state: Turnstile.State
  ) -> Outcome<Turnstile.Event> {
    TurnstileSystem.outcome(of: effect, by: party, in: state)
  }
}
