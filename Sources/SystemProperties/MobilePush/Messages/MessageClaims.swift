import Properties

/// The claims about the messages on one device.
enum MessageClaims: Int, ClaimList {
  case versions, shown, kept, sync, choice, displayRecord, refreshLimit, fetch, inboxStatus,
    editOnScreen, repaired, refused, clockSetBack

  var claim: PropertyClaim {
    switch self {
    case .versions:
      PropertyClaim(
        "I1", "A message is kept once, in the highest version downloaded", covers: ["IAM-4"])
    case .shown:
      PropertyClaim(
        "I2", "What is shown was downloaded, and its trigger is met as it is shown",
        covers: ["IAM-5"], evidence: ["show_in_app_message"])
    case .kept:
      PropertyClaim(
        "I3", "A downloaded message stays, and none is there that was not downloaded",
        covers: ["IAM-7"])
    case .sync:
      PropertyClaim(
        "I5", "Every start of a session fetches the in-app messages, opted in or not",
        covers: ["IAM-3", "PUSH-6"], evidence: ["fetch_in_app_messages"])
    case .choice:
      PropertyClaim(
        "I6", "Of several messages the first by priority is shown, and one at a time",
        covers: ["IAM-5", "IAM-4"], evidence: ["show_in_app_message"])
    case .displayRecord:
      PropertyClaim("I7", "Each display is recorded exactly once", covers: ["IAM-6"])
    case .refreshLimit:
      PropertyClaim(
        "B1", "The inbox is refreshed for the app at most once a minute", covers: ["INBOX-4"],
        evidence: ["fetch_inbox_messages"])
    case .fetch:
      PropertyClaim(
        "B2", "A silent push and every foregrounding fetch the inbox, at the latest with a network",
        covers: ["INBOX-2", "INBOX-3"], kind: .eventually, evidence: ["fetch_inbox_messages"])
    case .inboxStatus:
      PropertyClaim(
        "B3", "An inbox message goes from unread to read to deleted; only new content resets read",
        covers: ["INBOX-5"])
    case .editOnScreen:
      PropertyClaim("W8", "A new version comes while the old one is on screen", kind: .sometimes)
    case .repaired:
      PropertyClaim(
        "W9", "A session start brings a message that no silent push has announced",
        kind: .sometimes)
    case .refused:
      PropertyClaim("W13", "The app asks for two refreshes inside a minute", kind: .sometimes)
    case .clockSetBack:
      PropertyClaim("W15", "The user sets the clock back", kind: .sometimes)
    }
  }
}
