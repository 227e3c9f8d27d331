import Simulation

/// The whole registration of a machine with the harness.
enum TurnstileSystem: System {
  typealias Machine = Turnstile

  static let name = "turnstile"

  static func outcome(
    of effect: Turnstile.Effect, by party: String, in state: Turnstile.State
  ) -> Outcome<Turnstile.Event> {
    switch effect {
    case .letThrough, .refuse: .external
    case .wait(let until): .wake(timer: "patience", due: until, event: .patienceEnded)
    }
  }
}
