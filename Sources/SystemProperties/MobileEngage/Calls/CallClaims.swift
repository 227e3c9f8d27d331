import Properties

/// The claims about the calls of one device with Mobile Engage.
enum CallClaims: Int, ClaimList {
  case client, clientStored, clientFirst, clientState, anonymous, tokenPair, contactToken,
    startOnce,
    startLeaves, pushToken, secondStart, sameContact, logout, batch, refresh, newApplication,
    attribution, interrupted, linkedApplication, sessionOfContact, logoutAfterSession,
    tokenAtStart, arrives, known, contactSwitch, unauthorizedBatch

  var claim: PropertyClaim {
    switch self {
    case .client:
      PropertyClaim(
        "E1", "A start sends the properties if and only if the backend does not know them",
        covers: ["ME-1", "ME-3", "ME-12"], evidence: ["send_client"])
    case .clientStored:
      PropertyClaim(
        "E2", "Properties are taken as known only once they were acknowledged",
        covers: ["ME-3"])
    case .clientFirst:
      PropertyClaim(
        "E3", "Nothing that was tracked leaves before the properties were tried", covers: ["ME-1"],
        evidence: ["send_client", "send_events"])
    case .clientState:
      PropertyClaim(
        "E4", "Each request carries the client state of the latest answer that had one",
        covers: ["ME-2"], evidence: [])
    case .anonymous:
      PropertyClaim(
        "E5", "A start without a contact token links exactly one anonymous contact",
        covers: ["ME-4"])
    case .tokenPair:
      PropertyClaim(
        "E6", "A refresh token is used only beside the contact token of its own answer",
        covers: ["ME-4", "ME-8"], evidence: ["refresh_contact_token"])
    case .contactToken:
      PropertyClaim(
        "E7", "A request carries the contact token that is current as it leaves",
        covers: ["ME-5", "ME-8"], evidence: [])
    case .startOnce:
      PropertyClaim(
        "E8", "Each start of the app tracks its start event once, and nothing else does",
        covers: ["ME-5"], evidence: ["send_events"])
    case .startLeaves:
      PropertyClaim(
        "E9", "With a token and a network no failed call holds the start event back",
        covers: ["ME-5"])
    case .pushToken:
      PropertyClaim(
        "E10", "A push token is registered only if it was received and is not the one known",
        covers: ["ME-6", "ME-12"], evidence: ["register_push_token"])
    case .secondStart:
      PropertyClaim(
        "E11", "A start with nothing changed sends its start event alone", covers: ["ME-12"])
    case .sameContact:
      PropertyClaim(
        "E12", "Setting a contact links it, also the same one again, and nothing else does",
        covers: ["ME-8"], evidence: ["link_contact"])
    case .logout:
      PropertyClaim("E13", "A logout links one anonymous contact", covers: ["ME-9"])
    case .batch:
      PropertyClaim(
        "E14", "A batch has at least one event, and events that were tracked, in that order",
        covers: ["ME-7"], evidence: ["send_events"])
    case .refresh:
      PropertyClaim(
        "E16", "A token is refreshed once after a 401, and for no other reason",
        evidence: ["refresh_contact_token"])
    case .newApplication:
      PropertyClaim(
        "E18", "After a change of the application the push token is registered again")
    case .attribution:
      PropertyClaim(
        "E20", "An event belongs to the contact of its tracking, or of its sending as read",
        covers: ["ME-7"])
    case .interrupted:
      PropertyClaim(
        "E21", "Events that were in flight as the process ended leave before any later one",
        covers: ["ME-7", "ME-14"], evidence: ["send_events"])
    case .linkedApplication:
      PropertyClaim(
        "E22", "A new application gets an anonymous contact, or nobody where its profile says so")
    case .sessionOfContact:
      PropertyClaim(
        "E23", "Another contact does not go on with the session of the one before")
    case .logoutAfterSession:
      PropertyClaim(
        "E24", "A logout waits for the end of the session where its profile says so")
    case .tokenAtStart:
      PropertyClaim(
        "E25", "A start that sets the push token again takes the one that was handed over last")
    case .arrives:
      PropertyClaim(
        "E15", "Once every fault has ended, each event is counted once", covers: ["ME-7", "ME-14"],
        kind: .convergence)
    case .known:
      PropertyClaim(
        "E19", "Once every fault has ended, the backend has properties, push token and contact",
        covers: ["ME-1", "ME-6", "ME-8"], kind: .convergence)
    case .contactSwitch:
      PropertyClaim("W6", "The contact changes while events wait", kind: .sometimes)
    case .unauthorizedBatch:
      PropertyClaim("W12", "A batch is answered 401", kind: .sometimes)
    }
  }
}
