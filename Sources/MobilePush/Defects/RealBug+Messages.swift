import EventSourcing

// The bugs in in-app and inbox messages, with their sources.

extension RealBug {
  static let displayLimitForgotten = RealBug(
    "A message that may be shown once is shown again",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-iOS gh-pages _releases/6.1.3.md",
        says: """
          Reloading location messages from the server could show a display-limited message \
          again; here it is the limit of in-app messages.
          """)
    ], .transferred, breaks: ["IAM-4.replaced", "IAM-5.trigger"],
    seen: "A welcome message with a display limit of one greets people at every session.",
    rule: """
      A version of an in-app message is shown as often as its limit says; only a new version \
      counts anew.
      """,
    difference: """
      Every download of the message counts its displays anew, also of the version that is there.
      """)

  static let inboxStartIgnored = RealBug(
    "An inbox message appears before its time",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-iOS gh-pages _releases/6.2.3.md",
        says: """
          Inbox messages now respect their start date in all cases; it does not say in which \
          they did not.
          """)
    ], .inferred, breaks: ["INBOX-2.all"],
    seen: "The offer of next Monday stands in the inbox on Friday, and the badge counts it.",
    rule: """
      A downloaded inbox message is visible from its start on, by the clock of the device.
      """,
    difference: "The start is dropped as the message is stored, so that it is visible at once.")

  static let replacedMessageStaysRead = RealBug(
    "A replaced inbox message is never reported as opened",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-iOS gh-pages _releases/8.1.3.md",
        says: """
          Fixed an issue of inbox open analytics when inbox messages are replaced; it does not \
          say which.
          """)
    ], .inferred, breaks: ["INBOX-6.read"],
    seen: """
      The report of a corrected message shows hardly any opens: who had read the first text is \
      not counted for the second.
      """,
    rule: """
      New content under the id of a message makes it unread, and reading it is an entry again.
      """,
    difference: """
      New content keeps the status of the old; reading it changes nothing and is not reported.
      """)
}
