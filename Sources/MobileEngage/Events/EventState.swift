import EventSourcing
import Platform

/// The tracked events, and the session that goes on (ME-5, ME-7).
public struct EventState: StateView {
  /// The number of the last event tracked in the device's life.
  public private(set) var lastEntry: Int64 = 0
  /// Whether this process has tracked its start, which it does when first on screen.
  public private(set) var startTracked = false
  /// The instant at which the session began, under profiles that have sessions.
  public private(set) var sessionSince: Instant?
  /// The entry of the session's end after whose acceptance the next session starts.
  public private(set) var restartsAfter: Int64?

  /// Tracks that the app came to the front: once a process, and under some profiles each time.
  mutating func trackStart(
    at now: Instant, hasToken: Bool, _ settings: MobileEngageSettings, queue: inout CallQueue
  ) {
    let first = !startTracked
    startTracked = true
    let opensSession = first || settings.follows(.sessionPerForeground)
    let startEvent = settings.readings.startEvent
    let startsApp = first || settings.has(.secondAppStart)
    if startsApp, startEvent != .sessionStart, hasToken || !settings.follows(.startNeedsToken) {
      track(.internal, InternalEvent.appStart, at: now, queue: &queue)
    }
    if opensSession, startEvent != .appStart {
      startSession(at: now, isFurther: !first, hasToken: hasToken, settings, queue: &queue)
    }
  }

  /// Starts a session: that of the app's start, or a further one.
  mutating func startSession(
    at now: Instant, isFurther: Bool, hasToken: Bool, _ settings: MobileEngageSettings,
    queue: inout CallQueue
  ) {
    if settings.follows(.sessionNeedsToken), !hasToken { return }
    if settings.follows(.sessionPerForeground) { sessionSince = now }
    restartsAfter = nil
    track(
      .internal, InternalEvent.sessionStart, at: now, startsFurtherSession: isFurther,
      queue: &queue)
  }

  /// Ends the session, where the profile has sessions; `false` where none is running.
  @discardableResult
  mutating func endSession(at now: Instant, queue: inout CallQueue) -> Bool {
    restartsAfter = nil
    guard let since = sessionSince else { return false }
    sessionSince = nil
    let duration = AttributeValue(String((now - since).milliseconds))
    track(.internal, InternalEvent.sessionEnd, ["duration": duration], at: now, queue: &queue)
    return true
  }

  /// Ends the session, and starts the next one once that has been accepted.
  mutating func endSessionThenRestart(at now: Instant, queue: inout CallQueue) {
    let awaited = restartsAfter
    restartsAfter = endSession(at: now, queue: &queue) ? lastEntry : awaited
  }

  /// Whether an acknowledged event is the session's end that the next session waits for.
  func isAwaited(_ event: TrackedEvent) -> Bool { event.entry == restartsAfter }

  /// Starts no session after an event that was refused.
  mutating func refused(_ event: TrackedEvent) {
    if isAwaited(event) { restartsAfter = nil }
  }

  /// Forgets what ends with a process.
  mutating func endProcess() {
    startTracked = false
    sessionSince = nil
    restartsAfter = nil
  }

  /// Queues an event of the app, or one of the SDK itself.
  mutating func track(
    _ origin: TrackedEvent.Origin, _ name: String, _ attributes: TextMap<AttributeValue>? = nil,
    at now: Instant, startsFurtherSession: Bool = false, queue: inout CallQueue
  ) {
    let entry = lastEntry.countUp()
    queue.append(
      .event(
        TrackedEvent(entry: entry, type: origin, name: name, at: now, attributes: attributes),
        startsFurtherSession: startsFurtherSession))
  }
}

extension EventState: Record {
  public static var sample: EventState { EventState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EventState {
    var stored = self
    stored.lastEntry = try visitor("last_entry", lastEntry, "The number of the last event tracked.")
    stored.startTracked = try visitor(
      "start_tracked", startTracked, "Whether this process has tracked its start.")
    stored.sessionSince = try visitor("session_since", sessionSince, "When the session began.")
    stored.restartsAfter = try visitor(
      "restarts_after", restartsAfter, "The session's end that is waited for.")
    return stored
  }
}
