import EventSourcing
import Simulation

/// The timers that only the changes set or moved; the trace does not say when they fire.
struct OwnTimers<S: System> {
  private var timers: [Entry] = []
  /// The timers that never fire: the changes skip their events.
  private var lost: [Entry] = []

  struct Entry: Equatable {
    let party: String
    let due: Instant
    let event: S.Machine.Event
  }

  /// Updates the timers of a party after an event.
  mutating func update(_ party: String, _ base: Engine<S>, _ changed: Engine<S>) {
    if !timers.isEmpty { timers.removeAll { $0.party == party } }
    guard let place = changed.place(of: party) else { return }
    let recorded = base.place(of: party).map { base.parties[$0].timers } ?? []
    for timer in changed.parties[place].timers {
      let isShared = recorded.contains { $0.event == timer.event && $0.due == timer.due }
      let entry = Entry(party: party, due: timer.due, event: timer.event)
      if !isShared, !lost.contains(entry) { timers.append(entry) }
    }
  }

  /// Lets a timer never fire.
  mutating func lose(_ timer: ArmedTimer<S.Machine.Event>, of party: String) {
    lost.append(Entry(party: party, due: timer.due, event: timer.event))
  }

  /// The one that fires first, if that is at or before `instant`.
  func first(upTo instant: Instant) -> Entry? {
    let next = timers.indices.min { timers[$0].due < timers[$1].due }
    return next.flatMap { timers[$0].due <= instant ? timers[$0] : nil }
  }
}
