import EventSourcing
import Platform

/// What was tracked in the app, and the session that goes on (ME-5, ME-7).
public struct EventState: StateView {
  /// The number of the last event tracked in the device's life.
  public private(set) var lastEntry: Int64 = 0
  /// Whether this process has tracked its start, which it does when first on screen.
  public private(set) var startTracked = false
  /// When the session began, under profiles that have sessions.
  public private(set) var sessionSince: Instant?

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("last_entry", lastEntry, "The number of the last event tracked.")
    _ = try visitor("start_tracked", startTracked, "Whether this process has tracked its start.")
    _ = try visitor("session_since", sessionSince, "When the session began.")
  }

  /// Queues an event of the app.
  mutating func track(
    _ name: String, _ attributes: TextMap<AttributeValue>?, at now: Instant,
    queue: inout CallQueue
  ) {
    track(.custom, name, attributes, at: now, queue: &queue)
  }

  /// Tracks that the app came to the front: once a process, and under some profiles each time.
  mutating func trackStart(
    at now: Instant, hasToken: Bool, _ settings: MobileEngageSettings, queue: inout CallQueue
  ) {
    let first = !startTracked
    startTracked = true
    let opensSession = first || settings.follows(.sessionPerForeground)
    let startEvent = settings.readings.startEvent
    if first, startEvent != .sessionStart, hasToken || !settings.follows(.startNeedsToken) {
      track(.internal, InternalEvent.appStart, at: now, queue: &queue)
    }
    if opensSession, startEvent != .appStart {
      startSession(at: now, hasToken: hasToken, settings, queue: &queue)
    }
  }

  mutating func startSession(
    at now: Instant, hasToken: Bool, _ settings: MobileEngageSettings, queue: inout CallQueue
  ) {
    if settings.follows(.sessionNeedsToken), !hasToken { return }
    if settings.follows(.sessionPerForeground) { sessionSince = now }
    track(.internal, InternalEvent.sessionStart, at: now, queue: &queue)
  }

  /// Ends the session, where the profile has sessions and one is open.
  mutating func endSession(at now: Instant, queue: inout CallQueue) {
    guard let since = sessionSince else { return }
    sessionSince = nil
    let duration = AttributeValue(String((now - since).milliseconds))
    track(.internal, InternalEvent.sessionEnd, ["duration": duration], at: now, queue: &queue)
  }

  /// Forgets what ends with a process.
  mutating func endProcess() {
    startTracked = false
    sessionSince = nil
  }

  private mutating func track(
    _ origin: TrackedEvent.Origin, _ name: String, _ attributes: TextMap<AttributeValue>? = nil,
    at now: Instant, queue: inout CallQueue
  ) {
    let entry = next(&lastEntry)
    queue.append(
      .event(
        TrackedEvent(entry: entry, type: origin, name: name, at: now, attributes: attributes)))
  }
}
