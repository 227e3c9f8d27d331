import Properties

/// The claims about Engagement and the push service.
enum EngagementClaims: Int, ClaimList {
  case oneContact, orphans, bill, noneGenerated, keyless, overtaken, received, visible, tokens,
    bounced, optedOut, silent, latestToken, once, counted, handedOut, bounce

  var claim: PropertyClaim {
    switch self {
    case .oneContact:
      PropertyClaim("O1", "A registered device belongs to exactly one contact", covers: ["ENG-11"])
    case .orphans:
      PropertyClaim(
        "O2", "A contact is orphaned if and only if it has no device", covers: ["ENG-7"])
    case .bill:
      PropertyClaim("O3", "The bill counts each contact key that ever came once", covers: ["ENG-8"])
    case .noneGenerated:
      PropertyClaim(
        "O4", "No contact is made up for an install that delays from its first launch",
        covers: ["ENG-9"])
    case .keyless:
      PropertyClaim(
        "O5", "Without a key a device keeps its contact, takes the token's, or gets one new one",
        covers: ["ENG-6"])
    case .overtaken: PropertyClaim("O6", "A registration that was overtaken changes nothing")
    case .received:
      PropertyClaim(
        "R22", "Before the propagation delay is over nothing looks processed", covers: ["ENG-1"])
    case .visible:
      PropertyClaim(
        "R23", "An acknowledged registration is visible after the propagation delay",
        covers: ["ENG-3"], kind: .eventually)
    case .tokens:
      PropertyClaim("P1", "A token is handed out to opted-in devices only", covers: ["PUSH-2"])
    case .bounced:
      PropertyClaim(
        "P2", "What bounces is not delivered, and the device counts as opted out",
        covers: ["ENG-5"])
    case .optedOut:
      PropertyClaim(
        "P3", "After a bounce nothing is submitted before the device has opted in again",
        covers: ["ENG-5"])
    case .silent:
      PropertyClaim("P4", "Pushes are submitted for opted-in devices only", covers: ["PUSH-5"])
    case .latestToken:
      PropertyClaim(
        "P5", "A push is submitted with the token of the latest processed registration",
        covers: ["ENG-1"])
    case .once: PropertyClaim("P6", "A notification is delivered to a device once")
    case .counted: PropertyClaim("N3", "Each analytics entry is counted once", covers: ["ANA-3"])
    case .handedOut:
      PropertyClaim(
        "I4", "A fetch of a visible device brings every published message, and no deleted one",
        covers: ["IAM-3", "IAM-7", "INBOX-2"])
    case .bounce:
      PropertyClaim("W10", "An opt-out is learned from the push service", kind: .sometimes)
    }
  }
}
