import EventSourcing

extension MobileEngageDefect {
  /// The bug that broke the rule, with its source.
  public var bug: RealBug {
    switch self {
    case .endlessRefreshing:
      RealBug(
        rawValue, "A refused call without a refresh token is refreshed without end",
        sources: [
          BugSource(
            "emartech/ios-emarsys-sdk 34ae1743",
            says: """
              Breaks the infinite cycle of refresh-token retries: without a refresh token no \
              refresh request is made, and the refused call ends with its error.
              """)
        ], .stated, profile: "ios", breaks: ["ME-4.refresh_token"],
        seen: """
          Phones became warm and data volume went away: an app in the front asked for a new contact \
          token as fast as the server refused it, and nothing else was sent any more.
          """,
        rule: """
          A call that is refused with 401 leads to a refresh only while a refresh token is held; \
          otherwise the call ends and the app is told.
          """,
        difference: """
          The refresh is made without a refresh token, its own 401 leads to the next one, and \
          everything in the queue waits behind it.
          """)
    }
  }
}
