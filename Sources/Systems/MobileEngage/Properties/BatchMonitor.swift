import EventSourcing
import MobileEngage
import Properties
import Rules
import Simulation

/// What a batch of events consists of.
struct BatchMonitor: Monitor {
  typealias S = MobileEngageSystem

  enum Claims: Int, ClaimList {
    case inOrder

    var claim: Claim {
      switch self {
      case .inOrder:
        Claim("E14", "A batch has at least one event, and its events in the order of tracking")
      }
    }
  }

  static let effects: [MobileEngageWorldEffect.Name] = [.device(.sendEvents)]

  init(_ setting: RunSetting<MobileEngageSystem>, device: Int) {}

  mutating func observe(
    _ effect: Effect, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    guard case .device(.sendEvents(_, let events)) = effect.effect else { return }
    verdicts.met(Claims.inOrder)
    guard let first = events.first else {
      return verdicts.broken(
        Claims.inOrder, by: [Witness(effect)], because: "The batch has no event.")
    }
    var last = first.entry
    for event in events.dropFirst() {
      if event.entry <= last {
        verdicts.broken(
          Claims.inOrder, by: [Witness(effect)],
          because: "Event \(event.entry) comes after event \(last).")
      }
      last = event.entry
    }
  }
}
