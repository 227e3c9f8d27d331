import Simulation

extension MobilePushSystem {
  /// The device registration, which alone has a documented body.
  public static let calls = [
    CapturedCall(
      "send_registration", "POST", "/device/v1/registration",
      fields: [
        ("request", .number), ("reason", .attempt(afterSuccess: "changed", afterFailure: "retry")),
        ("body", .body("")),
      ],
      answer: [("retry_after", .header("Retry-After"))])
  ]
}
