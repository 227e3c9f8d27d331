import EventSourcing

/// Something that is to be sent, or to be done on the device between what is sent.
public struct QueuedCall: Hashable, Sendable {
  /// Its own number on this device.
  public let number: Int64
  /// The application for which it was queued.
  public let application: String
  /// The call to make, with its arguments.
  public internal(set) var order: CallOrder
  /// The attempts so far.
  public internal(set) var attempts = Attempts()
}

/// The purpose of a queued call.
public enum CallOrder: Hashable, Sendable {
  /// Links a contact; `before` is who was signed in when the app asked for it.
  case linkContact(ContactIdentity, before: ContactIdentity?)
  /// Links an anonymous contact.
  case linkAnonymous(before: ContactIdentity?, AnonymousLink = .ofContact)
  /// Drops contact and tokens where there are no anonymous contacts; no call is made.
  case forgetContact
  /// Registers a push token; one that is set again at a start goes before everything else.
  case registerPushToken(Personal, atStart: Bool = false)
  /// Removes the push token.
  case removePushToken
  /// Sends an event, together with its neighbours; the session that a start of the app begins is a
  /// part of that start, and a further one is not.
  case event(TrackedEvent, startsFurtherSession: Bool = false)
  /// Forgets everything that belongs to an application and goes on under this code.
  case startOver(code: String)
}

/// The reason for an anonymous link.
public enum AnonymousLink: String, Choice {
  /// The app has signed out, or starts without tokens.
  case ofContact = "of_contact"
  /// The old application is left, so that no contact stays linked there.
  case ofOldApplication = "of_old_application"
  /// The new application has no contact yet.
  case ofNewApplication = "of_new_application"
}

extension CallOrder {
  /// Whether it waits for a contact token, as the document has it.
  var needsToken: Bool { isPushToken || event != nil }

  /// Whether it is about the push token.
  var isPushToken: Bool {
    switch self {
    case .registerPushToken, .removePushToken: true
    case .linkContact, .linkAnonymous, .forgetContact, .event, .startOver: false
    }
  }

  /// Whether it is done on the device, without a call.
  var isLocal: Bool {
    switch self {
    case .forgetContact, .startOver: true
    case .linkContact, .linkAnonymous, .registerPushToken, .removePushToken, .event: false
    }
  }

  /// Whether it changes whose calls the following ones are.
  var changesContact: Bool {
    switch self {
    case .linkContact, .linkAnonymous, .forgetContact, .startOver: true
    case .registerPushToken, .removePushToken, .event: false
    }
  }

  /// Whether it goes on under another application code.
  var startsOver: Bool {
    if case .startOver = self { true } else { false }
  }

  /// Whether it links the first contact of a new application.
  var linksNewApplication: Bool {
    if case .linkAnonymous(_, .ofNewApplication) = self { true } else { false }
  }

  /// Whether it sets the push token again at a start, before everything else.
  var isTokenOfStart: Bool {
    if case .registerPushToken(_, atStart: true) = self { true } else { false }
  }

  /// The event, where it sends one.
  var event: TrackedEvent? {
    if case .event(let event, _) = self { event } else { nil }
  }

  /// Whether it reports the start of the app, which no failed call holds back (ME-5).
  var isStart: Bool {
    if case .event(let event, startsFurtherSession: false) = self {
      InternalEvent.isStart(event)
    } else {
      false
    }
  }

  /// The kind of call, without its details.
  var kind: Kind {
    switch self {
    case .linkContact: .linkContact
    case .linkAnonymous: .linkAnonymous
    case .forgetContact: .forgetContact
    case .registerPushToken: .registerPushToken
    case .removePushToken: .removePushToken
    case .event: .event
    case .startOver: .startOver
    }
  }

  /// The names of the cases.
  enum Kind: String, Choice {
    case linkContact = "link_contact"
    case linkAnonymous = "link_anonymous_contact"
    case forgetContact = "forget_contact"
    case registerPushToken = "register_push_token"
    case removePushToken = "remove_push_token"
    case event = "send_events"
    case startOver = "start_over"
  }
}
