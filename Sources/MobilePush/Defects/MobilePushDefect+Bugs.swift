import EventSourcing

extension MobilePushDefect {
  /// The bug that broke the rule, with its source.
  public var bug: RealBug {
    switch self {
    case .registrationsWithinSeconds:
      RealBug(
        rawValue, "Several changes within seconds lead to several registrations",
        sources: [
          BugSource(
            "salesforce-marketingcloud/MarketingCloudSDK-Android gh-pages _releases/6.0.2.md",
            says: """
              Several registration requests could be sent within a small amount of time; now edits \
              are batched and sent once per minute.
              """)
        ], .stated, breaks: ["REG-2", "REG-3", "REG-6"],
        seen: """
          Apps that set a handful of attributes after a login made one call for each of them. The \
          backend was called far more often than once a minute, and contacts held values in between.
          """,
        rule: """
          A change waits until the minute of the first unsent change is over, and leaves with all \
          others as one registration, at most once a minute.
          """,
        difference: "A change leaves at once; only a registration on its way holds it back."
      )
    }
  }
}
