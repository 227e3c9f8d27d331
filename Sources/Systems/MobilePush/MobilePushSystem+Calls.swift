import Simulation

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
