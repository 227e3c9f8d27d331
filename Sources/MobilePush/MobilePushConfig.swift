import EventSourcing
import Platform

/// The configuration by the app; a launch names the changes, and absent fields have their default.
public struct MobilePushConfig: Record {
  /// Whether nothing is registered before the app has set a contact key (REG-12); default: no.
  public var delayRegistrationUntilContactKeyIsSet: Bool?
  /// Whether the SDK handles push; default: yes.
  public var push: Bool?
  /// Whether the SDK handles in-app messages; default: yes.
  public var inApp: Bool?
  /// Whether the SDK handles the inbox; default: yes.
  public var inbox: Bool?
  /// Whether the SDK records analytics; default: yes.
  public var analytics: Bool?
  /// The application's id, sent as `etAppId`.
  public var appID: String?
  /// The time for which the transport waits for an answer; default: 30 seconds.
  public var requestTimeout: TimeSpan?

  /// Creates a configuration; what is left out stays as it was.
  public init(
    delayRegistrationUntilContactKeyIsSet: Bool? = nil, push: Bool? = nil, inApp: Bool? = nil,
    inbox: Bool? = nil, analytics: Bool? = nil, appID: String? = nil,
    requestTimeout: TimeSpan? = nil
  ) {
    self.delayRegistrationUntilContactKeyIsSet = delayRegistrationUntilContactKeyIsSet
    self.push = push
    self.inApp = inApp
    self.inbox = inbox
    self.analytics = analytics
    self.appID = appID
    self.requestTimeout = requestTimeout
  }

  public static var sample: MobilePushConfig { MobilePushConfig() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushConfig {
    MobilePushConfig(
      delayRegistrationUntilContactKeyIsSet: try visitor(
        "delay_registration_until_contact_key_is_set", delayRegistrationUntilContactKeyIsSet,
        "Whether nothing is registered before a contact key is set; false if left out."),
      push: try visitor("push", push, "Whether push is on; true if left out."),
      inApp: try visitor("in_app", inApp, "Whether in-app messages are on; true if left out."),
      inbox: try visitor("inbox", inbox, "Whether the inbox is on; true if left out."),
      analytics: try visitor("analytics", analytics, "Whether analytics are on; true if left out."),
      appID: try visitor("app_id", appID, "The application's id, sent as etAppId."),
      requestTimeout: try visitor(
        "request_timeout", requestTimeout,
        "The transport's longest wait for an answer; 30s if left out."))
  }

  /// This configuration with what it leaves out taken from `other`.
  public func filled(from other: MobilePushConfig) -> MobilePushConfig {
    MobilePushConfig(
      delayRegistrationUntilContactKeyIsSet: delayRegistrationUntilContactKeyIsSet
        ?? other.delayRegistrationUntilContactKeyIsSet,
      push: push ?? other.push, inApp: inApp ?? other.inApp, inbox: inbox ?? other.inbox,
      analytics: analytics ?? other.analytics, appID: appID ?? other.appID,
      requestTimeout: requestTimeout ?? other.requestTimeout)
  }
}

extension MobilePushConfig {
  /// Whether registrations wait for a contact key (REG-12).
  public var delaysRegistration: Bool { delayRegistrationUntilContactKeyIsSet ?? false }
  /// Whether the SDK handles push.
  public var handlesPush: Bool { push ?? true }
  /// Whether the SDK handles in-app messages.
  public var handlesInApp: Bool { inApp ?? true }
  /// Whether the SDK handles the inbox.
  public var handlesInbox: Bool { inbox ?? true }
  /// Whether the SDK records analytics.
  public var recordsAnalytics: Bool { analytics ?? true }
}
