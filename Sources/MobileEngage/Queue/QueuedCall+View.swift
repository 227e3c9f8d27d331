import EventSourcing

extension QueuedCall: PartView {
  public static var sample: QueuedCall {
    QueuedCall(number: 1, application: "", order: .removePushToken)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("call", order.kind, "The purpose of the call.")
    visitor.field("number", number, "Its own number.")
    visitor.field("application", application, "The application for which it was queued.")
    visitor.field("field_id", order.identity?.fieldID)
    visitor.field("field_value", order.identity?.value)
    visitor.field("before", order.before, "The contact signed in when the app asked.")
    visitor.field("token", order.pushToken)
    visitor.field("at_start", order.isTokenOfStart ? true : nil, "Whether it goes first.")
    visitor.field("link", order.applicationLink, "The application that the link concerns.")
    visitor.field("code", order.code, "The application code that follows.")
    visitor.field("entry", order.event?.entry)
    visitor.field("type", order.event?.type)
    visitor.field("name", order.event?.name)
    visitor.field("at", order.event?.at)
    visitor.field("attributes", order.event?.attributes)
    visitor.field(
      "further_session", order.startsFurtherSession ? true : nil,
      "Whether it starts another session than that of the app's start.")
    visitor.field("attempts", attempts, "Its failures and waits so far.", counts: .future)
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

  fileprivate var startsFurtherSession: Bool {
    if case .event(_, startsFurtherSession: true) = self { true } else { false }
  }

  fileprivate var code: String? {
    if case .startOver(let code) = self { code } else { nil }
  }
}

extension QueuedCall: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> QueuedCall {
    QueuedCall(
      number: try visitor("number", number, "Its own number."),
      application: try visitor("application", application, "For which it was queued."),
      order: try visitor("order", order, "The purpose of the call."),
      attempts: try visitor("attempts", attempts, "Its failures and waits so far."))
  }
}

extension CallOrder: Record {
  public static var sample: CallOrder { .removePushToken }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> CallOrder {
    let kind = try visitor("call", kind)
    let identity = try visitor("identity", identity, "The contact that is linked.")
    let before = try visitor("before", before, "The contact signed in when the app asked.")
    let token = try visitor("token", pushToken, "The push token.")
    let atStart = try visitor("at_start", isTokenOfStart ? true : nil, "Whether it goes first.")
    let link = try visitor("link", applicationLink, "The application that the link concerns.")
    let code = try visitor("code", code, "The application code that follows.")
    let event = try visitor("event", event, "The tracked event.")
    let further = try visitor(
      "further_session", startsFurtherSession ? true : nil,
      "Whether it starts another session than that of the app's start.")
    switch kind {
    case .linkContact: return .linkContact(identity ?? .sample, before: before)
    case .linkAnonymous: return .linkAnonymous(before: before, link ?? .ofContact)
    case .forgetContact: return .forgetContact
    case .registerPushToken: return .registerPushToken(token ?? "", atStart: atStart == true)
    case .removePushToken: return .removePushToken
    case .event: return .event(event ?? .sample, startsFurtherSession: further == true)
    case .startOver: return .startOver(code: code ?? "")
    }
  }
}
