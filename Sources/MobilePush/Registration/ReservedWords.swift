import EventSourcing

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

/// The reserved words in lower case by their length in bytes: every attribute that an app sets is
/// looked up.
private let reservedByLength: [[[UInt8]]] = {
  var byLength: [[[UInt8]]] = []
  for word in reservedWords {
    while byLength.count <= word.utf8.count { byLength.append([]) }
    byLength[word.utf8.count].append(word.utf8.map { $0.lowercase })
  }
  return byLength
}()

/// Whether a trimmed key is reserved, in whatever case it is written.
func isReserved(_ key: String) -> Bool {
  let length = key.utf8.count
  guard length < reservedByLength.count else { return false }
  return key.utf8.withContiguousStorageIfAvailable { isReserved($0) }
    ?? Array(key.utf8).withUnsafeBufferPointer { isReserved($0) }
}

private func isReserved(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
  let words = reservedByLength[key.count]
  for index in words.indices where isSame(words[index], key) { return true }
  return false
}

private func isSame(_ word: [UInt8], _ key: UnsafeBufferPointer<UInt8>) -> Bool {
  for index in key.indices where word[index] != key[index].lowercase { return false }
  return true
}
