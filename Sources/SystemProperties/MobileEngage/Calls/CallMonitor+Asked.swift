import EventSourcing
import MobileEngage
import Platform
import Properties
import Rules

/// The contacts, events and starts that calls may be about, as the records say.
struct AskedCalls: Hashable {
  /// The contact field where the app names none.
  var contactField: Int64?
  /// The starts of the app whose events have not left.
  var starts: Int64 = 0
  /// The last event that says that the app started.
  private var lastStart: Int64 = 0
  /// The names of all events that the app has tracked.
  private var names: Set<String> = []
  /// The contacts that the app has set, from the one linked last on.
  private var contacts: [Contact] = []

  private struct Contact: Hashable {
    var field: Int64
    var value: Personal
  }

  init(contactField: Int64? = nil) { self.contactField = contactField }

  mutating func track(_ name: String) { names.insert(name) }

  mutating func setContact(_ field: Int64?, _ value: Personal) {
    contacts.append(Contact(field: field ?? contactField ?? 0, value: value))
  }

  /// Whether a contact was set and none after it was linked.
  mutating func mayLink(_ field: Int64, _ value: Personal) -> Bool {
    let place = contacts.firstIndex(of: Contact(field: field, value: value))
    if let place { contacts.removeFirst(place) }
    return place != nil
  }

  func hasTracked(_ event: TrackedEvent) -> Bool {
    event.type == .internal || names.contains(event.name)
  }

  /// Whether a start has led to this event; one that leaves again did so before.
  mutating func mayStart(_ event: TrackedEvent) -> Bool {
    if event.entry <= lastStart { return true }
    lastStart = event.entry
    starts -= 1
    return starts >= 0
  }
}

extension CallMonitor {
  mutating func judgeTracked(
    _ effect: Effect, _ events: [TrackedEvent], _ verdicts: inout Verdicts
  ) {
    if let other = events.first(where: { !asked.hasTracked($0) }) {
      verdicts.broken(
        Claims.batch, by: [Witness(effect)],
        because: "Event \(other.entry) has a name that the app has not tracked.")
    }
    if follows(.sessionPerForeground) { return }
    for event in events where InternalEvent.isStart(event) {
      verdicts.judge(
        Claims.startOnce, brokenIf: !asked.mayStart(event), by: [Witness(effect)],
        because: "Event \(event.entry) is one more than the app was started.")
    }
  }
}
