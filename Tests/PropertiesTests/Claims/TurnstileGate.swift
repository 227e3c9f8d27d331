import EventSourcing
import Properties
import Rules
import Simulation
import Turnstile

/// The turnstile as a system, with properties that are easy to break.
enum TurnstileGate: SearchableSystem {
  typealias Machine = Turnstile

  static let name = "turnstile"
  static let searchedDevices = 2

  static func outcome(
    of effect: TurnstileEffect, by party: String, in state: TurnstileState
  ) -> Outcome<TurnstileEvent> {
    switch effect {
    case .setTimer(let due): .wake(timer: "patience", due: due, event: .timerFired)
    case .cancelTimer: .cancel(timer: "patience")
    case .open, .checkCard, .refuse: .external
    }
  }

  static func readingsSet(profile: String, _ readings: TurnstileReadings) -> TurnstileEvent? {
    .readingsSet(profile: profile, readings: readings)
  }

  static let searchedReadings =
    profiles + [
      Profile(name: "documents", readings: TurnstileReadings(price: 9, patience: .seconds(5)))
    ]

  static let properties = PassageMonitor.properties + CoinMonitor.properties
}

/// What the arm does about those who push it; one for each gate.
struct PassageMonitor: Monitor {
  typealias S = TurnstileGate

  enum Claims: Int, ClaimList {
    case opens, passesSoon, passed

    var claim: PropertyClaim {
      switch self {
      case .opens: PropertyClaim("P1", "The gate never opens twice within a second")
      case .passesSoon:
        PropertyClaim("P2", "Who opens the gate goes through within 3 s", kind: .eventually)
      case .passed: PropertyClaim("P3", "A push ends the wait", kind: .sometimes)
      }
    }
  }

  static let events: [TurnstileEvent.Name] = [.pushed]
  static let effects: [TurnstileEffect.Name] = [.open]
  static let keepsDeadlines = true

  private var opened: Instant?
  @Incidental private var openedBy: Int64 = 0

  init(_ setting: RunSetting<TurnstileGate>, device: Int) {}

  var deadline: Instant? { opened.map { $0 + .seconds(3) } }

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    if opened != nil { verdicts.met(Claims.passed) }
    opened = nil
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    verdicts.met(Claims.opens)
    verdicts.met(Claims.passesSoon)
    if let opened, effect.at - opened < .seconds(1) {
      verdicts.broken(
        Claims.opens, by: [Witness(seq: openedBy, at: opened), Witness(effect)],
        because: "It opens again after \((effect.at - opened).text).")
    }
    opened = effect.at
    openedBy = effect.seq
  }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    guard let opened else { return }
    verdicts.broken(
      Claims.passesSoon, by: [Witness(seq: openedBy, at: opened)],
      because: "No push came within 3s.")
    self.opened = nil
  }

  func relative(to now: Instant) -> PassageMonitor {
    var copy = self
    copy.opened = opened?.relative(to: now, within: .seconds(3))
    return copy
  }
}

/// What the machine holds, which all gates share; nothing is claimed of gates that are free.
struct CoinMonitor: Monitor {
  typealias S = TurnstileGate

  enum Claims: Int, ClaimList {
    case fewCoins, empty

    var claim: PropertyClaim {
      switch self {
      case .fewCoins:
        PropertyClaim("C1", "The machine never holds more than 3 coins", covers: ["COIN-1"])
      case .empty: PropertyClaim("C2", "At rest the machine is empty", kind: .convergence)
      }
    }
  }

  static let scope = MonitorScope.world
  static let events: [TurnstileEvent.Name] = [.coinInserted]
  static let looksAtStates = true

  init?(_ setting: RunSetting<TurnstileGate>, device: Int) {
    guard setting.readings.price > 0 else { return nil }
  }

  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    verdicts.met(Claims.fewCoins)
    let coins = world.state.coins
    if coins > 3 { verdicts.broken(Claims.fewCoins, by: [], because: "It holds \(coins) coins.") }
  }

  mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts) {
    verdicts.met(Claims.empty)
    let coins = world.state.coins
    if coins > 0 { verdicts.broken(Claims.empty, by: [], because: "It holds \(coins) coins.") }
  }
}
