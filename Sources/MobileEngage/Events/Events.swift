import EventSourcing
import Platform

extension MobileEngageState {
  /// Queues an event of the app (ME-7).
  mutating func track(
    _ name: String, _ attributes: TextMap<AttributeValue>?,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard !trimmed(name).isEmpty else { return effects.diagnose(.eventNameBlank) }
    enter(.custom, name, attributes)
  }

  /// Tells that the app came to the front: once a process, and under some profiles each time
  /// (ME-5).
  mutating func trackStart() {
    let first = !process.startTracked
    process.startTracked = true
    let opensSession = first || follows(.sessionPerForeground)
    switch readings.startEvent {
    case .appStart:
      if first { trackAppStart() }
    case .sessionStart:
      if opensSession { startSession() }
    case .both:
      if first { trackAppStart() }
      if opensSession { startSession() }
    }
  }

  mutating func startSession() {
    if follows(.sessionNeedsToken), tokens == nil { return }
    if follows(.sessionPerForeground) { process.sessionSince = now }
    enter(.internal, InternalEvent.sessionStart)
  }

  /// Ends the session, where the profile has sessions and one is open.
  mutating func endSession() {
    guard let since = process.sessionSince else { return }
    process.sessionSince = nil
    let duration = AttributeValue(String((now - since).milliseconds))
    enter(.internal, InternalEvent.sessionEnd, ["duration": duration])
  }

  private mutating func trackAppStart() {
    if follows(.startNeedsToken), tokens == nil { return }
    enter(.internal, InternalEvent.appStart)
  }

  private mutating func enter(
    _ origin: TrackedEvent.Origin, _ name: String, _ attributes: TextMap<AttributeValue>? = nil
  ) {
    let entry = next(&counters.entries)
    enqueue(
      .event(
        TrackedEvent(entry: entry, type: origin, name: name, at: now, attributes: attributes)))
  }
}
