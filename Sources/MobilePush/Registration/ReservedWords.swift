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

/// Whether a trimmed key is reserved, in whatever case it is written.
func isReserved(_ key: String) -> Bool {
  reservedWords.contains { equalIgnoringCase($0, key) }
}
