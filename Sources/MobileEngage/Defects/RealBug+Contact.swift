import EventSourcing

// The bugs in tokens and contacts, with their sources.

extension RealBug {
  static let endlessRefreshing = RealBug(
    "A refused call without a refresh token is refreshed without end",
    sources: [
      BugSource(
        "emartech/ios-emarsys-sdk 34ae1743",
        says: """
          Breaks the infinite cycle of refresh-token retries: without a refresh token no refresh \
          is made, and the refused call ends with its error.
          """)
    ], .stated, profile: "ios", breaks: ["ME-4.refresh_token", "ME-7.queued"],
    seen: """
      The app asks for a new contact token as fast as the server refuses it, and nothing else is \
      sent any more.
      """,
    rule: """
      A call that is refused with 401 leads to a refresh only while a refresh token is held; \
      otherwise the call ends and the app is told.
      """,
    difference: """
      The refresh is made without a refresh token, its own 401 leads to the next one, and \
      everything in the queue waits behind it.
      """)

  static let tokenBeforeLoginLost = RealBug(
    "A push token that comes before the login is never linked",
    sources: [
      BugSource(
        "customerio/customerio-reactnative #75",
        says: """
          The token comes at launch and is only registered for an identified user; it does not \
          come again after the login, so the device is not added.
          """)
    ], .transferred, breaks: ["ME-13.push_token", "ME-6.registered"],
    seen: """
      People who log in some time after the launch get no pushes, until the app is installed \
      anew.
      """,
    rule: """
      Without a contact token a push token waits in the queue, and is registered once there is \
      one.
      """,
    difference: "A push token that comes while no contact token is held is dropped.")

  static let deadTokenAtRestart = RealBug(
    "After a restart the dead push token comes back",
    sources: [
      BugSource(
        "firebase/firebase-ios-sdk #7194",
        says: """
          The token was renewed and works; after a restart of the app the old, inactive token is \
          delivered again.
          """)
    ], .transferred, profile: "android", breaks: ["ME-6.registered", "ME-14.push_token"],
    seen: """
      Pushes stop after the next start of the app, some time after the token was renewed.
      """,
    rule: "A start sets the push token again that the app handed over last.",
    difference: "A start sets the first token again that the app ever handed over.")

  static let tokensOutliveReinstallation = RealBug(
    "An app that was installed anew goes on as the person before",
    sources: [
      BugSource(
        "emartech/ios-emarsys-sdk d3c01ddc",
        says: "Resets the context of a new installation, whose tokens the keychain has kept.")
    ], .inferred, profile: "ios", breaks: ["DEV-1.new", "ME-4.linked"],
    seen: """
      Somebody sells a phone after deleting the app; what the next owner does in it is counted \
      for the person who sold it.
      """,
    rule: "A new installation has no tokens, and links an anonymous contact.",
    difference: "The tokens of the old installation are there, so that nobody is linked.")

  static let oldContactAfterLogout = RealBug(
    "After a logout the next person goes on as the last one",
    sources: [
      BugSource(
        "OneSignal/OneSignal-Android-SDK #2327",
        says: """
          A logout wrongly used the old subscription id again; here it is the tokens of the \
          contact.
          """)
    ], .transferred, breaks: ["ME-9.contact_token", "ME-9.refresh_token"],
    seen: """
      What a person does after the logout is counted for the one who has logged out, and so is \
      what the next one does before the login.
      """,
    rule: """
      A logout links an anonymous contact, whose tokens replace those of the contact before.
      """,
    difference: """
      The answer of the anonymous link is taken, but for its tokens where some are held.
      """)

  static let contactForgottenAtRestart = RealBug(
    "After a restart nobody can log out",
    sources: [
      BugSource(
        "emartech/android-emarsys-sdk 6f8a878d",
        says: "Stores the value of the contact field, which was only kept in memory.")
    ], .inferred, profile: "android", breaks: ["ME-14.tokens", "ME-9.linked"],
    seen: """
      A person logs out after a restart and goes on getting the pushes of their account; what is \
      done then is counted for it too.
      """,
    rule: """
      Who is signed in outlives the process, and signing out links an anonymous contact.
      """,
    difference: """
      The contact ends with the process while its tokens stay, so that signing out seems to have \
      nothing to do.
      """)
}
