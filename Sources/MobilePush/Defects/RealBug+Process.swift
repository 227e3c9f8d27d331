import EventSourcing

// The bugs in launches, with their sources.

extension RealBug {
  static let lockedAtLaunch = RealBug(
    "An SDK that was woken before the first unlock never begins",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-iOS gh-pages _releases/8.1.0.md",
        says: "Fixed that the SDK failed to initialize when the device was locked."),
      BugSource(
        "OneSignal/OneSignal-iOS-SDK #1668",
        says: """
          A silent push starts the app on a locked device: what it calls then is dropped, and \
          nothing repeats it.
          """),
    ], .inferred, breaks: ["DEV-4.resumes"],
    seen: """
      After a night in which the phone restarted for an update, what people do in the app is lost \
      until they close it and open it again.
      """,
    rule: "An SDK that found its storage locked begins as the device is unlocked.",
    difference: "It stays as it was started, and refuses all calls until the process ends.")
}
