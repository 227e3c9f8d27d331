import EventSourcing

extension QueuedCall: PartView {
  public static var sample: QueuedCall {
    QueuedCall(number: 1, application: "", order: .removePushToken)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("call", order.name, "What is to be done.")
    visitor.field("number", number, "Its own number.")
    visitor.field("application", application, "The application for which it was queued.")
    visitor.field("field_id", order.identity?.fieldID)
    visitor.field("field_value", order.identity?.value)
    visitor.field("before", order.before, "Who was signed in when the app asked for it.")
    visitor.field("token", order.pushToken)
    visitor.field("at_start", order.isTokenOfStart ? true : nil, "Whether it goes first.")
    visitor.field("link", order.applicationLink, "Which application the link concerns.")
    visitor.field("code", order.code, "The application code that follows.")
    visitor.field("entry", order.event?.entry)
    visitor.field("type", order.event?.type)
    visitor.field("name", order.event?.name)
    visitor.field("at", order.event?.at)
    visitor.field("attributes", order.event?.attributes)
    visitor.field("attempts", attempts, "What became of it so far.", counts: .future)
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
