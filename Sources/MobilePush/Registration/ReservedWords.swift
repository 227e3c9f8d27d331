import Platform

/// The attribute keys that the last list published in full kept for the SDK (REG-18).
let reservedWords = [
  "addressId", "alias", "apId", "backgroundRefreshEnabled", "badge", "channel", "contactId",
  "contactKey", "createdBy", "createdDate", "customObjectKey", "device", "deviceId",
  "deviceType", "gcmSenderId", "hardwareId", "isHonorDst", "lastAppOpen", "lastMessageOpen",
  "lastSend", "locationEnabled", "messageOpenCount", "modifiedBy", "modifiedDate", "optInDate",
  "optInMethodId", "optInStatusId", "optOutDate", "optOutMethodId", "optOutStatusId", "platform",
  "platformVersion", "providerToken", "proximityEnabled", "pushAddressExtensionId",
  "pushApplicationId", "sdkVersion", "sendCount", "source", "sourceObjectId", "status",
  "systemToken", "timezone", "utcOffset",
]

/// The reserved words by their length in bytes: every attribute that an app sets is looked up.
private let reservedByLength: [[String]] = {
  var byLength: [[String]] = []
  for word in reservedWords {
    while byLength.count <= word.utf8.count { byLength.append([]) }
    byLength[word.utf8.count].append(word)
  }
  return byLength
}()

/// Whether a trimmed key is reserved, in whatever case it is written.
func isReserved(_ key: String) -> Bool {
  let length = key.utf8.count
  guard length < reservedByLength.count else { return false }
  return reservedByLength[length].contains { equalIgnoringCase($0, key) }
}
