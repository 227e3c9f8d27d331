import EventSourcing
import Platform

/// The downloaded in-app messages and the one on screen.
public struct InAppState: StateView {
  /// The messages by id; each id once, in its highest version (IAM-4).
  public private(set) var messages: [StoredInAppMessage] = []
  /// The message on screen.
  public private(set) var showing: String?
  /// The fetches that wait for an answer.
  public private(set) var inFlight: [Int64] = []
  /// The fetch that waits for the network.
  public private(set) var waiting: InAppFetchReason?

  /// Fetches the messages, or remembers to when the network is back.
  mutating func fetch(
    _ reason: InAppFetchReason, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let decision = fetchDecision(context)
    if decision.isClosed(.featureOff) { return waiting = nil }
    guard decision.outcome == .go else { return waiting = reason }
    waiting = nil
    let request = effects.nextRequest()
    inFlight.append(request)
    effects.append(.fetchInAppMessages(request: request, reason: reason))
  }

  /// Sends the fetch that waited for the network or a process.
  mutating func resume(_ context: EventContext, _ effects: inout NumberedEffects) {
    if let reason = waiting { fetch(reason, context, &effects) }
  }

  /// Ends a fetch and stores what it brought; a message that is missing stays as it is (IAM-7).
  mutating func fetchEnded(
    _ request: Int64, with answer: Answer?, _ context: EventContext,
    _ effects: inout NumberedEffects
  ) {
    inFlight.removeAll { $0 == request }
    guard let answer, answer.isSuccess else { return }
    for downloaded in answer.messages {
      guard let message = downloaded.inApp else {
        effects.diagnose(.invalidMessage, downloaded.id)
        continue
      }
      store(message, replacesSame: context.has(.displayLimitForgotten))
    }
  }

  /// Shows the first message whose trigger is met; a trigger met while another message is on
  /// screen is spent.
  mutating func show(
    for name: String, _ attributes: TextMap<AttributeValue>?, _ context: EventContext,
    _ analytics: inout AnalyticsState, _ effects: inout NumberedEffects
  ) {
    guard displayDecision(context).outcome == .go else { return }
    let chosen = firstMessage {
      $0.message.trigger.isMet(by: name, attributes) && $0.mayBeShown(at: context.wallClock)
    }
    guard let chosen else { return }
    messages[chosen].displays.countUp()
    let message = messages[chosen].message
    showing = message.id
    effects.append(.showInAppMessage(id: message.id, version: message.version))
    analytics.record(.inAppShown, context) { $0.id = message.id }
  }

  func interact(
    with id: String, button: String?, _ context: EventContext,
    _ analytics: inout AnalyticsState, _ effects: inout NumberedEffects
  ) {
    guard showing == id else { return effects.diagnose(.notShowing, id) }
    analytics.record(.inAppInteracted, context) { entry in
      entry.id = id
      entry.button = button
    }
  }

  mutating func dismiss(
    _ id: String, _ context: EventContext, _ analytics: inout AnalyticsState,
    _ effects: inout NumberedEffects
  ) {
    guard showing == id else { return effects.diagnose(.notShowing, id) }
    showing = nil
    analytics.record(.inAppDismissed, context) { $0.id = id }
  }

  /// The outcome of the fetches in flight stays unknown.
  mutating func processEnded() {
    inFlight.removeAll()
    showing = nil
  }

  /// Keeps the highest version of each message; a new version counts its displays anew, and with
  /// `replacesSame` the same one too.
  private mutating func store(_ message: InAppMessage, replacesSame: Bool) {
    let stored = StoredInAppMessage(message: message, displays: 0)
    let (index, isThere) = messages.place(of: message.id) { $0.message.id }
    if !isThere { return messages.insert(stored, at: index) }
    if messages[index].message.version < message.version { messages[index] = stored }
    if replacesSame, messages[index].message == message { messages[index] = stored }
  }

  /// The index of the first of those that qualify, by priority, then version, then id.
  private func firstMessage(where qualifies: (StoredInAppMessage) -> Bool) -> Int? {
    var first: Int?
    for index in messages.indices where qualifies(messages[index]) {
      guard let current = first else {
        first = index
        continue
      }
      // Messages stand in the order of their ids, so an equal one comes later.
      if messages[index].message.comesBefore(messages[current].message) { first = index }
    }
    return first
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("messages", messages, "The downloaded messages by id.")
    visitor.field("showing", showing, "The id of the message on screen.")
  }

  public func details(_ visitor: inout some ViewVisitor) {
    visitor.field("in_flight", inFlight, "The fetches that wait for an answer.")
    visitor.field("waiting", waiting, "The fetch that waits for the network.")
  }
}

/// A downloaded in-app message and how often it was shown.
public struct StoredInAppMessage: Record {
  /// The message as downloaded.
  public var message: InAppMessage
  /// The number of times that this version was shown.
  public var displays: Int64

  /// Keeps a message with the number of its displays.
  public init(message: InAppMessage, displays: Int64 = 0) {
    self.message = message
    self.displays = displays
  }

  /// Whether limit and dates allow a display; the start belongs to the time, the end does not.
  func mayBeShown(at wallClock: Instant) -> Bool {
    if let limit = message.displayLimit, displays >= limit { return false }
    return isOpen(message.start, message.end, at: wallClock)
  }

  public static var sample: StoredInAppMessage {
    StoredInAppMessage(message: .sample, displays: 0)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> StoredInAppMessage {
    StoredInAppMessage(
      message: try message.fields(&visitor),
      displays: try visitor("displays", displays, "The number of displays of this version."))
  }
}

extension InAppMessage {
  fileprivate func comesBefore(_ other: InAppMessage) -> Bool {
    priority == other.priority ? version > other.version : priority < other.priority
  }
}

extension InAppTrigger {
  fileprivate func isMet(by name: String, _ given: TextMap<AttributeValue>?) -> Bool {
    guard event == name else { return false }
    guard let attributes else { return true }
    return attributes.entries.allSatisfy { given?[$0.key] == $0.value }
  }
}

/// Whether an instant lies between two dates: the start belongs to the time, the end does not.
func isOpen(_ start: Instant?, _ end: Instant?, at instant: Instant) -> Bool {
  if let start, instant < start { return false }
  if let end, instant >= end { return false }
  return true
}

extension InAppState: Record {
  public static var sample: InAppState { InAppState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InAppState {
    var stored = self
    stored.messages = try visitor("messages", messages, "The downloaded messages.")
    stored.showing = try visitor("showing", showing, "The message on screen.")
    stored.inFlight = try visitor("in_flight", inFlight, "The fetches that wait for an answer.")
    stored.waiting = try visitor("waiting", waiting, "The fetch that waits for the network.")
    return stored
  }
}
