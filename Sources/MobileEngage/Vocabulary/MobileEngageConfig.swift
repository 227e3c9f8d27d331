import EventSourcing
import Platform

/// The configuration by the app; a launch names the changes, and absent fields have their default.
public struct MobileEngageConfig: Record {
  /// The application's code, a part of every path; default: `APP`.
  public var applicationCode: String?
  /// The contact field that identifies a contact where the app names none; default: 3.
  public var contactFieldID: Int64?
  /// Whether users who are not signed in have a contact (ME-4); default: yes.
  public var anonymousContacts: Bool?
  /// The most events in one call; default: 50.
  public var eventBatchLimit: Int64?
  /// The time for which the transport waits for an answer; default: 30 seconds.
  public var requestTimeout: TimeSpan?

  /// Creates a configuration; what is left out stays as it was.
  public init(
    applicationCode: String? = nil, contactFieldID: Int64? = nil, anonymousContacts: Bool? = nil,
    eventBatchLimit: Int64? = nil, requestTimeout: TimeSpan? = nil
  ) {
    self.applicationCode = applicationCode
    self.contactFieldID = contactFieldID
    self.anonymousContacts = anonymousContacts
    self.eventBatchLimit = eventBatchLimit
    self.requestTimeout = requestTimeout
  }

  /// The configuration where the app says nothing.
  public static let defaults = MobileEngageConfig(
    applicationCode: "APP", contactFieldID: 3, anonymousContacts: true, eventBatchLimit: 50,
    requestTimeout: .defaultRequestTimeout)

  public static var sample: MobileEngageConfig { MobileEngageConfig() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageConfig {
    MobileEngageConfig(
      applicationCode: try visitor(
        "application_code", applicationCode, "A part of every path; APP if left out."),
      contactFieldID: try visitor(
        "contact_field_id", contactFieldID, "The field that identifies a contact; 3 if left out."),
      anonymousContacts: try visitor(
        "anonymous_contacts", anonymousContacts,
        "Whether users who are not signed in have a contact; true if left out."),
      eventBatchLimit: try visitor(
        "event_batch_limit", eventBatchLimit, "The most events in one call; 50 if left out."),
      requestTimeout: try visitor(
        "request_timeout", requestTimeout,
        "The transport's longest wait for an answer; 30s if left out."))
  }

  /// This configuration with what it leaves out taken from `other`.
  public func filled(from other: MobileEngageConfig) -> MobileEngageConfig {
    MobileEngageConfig(
      applicationCode: applicationCode ?? other.applicationCode,
      contactFieldID: contactFieldID ?? other.contactFieldID,
      anonymousContacts: anonymousContacts ?? other.anonymousContacts,
      eventBatchLimit: eventBatchLimit ?? other.eventBatchLimit,
      requestTimeout: requestTimeout ?? other.requestTimeout)
  }
}
