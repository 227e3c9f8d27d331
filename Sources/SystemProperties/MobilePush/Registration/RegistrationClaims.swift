import Properties

/// The claims about the registrations of one device.
enum RegistrationClaims: Int, ClaimList {
  case spacing, change, body, first, firstOnce, noneWithoutChange, equalValue, restart, wakeUp,
    backOff, resetBackOff, oneInFlight, acknowledged, delay, delayOver, delayDefault, oneWay,
    lateAnswer, systemChange, key, keyStays, attributeKey, attributeValue, lastWriter, tags,
    arrives, atEndOfWindow, atEndOfSpacing, changeInFlight, endInFlight, dailyRetry,
    newTokenInFlight,
    hangingRequest

  var claim: PropertyClaim {
    switch self {
    case .spacing:
      PropertyClaim(
        "R1", "Attempts to register a device start at least 60 s apart, also across restarts",
        covers: ["REG-3"],
        evidence: ["send_registration"])
    case .change:
      PropertyClaim(
        "R2", "While nothing is in the way, a change leaves within 60 s",
        covers: ["REG-2", "REG-9"], kind: .eventually, evidence: ["send_registration"])
    case .body:
      PropertyClaim(
        "R3", "A registration carries the whole record as it stands when it leaves",
        covers: ["REG-6", "REG-11", "REG-15", "REG-17", "REG-19", "PUSH-3"],
        evidence: ["send_registration"])
    case .first:
      PropertyClaim(
        "R5", "The first registration of an install leaves as soon as nothing is in its way",
        covers: ["REG-1", "REG-13"],
        evidence: ["send_registration"])
    case .firstOnce:
      PropertyClaim(
        "R6", "Only the first attempt of an install is sent as the first", covers: ["REG-1"],
        evidence: ["send_registration"])
    case .noneWithoutChange:
      PropertyClaim(
        "R7", "Nothing is sent that equals what was acknowledged, unless an attempt came between",
        covers: ["REG-5", "REG-10"], evidence: ["send_registration"])
    case .equalValue:
      PropertyClaim(
        "R8", "A call that changes nothing has no effect that leaves the SDK",
        covers: ["REG-5", "REG-16", "REG-18", "REG-20"], evidence: ["send_registration"])
    case .restart:
      PropertyClaim(
        "R9", "The end of a process changes nothing of record, last attempt, failures and retry",
        covers: ["REG-22"])
    case .wakeUp:
      PropertyClaim(
        "R10", "A pending change always has something that will wake it",
        covers: ["REG-2", "REG-8"]
      )
    case .backOff:
      PropertyClaim(
        "R11", "The waits of a failure streak grow by the schedule up to its cap and stay there",
        covers: ["REG-7", "REG-8"],
        evidence: ["send_registration"])
    case .resetBackOff:
      PropertyClaim(
        "R12", "After a success the first failure waits for the base interval again",
        covers: ["REG-7"])
    case .oneInFlight:
      PropertyClaim(
        "R14", "A device has at most one registration on its way", evidence: ["send_registration"])
    case .acknowledged:
      PropertyClaim(
        "R15", "An answer acknowledges what was sent and nothing that changed since",
        covers: ["REG-9"])
    case .delay:
      PropertyClaim(
        "R16", "With the delay flag nothing is sent before a contact key is set",
        covers: ["REG-12"], evidence: ["send_registration"])
    case .delayOver:
      PropertyClaim(
        "R17", "With the delay flag the contact key leaves within 60 s", covers: ["REG-13"],
        kind: .eventually, evidence: ["send_registration"])
    case .delayDefault:
      PropertyClaim(
        "R18", "The delay flag is off by default, and the SDK never changes it",
        covers: ["REG-12"])
    case .oneWay:
      PropertyClaim("R19", "No answer changes the record", covers: ["REG-11"])
    case .lateAnswer:
      PropertyClaim(
        "R20", "An answer to no open request changes neither pending changes nor back-off",
        covers: ["REG-9"])
    case .systemChange:
      PropertyClaim(
        "R21", "A change by the system leaves within 60 s like one by the app",
        covers: ["REG-4"], kind: .eventually, evidence: ["send_registration"])
    case .key:
      PropertyClaim(
        "K1", "The contact key is the trimmed text last set, and never blank", covers: ["REG-16"])
    case .keyStays:
      PropertyClaim("K3", "A contact key once set is never cleared", covers: ["REG-17"])
    case .attributeKey:
      PropertyClaim("A1", "No attribute has a blank, padded or reserved key", covers: ["REG-18"])
    case .attributeValue:
      PropertyClaim("A2", "An attribute has the trimmed value", covers: ["REG-19"])
    case .lastWriter:
      PropertyClaim("A3", "Each attribute is there once, as last set", covers: ["REG-19"])
    case .tags:
      PropertyClaim(
        "T1", "The tags are the set of trimmed texts added and not removed, and the automatic ones",
        covers: ["REG-20"])
    case .arrives:
      PropertyClaim(
        "R4", "Once every fault has ended, Engagement has the device's record",
        covers: ["REG-8", "REG-11"], kind: .convergence)
    case .atEndOfWindow:
      PropertyClaim("W1", "An attempt leaves exactly 60 s after its change", kind: .sometimes)
    case .atEndOfSpacing:
      PropertyClaim("W2", "An attempt leaves exactly 60 s after the last one", kind: .sometimes)
    case .changeInFlight:
      PropertyClaim("W3", "The record changes while a registration is on its way", kind: .sometimes)
    case .endInFlight:
      PropertyClaim("W4", "A process ends while a registration is on its way", kind: .sometimes)
    case .dailyRetry:
      PropertyClaim("W5", "A failure streak reaches its longest wait", kind: .sometimes)
    case .newTokenInFlight:
      PropertyClaim("W11", "The token changes while a registration is on its way", kind: .sometimes)
    case .hangingRequest:
      PropertyClaim(
        "W14", "A registration hangs for as long as a change may wait", kind: .sometimes)
    }
  }
}
