import EventSourcing

extension MobilePushState {
  /// Fetches the messages, or remembers to when the network is back.
  mutating func fetchInbox(
    _ reason: InboxFetchReason, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard config.handlesInbox else { return inbox.waiting = nil }
    guard system.online else {
      // What the app asked for stays its own, so that it counts for the limit when it leaves.
      if inbox.waiting != .refresh { inbox.waiting = reason }
      return
    }
    inbox.waiting = nil
    let request = nextRequest()
    inbox.inFlight.append(request)
    switch (readings.inboxLimitCounts, reason) {
    case (.everyFetch, _), (.refresh, .refresh): inbox.limitedSince = now
    case (.refresh, .silentPush), (.refresh, .foreground): break
    }
    effects.append(.fetchInboxMessages(request: request, reason: reason))
  }

  mutating func refreshInbox(_ effects: inout Effects<MobilePushEffect>) {
    guard config.handlesInbox else { return effects.diagnose(.featureOff, "inbox") }
    if let end = refreshLimitEnd, end > now {
      effects.append(.refuseInboxRefresh(retryAt: end))
    } else if inbox.waiting == .refresh {
      effects.diagnose(.refreshWaiting)
    } else {
      fetchInbox(.refresh, &effects)
    }
  }

  /// Takes over what a fetch brought; a message that is missing stays as it is.
  mutating func fillInbox(
    from request: Int64, with answer: Answer?, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard let answer, answer.isSuccess else { return }
    guard request > inbox.lastAnswered else { return effects.diagnose(.staleAnswer) }
    inbox.lastAnswered = request
    for downloaded in answer.messages {
      guard let message = downloaded.inbox else {
        effects.diagnose(.invalidMessage, downloaded.id)
        continue
      }
      if inbox.store(message) { enter(.inboxDownloaded) { $0.id = message.id } }
    }
    tellInbox(&effects)
  }

  /// Takes over what the user did with a message (INBOX-5); there is no way back.
  mutating func mark(
    _ id: String, as status: InboxStatus, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard config.handlesInbox else { return effects.diagnose(.featureOff, "inbox") }
    guard let index = inbox.messages.firstIndex(where: { $0.message.id == id }) else {
      return effects.diagnose(.unknownMessage, id)
    }
    let kind: AnalyticsKind
    switch (inbox.messages[index].status, status) {
    case (.unread, .read): kind = .inboxRead
    case (.unread, .deleted), (.read, .deleted): kind = .inboxDeleted
    case (.unread, .unread), (.read, .unread), (.read, .read), (.deleted, _):
      return effects.diagnose(.alreadyDone, id)
    }
    inbox.messages[index].status = status
    enter(kind) { $0.id = id }
    tellInbox(&effects)
  }

  mutating func moveWallClock(by span: TimeSpan, _ effects: inout Effects<MobilePushEffect>) {
    system.wallClockOffset = system.wallClockOffset + span
    tellInbox(&effects)
  }

  /// Tells the app when its inbox looks different from what it was last told.
  ///
  /// A date that passes is noticed at the next event that concerns the inbox: no timer waits
  /// for it, as the documents know none.
  mutating func tellInbox(_ effects: inout Effects<MobilePushEffect>) {
    guard process.isRunning, config.handlesInbox else { return }
    let visible = inbox.visible(at: wallClock)
    guard visible != inbox.told else { return }
    inbox.told = visible
    effects.append(.notifyInboxUpdated(unread: unreadCount(visible)))
  }
}

extension InboxState {
  /// The messages that the app shows at an instant of the wall clock.
  func visible(at wallClock: Instant) -> [StoredInboxMessage] {
    messages.filter {
      $0.status != .deleted && isOpen($0.message.start, $0.message.end, at: wallClock)
    }
  }

  /// Keeps a message and says whether it is new to the user; a deleted one stays deleted.
  fileprivate mutating func store(_ message: InboxMessage) -> Bool {
    guard let index = messages.firstIndex(where: { $0.message.id == message.id }) else {
      messages.append(StoredInboxMessage(message: message, status: .unread))
      return true
    }
    guard messages[index].status != .deleted, messages[index].message != message else {
      return false
    }
    messages[index] = StoredInboxMessage(message: message, status: .unread)
    return true
  }
}

/// How many messages are unread.
func unreadCount(_ messages: [StoredInboxMessage]) -> Int64 {
  messages.reduce(0) { $1.status == .unread ? $0 + 1 : $0 }
}
