import EventSourcing

// The bugs in registrations and analytics, with their sources.

extension RealBug {
  static let registrationsWithinSeconds = RealBug(
    "Several changes within seconds lead to several registrations",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-Android gh-pages _releases/6.0.2.md",
        says: """
          Several registration requests could be sent within a small amount of time; now edits \
          are batched and sent once per minute.
          """)
    ], .stated, breaks: ["REG-2", "REG-3", "REG-6"],
    seen: """
      An app that sets a handful of attributes after a login makes a call for each of them; the \
      backend is called far more often than once a minute, and contacts hold values in between.
      """,
    rule: """
      A change waits until the minute of the first unsent change is over, and leaves with all \
      others as one registration, at most once a minute.
      """,
    difference: "A change leaves at once; only a registration on its way holds it back.")

  static let pendingChangeLost = RealBug(
    "What waits when the process ends is never sent",
    sources: [
      BugSource(
        "forcedotcom/SalesforceMobileSDK-Android #1093",
        says: """
          Registrations expire, the alarm that renews them is lost by a restart of the device, \
          and as users log in only once nothing ever registers again.
          """)
    ], .transferred, breaks: ["REG-22.pending", "REG-22.retries"],
    seen: """
      The audience shrinks without an error anywhere: devices that were restarted at the wrong \
      moment stay registered with old values, or not at all, until something else changes.
      """,
    rule: """
      What is not sent yet and the state of the retries outlive the process; the next launch \
      goes on where the last one stopped.
      """,
    difference: "The end of the process forgets that a change waits or that an attempt failed.")

  static let permissionOverridesSwitch = RealBug(
    "Push stays off after the user has allowed it again",
    sources: [
      BugSource(
        "salesforce-marketingcloud/MarketingCloudSDK-iOS gh-pages _releases/5.1.0.md",
        says: """
          Disabling push in the system's settings overrode the app's own switch; now the SDK \
          uses the switch.
          """)
    ], .inferred, breaks: ["REG-4.opt_in", "PUSH-3.opt_in"],
    seen: """
      A person turns notifications off in the system's settings and on again a week later; no \
      push ever comes, although the app never switched it off.
      """,
    rule: """
      Whether a device takes pushes is the user's permission and the app's own switch together; \
      each is changed by its owner alone.
      """,
    difference: """
      A withdrawn permission also turns the app's switch off, and nothing turns it on again.
      """)

  static let lastEntrySentAgain = RealBug(
    "The last entry of each batch is sent again and again",
    sources: [
      BugSource(
        "Appboy/appboy-ios-sdk #64",
        says: """
          The most recent event stays in the local cache and is counted once more at each new \
          session.
          """)
    ], .transferred, breaks: ["ANA-3.once"],
    seen: """
      The number of one event rises with every session of a person who did it once; what it is \
      depends on what came last.
      """,
    rule: "An acknowledged entry leaves the queue and is not sent again.",
    difference: "An accepted batch is taken out of the queue but for its last entry.")
}
