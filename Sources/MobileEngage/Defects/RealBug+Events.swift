import EventSourcing

// The bugs in events and sessions, with their sources.

extension RealBug {
  static let sessionGoesOn = RealBug(
    "Another person goes on with the session of the last one",
    sources: [
      BugSource(
        "emartech/android-emarsys-sdk bb6718f4 changelog.md 2.14.0",
        says: "Sessions weren't restarted correctly when a user was identified."),
      BugSource(
        "emartech/ios-emarsys-sdk f5e60619",
        says: "Setting another contact now ends the session and starts a new one."),
    ], .stated, profile: "android", breaks: ["ME-8.contact_token"],
    seen: """
      Sessions are too few and too long: two people who share a device share a session, which \
      belongs to one of them.
      """,
    rule: "Setting another contact ends the session and starts one.",
    difference: "The contact is linked and the session goes on.")

  static let sessionEndAfterLogout = RealBug(
    "The last session of a person ends as that of nobody",
    sources: [
      BugSource(
        "emartech/android-emarsys-sdk 36e6b00e",
        says: """
          Runs start and end of the session in the right order: a logout waits for the end of \
          the session.
          """)
    ], .inferred, profile: "android", breaks: ["ME-9.contact_token", "ME-7.order"],
    seen: """
      People who log out never end their sessions, and anonymous contacts end sessions that they \
      never started.
      """,
    rule: """
      A logout waits until the end of the session was accepted under the token of the contact.
      """,
    difference: """
      The tokens are dropped at once, so that the end of the session leaves with those of the \
      anonymous contact.
      """)

  static let secondAppStart = RealBug(
    "Coming back to the front counts as a start of the app",
    sources: [
      BugSource(
        "emartech/android-emarsys-sdk 861ad365",
        says: """
          The start of the app should be reported once per app session; it was done at each \
          start of an activity.
          """)
    ], .inferred, profile: "android", breaks: ["ME-5.every_start"],
    seen: """
      The app seems to be started many times a day by each person, and messages that a start \
      triggers are shown each time.
      """,
    rule: "A process reports app:start once, when it is first in the front.",
    difference: "Each return to the front reports it again.")

  static let eventWithoutToken = RealBug(
    "Events leave without a contact token and are refused",
    sources: [
      BugSource(
        "emartech/react-native-emarsys-sdk #61",
        says: "Tracking an event fails with 400, 'Missing Header: x-contact-token'."),
      BugSource(
        "emartech/android-emarsys-sdk 54c178c8",
        says: "Runs the start of a session only when a contact token is held."),
    ], .inferred, breaks: ["ME-13.events", "ME-5.waits"],
    seen: """
      Events that are tracked before anybody is linked are lost, and the app gets an error for \
      each.
      """,
    rule: "Without a contact token events wait, the start included.",
    difference: "Events leave without the header, and the refusal removes them.")

  static let appVersionIgnored = RealBug(
    "The backend does not learn of an update of the app",
    sources: [
      BugSource(
        "emartech/android-emarsys-sdk 1b86274d",
        says: """
          Takes the version of the app into account when it decides whether to send the \
          properties.
          """)
    ], .stated, profile: "android", breaks: ["ME-1.changed"],
    seen: """
      Campaigns for the new version of the app reach nobody, and those for the old one reach \
      everybody.
      """,
    rule: """
      Properties of the device that have changed are sent, the version of the app among them.
      """,
    difference: "The version of the app is left out of the comparison.")

  static let eventLostAtLogout = RealBug(
    "The event of the logout never arrives",
    sources: [
      BugSource(
        "Appboy/appboy-android-sdk #178",
        says: """
          An event, a flush and then a wipe of the data at logout: the wipe comes first, and the \
          event is never seen.
          """)
    ], .transferred, breaks: ["ME-7.queued", "ME-14.queue"],
    seen: "The last events before a logout are missing, that of the logout itself always.",
    rule: "Events that wait at a logout leave before the contact changes.",
    difference: "A logout drops the events that wait.")
}
