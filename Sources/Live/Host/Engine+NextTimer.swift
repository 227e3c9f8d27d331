import EventSourcing
import Simulation

extension Engine {
  /// The first timer that is due by `now`, with the index of its party.
  func nextTimer(by now: Instant) -> (Int, ArmedTimer<S.Machine.Event>)? {
    var found: (place: Int, timer: ArmedTimer<S.Machine.Event>)?
    for (place, party) in parties.enumerated() {
      for timer in party.timers where timer.due <= now {
        if let found, (found.timer.due, found.timer.cause) <= (timer.due, timer.cause) { continue }
        found = (place, timer)
      }
    }
    return found.map { ($0.place, $0.timer) }
  }
}
