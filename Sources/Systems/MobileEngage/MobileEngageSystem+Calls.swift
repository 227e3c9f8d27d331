import Simulation

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
