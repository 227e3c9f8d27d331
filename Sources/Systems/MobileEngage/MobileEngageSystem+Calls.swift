import Simulation

extension MobileEngageSystem {
  /// The calls of the workflow. It shows no bodies; the flat ones are those of the public SDKs,
  /// while properties have the names of the device profile and events their own ids beside them.
  public static let calls = [
    call("send_client", "POST", "", [("properties", .body(""))], hasOwnBodies: true),
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
    call("send_events", "POST", "events", [("events", .body("events"))], hasOwnBodies: true),
  ]

  private static let tokens: [(field: String, source: CapturedCall.Source)] = [
    ("contact_token", .body("contactToken")), ("refresh_token", .body("refreshToken")),
  ]

  private static func call(
    _ effect: String, _ method: String, _ path: String, query: String? = nil,
    _ fields: [(field: String, source: CapturedCall.Source)] = [],
    answer: [(field: String, source: CapturedCall.Source)] = [], hasOwnBodies: Bool = false
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
      ] + answer, hasOwnBodies: hasOwnBodies)
  }
}
