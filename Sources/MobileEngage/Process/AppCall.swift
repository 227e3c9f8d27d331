import EventSourcing
import Platform

/// A call by the app to the SDK.
public enum AppCall: Hashable, Sendable {
  /// To sign a contact in; without a field the configured one is meant.
  case setContact(fieldID: Int64?, value: Personal?)
  /// To sign the contact out.
  case clearContact
  /// To register the push service's token.
  case setPushToken(Personal)
  /// To remove the token.
  case clearPushToken
  /// To track an event.
  case track(name: String, TextMap<AttributeValue>?)
  /// To go on under another application code.
  case changeApplication(code: String)
}

/// A call by the app that waits for a logout.
public struct DeferredCall: Hashable, Sendable {
  /// The instant at which the app asked for it.
  public let at: Instant
  /// The call that waits.
  public let call: AppCall
}

extension MobileEngageState {
  /// Runs a call of the app, or keeps it until a logout is done.
  mutating func receive(
    _ call: AppCall, at now: Instant, _ effects: inout Effects<MobileEngageEffect>
  ) {
    if logout.defersCalls {
      logout.deferCall(DeferredCall(at: now, call: call))
      // It is a retry trigger nevertheless, or a logout that failed would keep it for ever.
      queue.retryNow()
    } else {
      run(call, of: now, at: now, &effects)
    }
  }

  /// Runs what the app asked for while a logout waited, unless one still does; an event keeps the
  /// time of its tracking.
  mutating func runDeferredCalls(
    at now: Instant, _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard logout.waitsFor == nil else { return }
    for deferred in logout.takeDeferred() {
      if logout.defersCalls {
        // One of the calls before it was another logout.
        logout.deferCall(deferred)
      } else {
        run(deferred.call, of: deferred.at, at: now, &effects)
      }
    }
  }

  private mutating func run(
    _ call: AppCall, of time: Instant, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    switch call {
    case .setContact(let fieldID, let value): setContact(fieldID, value, at: now, &effects)
    case .clearContact: clearContact(at: now, &effects)
    case .setPushToken(let token): setPushToken(token, &effects)
    case .clearPushToken:
      if !push.clear(queue: &queue) { effects.diagnose(.tokenAbsent) }
    case .track(let name, let attributes):
      if trimmed(name).isEmpty {
        effects.diagnose(.eventNameBlank)
      } else {
        events.track(.custom, name, attributes, at: time, queue: &queue)
      }
    case .changeApplication(let code): changeApplication(to: code, &effects)
    }
  }

  private mutating func setPushToken(
    _ token: Personal, _ effects: inout Effects<MobileEngageEffect>
  ) {
    if trimmed(token.text).isEmpty { return effects.diagnose(.tokenBlank) }
    if contact.tokens == nil, settings.has(.tokenBeforeLoginLost) { return }
    if !push.receive(token, keepsFirst: settings.has(.deadTokenAtRestart), queue: &queue) {
      effects.diagnose(.tokenUnchanged)
    }
  }
}

extension DeferredCall: PartView {
  public static var sample: DeferredCall { DeferredCall(at: .sample, call: .clearContact) }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("at", at, "When the app asked for it.")
    visitor.field("call", call.name, "The call that waits.")
    visitor.field("field_id", call.fieldID)
    visitor.field("value", call.value)
    visitor.field("text", call.text, "The event's name, or the application code.")
    visitor.field("attributes", call.attributes)
  }
}

extension AppCall {
  fileprivate var name: String { kind.rawValue }

  private var kind: Kind {
    switch self {
    case .setContact: .setContact
    case .clearContact: .clearContact
    case .setPushToken: .setPushToken
    case .clearPushToken: .clearPushToken
    case .track: .track
    case .changeApplication: .changeApplication
    }
  }

  fileprivate var fieldID: Int64? {
    if case .setContact(let fieldID, _) = self { fieldID } else { nil }
  }

  fileprivate var value: Personal? {
    switch self {
    case .setContact(_, let value): value
    case .setPushToken(let token): token
    case .clearContact, .clearPushToken, .track, .changeApplication: nil
    }
  }

  fileprivate var text: String? {
    switch self {
    case .track(let name, _): name
    case .changeApplication(let code): code
    case .setContact, .clearContact, .setPushToken, .clearPushToken: nil
    }
  }

  fileprivate var attributes: TextMap<AttributeValue>? {
    if case .track(_, let attributes) = self { attributes } else { nil }
  }
}

extension DeferredCall: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeferredCall {
    DeferredCall(
      at: try visitor("at", at, "When the app asked for it."),
      call: try visitor("call", call, "The call that waits."))
  }
}

extension AppCall: Record {
  public static var sample: AppCall { .clearContact }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> AppCall {
    let kind = try visitor("call", kind)
    let fieldID = try visitor("field_id", fieldID, "The contact field.")
    let value = try visitor("value", value, "The contact's value, or the push token.")
    let text = try visitor("text", text, "The event's name, or the application code.")
    let attributes = try visitor("attributes", attributes, "The attributes of the event.")
    switch kind {
    case .setContact: return .setContact(fieldID: fieldID, value: value)
    case .clearContact: return .clearContact
    case .setPushToken: return .setPushToken(value ?? "")
    case .clearPushToken: return .clearPushToken
    case .track: return .track(name: text ?? "", attributes)
    case .changeApplication: return .changeApplication(code: text ?? "")
    }
  }

  /// The names of the cases.
  private enum Kind: String, Choice {
    case setContact = "set_contact"
    case clearContact = "clear_contact"
    case setPushToken = "set_push_token"
    case clearPushToken = "clear_push_token"
    case track
    case changeApplication = "change_application"
  }
}
