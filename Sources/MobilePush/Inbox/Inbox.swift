import EventSourcing

/// The downloaded inbox messages, visible or not.
public struct InboxState: Hashable, Sendable {
  /// The messages, and what the app knows of them.
  public private(set) var contents = InboxContents()
  /// The instant of the fetch that the limit counts (INBOX-4).
  public private(set) var limitedSince: Instant?
  /// The fetches that wait for an answer, oldest first.
  public private(set) var inFlight: [Int64] = []
  /// The fetch that waits for the network.
  public private(set) var waiting: InboxFetchReason?
  /// The highest request whose answer was stored.
  public private(set) var lastAnswered: Int64 = 0

  /// Fetches the messages, or remembers to when the network is back.
  mutating func fetch(
    _ reason: InboxFetchReason, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let decision = refreshDecision(context)
    if decision.isClosed(.featureOff) { return waiting = nil }
    if decision.isClosed(.offline) {
      // What the app asked for stays its own, so that it counts for the limit when it leaves.
      if waiting != .refresh { waiting = reason }
      return
    }
    waiting = nil
    let request = effects.nextRequest()
    inFlight.append(request)
    switch (context.readings.inboxLimitCounts, reason) {
    case (.everyFetch, _), (.refresh, .refresh): limitedSince = context.now
    case (.refresh, .silentPush), (.refresh, .foreground): break
    }
    effects.append(.fetchInboxMessages(request: request, reason: reason))
  }

  /// Sends the fetch that waited for the network or a process.
  mutating func resume(_ context: EventContext, _ effects: inout NumberedEffects) {
    if let reason = waiting { fetch(reason, context, &effects) }
  }

  /// Fetches in the app's name, at most once a minute (INBOX-4).
  mutating func refresh(_ context: EventContext, _ effects: inout NumberedEffects) {
    let decision = refreshDecision(context)
    if decision.isClosed(.featureOff) { return effects.diagnose(.featureOff, "inbox") }
    if let end = refreshLimitEnd, decision.isClosed(.limit) {
      effects.append(.refuseInboxRefresh(retryAt: end))
    } else if waiting == .refresh {
      effects.diagnose(.refreshWaiting)
    } else {
      fetch(.refresh, context, &effects)
    }
  }

  /// Ends a fetch and stores what it brought; a message that is missing stays as it is.
  mutating func fetchEnded(
    _ request: Int64, with answer: Answer?, _ context: EventContext,
    _ analytics: inout AnalyticsState, _ effects: inout NumberedEffects
  ) {
    inFlight.removeAll { $0 == request }
    guard let answer, answer.isSuccess else { return }
    guard request > lastAnswered else { return effects.diagnose(.staleAnswer) }
    lastAnswered = request
    for downloaded in answer.messages {
      guard var message = downloaded.inbox else {
        effects.diagnose(.invalidMessage, downloaded.id)
        continue
      }
      if context.has(.inboxStartIgnored) { message.start = nil }
      if contents.store(message, keepsStatus: context.has(.replacedMessageStaysRead)) {
        analytics.record(.inboxDownloaded, context) { $0.id = message.id }
      }
    }
    notifyIfChanged(context, &effects)
  }

  /// Records what the user did with a message (INBOX-5); there is no way back.
  mutating func mark(
    _ id: String, as status: InboxStatus, _ context: EventContext,
    _ analytics: inout AnalyticsState, _ effects: inout NumberedEffects
  ) {
    guard context.config.handlesInbox else { return effects.diagnose(.featureOff, "inbox") }
    guard let position = contents.position(of: id) else {
      return effects.diagnose(.unknownMessage, id)
    }
    let kind: AnalyticsKind
    switch (contents.messages[position].status, status) {
    case (.unread, .read): kind = .inboxRead
    case (.unread, .deleted), (.read, .deleted): kind = .inboxDeleted
    case (.unread, .unread), (.read, .unread), (.read, .read), (.deleted, _):
      return effects.diagnose(.alreadyDone, id)
    }
    contents.mark(at: position, as: status)
    analytics.record(kind, context) { $0.id = id }
    notifyIfChanged(context, &effects)
  }

  /// Notifies the app when its inbox looks different from what it last knew.
  ///
  /// A date that passes is noticed at the next event that concerns the inbox: no timer waits
  /// for it, as the documents know none.
  mutating func notifyIfChanged(_ context: EventContext, _ effects: inout NumberedEffects) {
    guard context.isRunning, context.config.handlesInbox else { return }
    guard contents.notify(at: context.wallClock) else { return }
    effects.append(.notifyInboxUpdated(unread: contents.unread))
  }

  /// The outcome of the fetches in flight stays unknown.
  mutating func processEnded() { inFlight.removeAll() }
}

/// The inbox as the app sees it at one instant, and what lies behind it.
public struct InboxView: StateView {
  private let inbox: InboxState
  private let visible: [StoredInboxMessage]

  init(_ inbox: InboxState, at wallClock: Instant) {
    self.inbox = inbox
    visible = inbox.contents.visible(at: wallClock)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("unread", visible.unreadCount, "The number of visible unread messages.")
    visitor.field("messages", visible, "The visible messages.")
  }

  public func details(_ visitor: inout some ViewVisitor) {
    visitor.field("stored", inbox.contents.messages, "All messages, deleted ones included.")
    visitor.field(
      "notified", inbox.contents.notified, "The visible messages as last notified.")
    visitor.field(
      "limited_since", inbox.limitedSince, "When the limit's last fetch left.",
      counts: .window(InboxState.minute))
    visitor.field("in_flight", inbox.inFlight, "The fetches that wait for an answer.")
    visitor.field("waiting", inbox.waiting, "The fetch that waits for the network.")
    visitor.field("last_answered", inbox.lastAnswered, "The last answer stored.")
  }
}

extension InboxState: Record {
  public static var sample: InboxState { InboxState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InboxState {
    var stored = self
    stored.contents = InboxContents(
      messages: try visitor(
        "messages", contents.messages, "All messages, deleted ones included."),
      notified: try visitor(
        "notified", contents.notified, "The visible messages as last notified."))
    stored.limitedSince = try visitor(
      "limited_since", limitedSince, "When the limit's last fetch left.")
    stored.inFlight = try visitor("in_flight", inFlight, "The fetches that wait for an answer.")
    stored.waiting = try visitor("waiting", waiting, "The fetch that waits for the network.")
    stored.lastAnswered = try visitor("last_answered", lastAnswered, "The last answer stored.")
    return stored
  }
}
