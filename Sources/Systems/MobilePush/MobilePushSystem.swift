import EventSourcing
import MobilePush
import Simulation

/// MobilePush as the harness meets it, in scripted runs and in simulated worlds alike.
public enum MobilePushSystem: WorldSystem {
  public typealias SDK = MobilePushSDK
  public typealias Backend = MobilePushBackend
  public typealias Reply = MobilePushReply

  public static let name = "mobilepush"

  /// The names of the backends, under which their events are recorded.
  package static let engagement = "engagement"
  package static let pushService = "push_service"

  public static let backends = [engagement, pushService]

  public static let backendSettings: MobilePushWorldEvent? = .backend(
    .engagement(.sample(of: .backendConfigured)))

  public static let requestKinds = RequestKind.allCases.map { $0.rawValue }

  /// A kind of request whose answers can be scripted.
  enum RequestKind: String, CaseIterable {
    case registration, analytics
    case inAppMessages = "in_app_messages"
    case inboxMessages = "inbox_messages"

    /// Whether an answer brings messages.
    var isFetch: Bool {
      switch self {
      case .registration, .analytics: false
      case .inAppMessages, .inboxMessages: true
      }
    }
  }

  public static func reply(status: Int64, to kind: String, number: Int64) -> MobilePushReply {
    let brings = (200..<300).contains(status) && (RequestKind(rawValue: kind)?.isFetch ?? false)
    return MobilePushReply(status: status, messages: brings ? [] : nil)
  }

  public static func defaultReply(to kind: String, number: Int64) -> MobilePushReply {
    reply(status: kind == RequestKind.registration.rawValue ? 201 : 200, to: kind, number: number)
  }

  public static func readingsSet(
    profile: String, _ readings: MobilePushReadings
  ) -> MobilePushWorldEvent? { .device(.readingsSet(profile: profile, readings: readings)) }

  /// The propagation of fifteen minutes that the page states, where the others say five.
  public static let extraReadingVariants = ["propagation=15m"]

  public static let profiles = [
    Profile(name: "documents", readings: MobilePushReadings())
  ]

  /// The device's own, and those of the backends below their part of the state.
  public static var requirements: FieldRequirements {
    MobilePushState.requirements + EngagementState.requirements.below("backend.engagement")
      + PushServiceState.requirements.below("backend.push_service")
  }

  public static let timers = MobilePushTimer.allCases.map { $0.rawValue }
}

extension MobilePushSystem {
  /// The device registration, which alone has a documented body, and what the documents name
  /// without showing it: analytics, the sync of in-app messages, the inbox and the token.
  public static let calls = [
    CapturedCall(
      "send_registration", "POST", "/device/v1/registration",
      fields: [
        ("request", .number), ("reason", .attempt(afterSuccess: "changed", afterFailure: "retry")),
        ("body", .body("")),
      ],
      answer: [("retry_after", .header("Retry-After"))]),
    CapturedCall(
      "send_analytics", "POST", "/device/v1/event/analytic",
      fields: [("request", .number), ("batch", .body(""))],
      answer: [("retry_after", .header("Retry-After"))], missing: undocumented),
    CapturedCall(
      "fetch_in_app_messages", "POST", "/device/v1/{application}/sync/{device}",
      fields: [("request", .number), ("reason", .unsaid)], answer: download, missing: undocumented),
    CapturedCall(
      "fetch_inbox_messages", "GET", "/device/v1/{application}/message/{device}",
      fields: [("request", .number), ("reason", .unsaid)], answer: download, missing: undocumented),
    CapturedCall(
      "request_device_token", "POST", "/push/v1/{device}/token", fields: [],
      answer: [("token", .body("token"))], answeredBy: "device_token_received",
      missing: undocumented),
  ]

  private static let undocumented = "the documents do not show this call"

  private static let download: [(field: String, source: CapturedCall.Source)] = [
    ("retry_after", .header("Retry-After")), ("messages", .body("messages")),
  ]
}

extension MobilePushSystem {
  public static func validationError(in event: MobilePushWorldEvent) -> String? {
    switch event {
    case .backend(.engagement(.inAppPublished(let message))),
      .backend(.engagement(.inAppEdited(let message))):
      validationError(in: DownloadedMessage(message), for: .inAppMessages)
    case .backend(.engagement(.inboxPublished(let message))):
      validationError(in: DownloadedMessage(message), for: .inboxMessages)
    case .backend(.engagement(.backendConfigured(let devices))) where devices < 1:
      "'generic_key_devices' is at least 1: a key has one device before it looks generic"
    case .device, .backend, .network:
      nil
    }
  }

  public static func knownTexts(
    of field: String, in event: MobilePushWorldEvent.Name
  ) -> [String] {
    guard case .device(.silentPushReceived) = event, field == "content" else { return [] }
    return SilentPushContent.allCases.map { $0.rawValue }
  }

  public static func validationError(in reply: MobilePushReply, for kind: String) -> String? {
    guard let messages = reply.messages, !messages.isEmpty else { return nil }
    guard let kind = RequestKind(rawValue: kind), kind.isFetch else {
      return "an answer to '\(kind)' brings no messages"
    }
    return messages.lazy.compactMap { validationError(in: $0, for: kind) }.first
  }

  private static func validationError(in message: DownloadedMessage, for kind: RequestKind)
    -> String?
  {
    if message.id.isEmpty { return "a message needs an id" }
    switch kind {
    case .inAppMessages:
      if let trigger = message.trigger {
        return trigger.event.isEmpty ? "the trigger of '\(message.id)' names no event" : nil
      }
      return "the in-app message '\(message.id)' has no trigger and would never be shown"
    case .inboxMessages:
      return message.trigger == nil ? nil : "'\(message.id)' has a trigger: it is an in-app message"
    case .registration, .analytics:
      return nil
    }
  }
}

extension MobilePushSystem {
  /// The spec that `new --sdk mobilepush` writes; a test runs it.
  public static let firstSpec = #"""
    # A first spec. Run it with 'pushtrace check FILE', then change a time or a value and see
    # what it says.
    format: 1
    sdk: mobilepush
    feature: A first spec

    # Only registrations are judged here. Without this line every effect that leaves the SDK is.
    observe: [send_registration]

    # Every scenario starts from this.
    defaults:
      given:
        # The app is in the foreground, and registered an hour ago.
        use: [registered_device]
        backend:
          # The server answers each registration with 201, half a second after it left.
          registration: { replies: [201], latency: 500ms }

    scenarios:
      - name: A change leaves when its minute is over
        id: FIRST-01
        steps:
          # The app sets an attribute. A step without 'expect' says that nothing leaves then.
          - at: 0s
            event: attribute_set
            with: { key: city, value: Oslo }
            # The state can be looked at after any step.
            state:
              registration: { pending: true, next_attempt: 60s }

          # A step without 'event' only looks: this leaves at that instant, and nothing else.
          - at: 60s
            expect:
              - send_registration:
                  reason: changed
                  body: { attributes: [{ key: city, value: Oslo }] }

        # The run goes on until here; whatever leaves and is not expected is a failure.
        run_until: 1d
        finally:
          state:
            registration: { pending: false }

    """#
}
