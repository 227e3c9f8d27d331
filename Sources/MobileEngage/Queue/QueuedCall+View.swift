import EventSourcing

extension QueuedCall: Record {
  public static var sample: QueuedCall {
    QueuedCall(number: 1, application: "", order: .removePushToken)
  }

  // Only shown, never read back: a queue follows from events.
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> QueuedCall {
    _ = try visitor("call", order.name, "What is to be done.")
    _ = try visitor("number", number, "Its own number.")
    _ = try visitor("application", application, "The application for which it was queued.")
    _ = try visitor("field_id", order.identity?.fieldID)
    _ = try visitor("field_value", order.identity?.value)
    _ = try visitor("before", order.before, "Who was signed in when the app asked for it.")
    _ = try visitor("token", order.pushToken)
    _ = try visitor("at_start", order.isTokenOfStart ? true : nil, "Whether it goes first.")
    _ = try visitor("link", order.applicationLink, "Which application the link concerns.")
    _ = try visitor("code", order.code, "The application code that follows.")
    _ = try visitor("entry", order.event?.entry)
    _ = try visitor("type", order.event?.type)
    _ = try visitor("name", order.event?.name)
    _ = try visitor("at", order.event?.at)
    _ = try visitor("attributes", order.event?.attributes)
    _ = try visitor("attempts", attempts, "What became of it so far.")
    return self
  }
}

extension CallOrder {
  fileprivate var identity: ContactIdentity? {
    if case .linkContact(let identity, _) = self { identity } else { nil }
  }

  fileprivate var before: ContactIdentity? {
    switch self {
    case .linkContact(_, let before), .linkAnonymous(let before, _): before
    case .forgetContact, .registerPushToken, .removePushToken, .event, .startOver: nil
    }
  }

  fileprivate var pushToken: Personal? {
    if case .registerPushToken(let token, _) = self { token } else { nil }
  }

  fileprivate var applicationLink: AnonymousLink? {
    if case .linkAnonymous(_, let link) = self, link != .ofContact { link } else { nil }
  }

  fileprivate var code: String? {
    if case .startOver(let code) = self { code } else { nil }
  }
}
