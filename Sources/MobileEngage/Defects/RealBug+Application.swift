import EventSourcing

// The bugs after a change of the application code, with their sources.

extension RealBug {
  static let tokenLeftBehind = RealBug(
    "Under another application code the push token never arrives",
    sources: [
      BugSource(
        "emartech/ios-emarsys-sdk 8dec5768",
        says: """
          Sends the push token again after the application code has changed, and removes it \
          under the old one.
          """),
      BugSource(
        "emartech/android-emarsys-sdk d2b4f784",
        says: "The same fix in the other SDK."),
    ], .inferred, profile: "ios", breaks: ["ME-6.registered"],
    seen: """
      Devices that were moved to another application get no pushes from it and go on getting \
      those of the old one.
      """,
    rule: """
      Another application code removes the push token under the old code and registers it under \
      the new one.
      """,
    difference: """
      The memory that the token is registered outlives the change: it stays with the old \
      application and is unchanged for the new one.
      """)

  static let newApplicationWithoutContact = RealBug(
    "Under another application code an anonymous person has no contact",
    sources: [
      BugSource(
        "emartech/ios-emarsys-sdk b4687c88",
        says: "Sets an anonymous contact after a change of the application code."),
      BugSource(
        "emartech/android-emarsys-sdk e6862bc4 changelog.md 3.8.0",
        says: "Changing the application code did not work properly with anonymous contacts."),
    ], .inferred, profile: "ios", breaks: ["ME-4.linked"],
    seen: """
      Events of people who are not signed in are missing after a change of the application code, \
      until the next start of the app.
      """,
    rule: """
      A new application code links an anonymous contact of the new application once its \
      properties are accepted.
      """,
    difference: "Nobody is linked: there is no contact token, and what needs one waits.")

  static let signedOutAtEveryStart = RealBug(
    "Every start of the app signs the person out",
    sources: [
      BugSource(
        "emartech/ios-emarsys-sdk 34ae1743",
        says: "Forgets contact and tokens only if the application code has changed."),
      BugSource(
        "emartech/ios-emarsys-sdk b4687c88",
        says: "Had let every setting of the code forget them, also that of the same one."),
    ], .stated, profile: "ios", breaks: ["ME-14.tokens", "ME-3.skipped"],
    seen: """
      People are signed in and get no personal pushes from the next start on; each start counts \
      one more anonymous contact.
      """,
    rule: "Setting the application code that is set already forgets nothing.",
    difference: """
      A launch that brings the same code forgets the contact, its tokens and the client state.
      """)
}
