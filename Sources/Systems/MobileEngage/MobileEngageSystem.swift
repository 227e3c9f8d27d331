import EventSourcing
import MobileEngage
import Platform
import Simulation

/// Mobile Engage as the harness meets it, in scripted runs and in simulated worlds alike.
public enum MobileEngageSystem: WorldSystem {
  public typealias SDK = MobileEngageSDK
  public typealias Backend = MobileEngageBackend
  public typealias Reply = MobileEngageAnswer

  public static let name = "mobile_engage"

  /// The name of the backend, under which its events are recorded.
  package static let backend = "mobile_engage"

  public static let backends = [backend]

  public static let requestKinds = RequestKind.allCases.map { $0.rawValue }

  /// A kind of request whose answers can be scripted.
  package enum RequestKind: String, CaseIterable {
    case client, contact
    case contactToken = "contact_token"
    case pushToken = "push_token"
    case events
  }

  /// A bare 2xx brings what the call asks for, by numbers that never repeat; nothing else does.
  public static func reply(status: Int64, to kind: String, number: Int64) -> MobileEngageAnswer {
    var answer = MobileEngageAnswer(status: status)
    guard ServerStatus(status).isSuccess, let kind = RequestKind(rawValue: kind) else {
      return answer
    }
    switch kind {
    case .client:
      answer.clientState = Personal("client-state-\(number)")
    case .contact:
      answer.contactToken = Personal("contact-token-\(number)")
      answer.refreshToken = Personal("refresh-token-\(number)")
    case .contactToken:
      answer.contactToken = Personal("renewed-contact-token-\(number)")
      answer.refreshToken = Personal("renewed-refresh-token-\(number)")
    case .pushToken, .events:
      break
    }
    return answer
  }

  public static func readingsSet(
    profile: String, _ readings: MobileEngageReadings
  ) -> MobileEngageWorldEvent? { .device(.readingsSet(profile: profile, readings: readings)) }

  public static let profiles = MobileEngageProfile.allCases.map { profile in
    Profile(
      name: profile.rawValue, readings: profile.readings,
      differences: Policy.table.filter { $0.profiles.contains(profile) }.map {
        ProfileDifference(name: $0.name, sentence: $0.sentence)
      })
  }

  /// The device's own, and those of the backends below their part of the state.
  public static var requirements: FieldRequirements {
    MobileEngageState.requirements + MobileEngageBackendState.requirements.below("backend")
  }

  public static let timers = MobileEngageTimer.allCases.map { $0.rawValue }

  public static func validationError(in reply: MobileEngageAnswer, for kind: String) -> String? {
    let hasTokens = reply.contactToken != nil || reply.refreshToken != nil
    guard hasTokens, kind != RequestKind.contact.rawValue,
      kind != RequestKind.contactToken.rawValue
    else { return nil }
    return "an answer to '\(kind)' brings no tokens; 'contact' and 'contact_token' do"
  }
}

extension MobileEngageAnswer: ScriptedReply {}

extension MobileEngageSystem {
  /// The calls of the workflow. It shows no bodies; these have the names of the public SDKs, and
  /// what those do not send, such as the ids of events, has the names of effects beside them.
  public static let calls = [
    call("send_client", "POST", "", [("properties", .members(clientProperties))]),
    call("link_anonymous_contact", "POST", "contact", query: "anonymous", answer: tokens),
    call(
      "link_contact", "POST", "contact",
      [("field_id", .body("contactFieldId")), ("field_value", .body("contactFieldValue"))],
      answer: tokens),
    call(
      "refresh_contact_token", "POST", "contact-token", [("refresh_token", .body("refreshToken"))],
      answer: tokens),
    call("register_push_token", "PUT", "push-token", [("token", .body("pushToken"))]),
    call("remove_push_token", "DELETE", "push-token"),
    call(
      "send_events", "POST", "events", [("events", .body("events"))],
      missing: "each event has an id of the SDK's own, 'entry', that no body carries"),
  ]

  /// The properties as both public SDKs name them in the body, and the rest of a device profile.
  private static let clientProperties: [(field: String, source: CapturedCall.Source)] = [
    ("platform", .body("platform")), ("platform_version", .body("osVersion")),
    ("app_version", .body("applicationVersion")), ("sdk_version", .body("sdkVersion")),
    ("hwid", .body("deviceModel")), ("locale", .body("locale")), ("language", .body("language")),
    ("time_zone", .offset("timezone")), ("dst", .body("dst")),
    ("location_enabled", .body("location_enabled")),
    ("proximity_enabled", .body("proximity_enabled")),
    ("quiet_push_enabled", .body("quiet_push_enabled")), ("debug", .body("debug")),
  ]

  private static let tokens: [(field: String, source: CapturedCall.Source)] = [
    ("contact_token", .body("contactToken")), ("refresh_token", .body("refreshToken")),
  ]

  private static func call(
    _ effect: String, _ method: String, _ path: String, query: String? = nil,
    _ fields: [(field: String, source: CapturedCall.Source)] = [],
    answer: [(field: String, source: CapturedCall.Source)] = [], missing: String? = nil
  ) -> CapturedCall {
    CapturedCall(
      effect, method, "/apps/*/client/\(path)", query: query,
      fields: [
        ("request", .number), ("method", .method), ("path", .path),
        (
          "headers",
          .headers([("client_state", "X-Client-State"), ("contact_token", "X-Contact-Token")])
        ),
      ] + fields,
      answer: [
        ("client_state", .header("X-Client-State")), ("retry_after", .header("Retry-After")),
      ] + answer, missing: missing)
  }
}

extension MobileEngageSystem {
  /// The spec that `new --sdk mobile_engage` writes; a test runs it.
  public static let firstSpec = #"""
    # A first spec. Run it with 'pushtrace check FILE', then change a time or a value and see
    # what it says.
    format: 1
    sdk: mobile_engage
    feature: A first spec

    # Only batches of events are judged here. Without this line every call of the SDK is.
    observe: [send_events]

    # Every scenario starts from this.
    defaults:
      given:
        # The app is in the foreground since an hour, with an anonymous contact.
        use: [started_device]
        backend:
          # The server answers each batch with 204, half a second after it left.
          events: { replies: [204], latency: 500ms }

    scenarios:
      - name: An event that is tracked without a network leaves when it is back
        id: FIRST-01
        steps:
          - at: 0s
            event: connectivity_changed
            with: { online: false }

          # A step without 'expect' says that nothing leaves then.
          - at: 10s
            event: event_tracked
            with: { name: purchase, attributes: { item: shoes } }
            # The state can be looked at after any step.
            state: { queue: { size: 1 } }

          # This leaves at that instant, and nothing else.
          - at: 1h
            event: connectivity_changed
            with: { online: true }
            expect:
              - send_events:
                  path: /apps/APP/client/events
                  events: [{ name: purchase, type: custom }]

        # The run goes on until here; whatever leaves and is not expected is a failure.
        run_until: 1d
        finally:
          state: { queue: { size: 0 } }

    """#
}
