import EventSourcing
import Platform

/// The choices where the documents disagree or are silent; each default is the first of its list.
public struct MobilePushReadings: Record {
  /// The moment inside the minute at which a change leaves (REG-2).
  public var send: SendMoment
  /// Whether the first registration starts a minute of its own (REG-3).
  public var firstCountsTowardThrottle: Bool
  /// Whether the first registration waits for a device token, on opted-in devices.
  public var firstWaitsForToken: Bool
  /// The registrations that are tried again (REG-7).
  public var retryOn: RetryCondition
  /// The wait before a registration is tried again (REG-7, REG-8).
  public var backOff: BackOff
  /// The time that Engagement takes to make processed data visible (ENG-3).
  public var propagation: TimeSpan
  /// The fetches that the limit of one inbox refresh a minute counts (INBOX-4).
  public var inboxLimitCounts: InboxLimit
  /// The contact that a registration without a key belongs to (ENG-6).
  public var keylessContact: KeylessContact

  /// Creates readings; what is left out has its default.
  public init(
    send: SendMoment = .latest, firstCountsTowardThrottle: Bool = true,
    firstWaitsForToken: Bool = false, retryOn: RetryCondition = .anyFailure,
    backOff: BackOff = BackOff(), propagation: TimeSpan = .minutes(5),
    inboxLimitCounts: InboxLimit = .refresh, keylessContact: KeylessContact = .deviceFirst
  ) {
    self.send = send
    self.firstCountsTowardThrottle = firstCountsTowardThrottle
    self.firstWaitsForToken = firstWaitsForToken
    self.retryOn = retryOn
    self.backOff = backOff
    self.propagation = propagation
    self.inboxLimitCounts = inboxLimitCounts
    self.keylessContact = keylessContact
  }

  /// A moment inside the minute of a change at which the change leaves.
  public enum SendMoment: String, Choice {
    case latest, earliest

    public var summary: StaticString {
      switch self {
      case .latest: "A whole minute after the first change, to gather as many as possible."
      case .earliest: "As soon as the spacing allows."
      }
    }
  }

  /// The attempts that are tried again without a new change.
  public enum RetryCondition: String, Choice {
    case anyFailure = "any_failure"
    case unavailable

    public var summary: StaticString {
      switch self {
      case .anyFailure: "Every one that was not answered 2xx."
      case .unavailable: "Every one without an answer or answered 429 or 5xx."
      }
    }
  }

  /// The fetch that starts the minute in which a refresh is refused.
  public enum InboxLimit: String, Choice {
    case refresh
    case everyFetch = "every_fetch"

    public var summary: StaticString {
      switch self {
      case .refresh: "A fetch that the app asked for."
      case .everyFetch: "Every fetch."
      }
    }
  }

  /// The identity of a registration without a contact key; a key is made up where neither helps.
  public enum KeylessContact: String, Choice {
    case deviceFirst = "device_first"
    case tokenFirst = "token_first"

    public var summary: StaticString {
      switch self {
      case .deviceFirst: "The contact that the device has, else the one that holds its token."
      case .tokenFirst: "The contact that holds the token, else the one that the device has."
      }
    }
  }

  public static var sample: MobilePushReadings { MobilePushReadings() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushReadings {
    MobilePushReadings(
      send: try visitor(
        "send", send, default: .latest, "When inside the minute a change leaves."),
      firstCountsTowardThrottle: try visitor(
        "first_counts_toward_throttle", firstCountsTowardThrottle, default: true,
        "Whether the first registration starts a minute too."),
      firstWaitsForToken: try visitor(
        "first_waits_for_token", firstWaitsForToken, default: false,
        "Whether the first registration of an opted-in device waits for its token."),
      retryOn: try visitor(
        "retry_on", retryOn, default: .anyFailure, "The registrations that are tried again."),
      backOff: try visitor(
        "backoff", backOff, default: BackOff(), "The waits before a registration is retried."),
      propagation: try visitor(
        "propagation", propagation, default: .minutes(5),
        "The time that processed data takes to become visible."),
      inboxLimitCounts: try visitor(
        "inbox_limit_counts", inboxLimitCounts, default: .refresh,
        "The fetch that starts the minute in which an inbox refresh is refused."),
      keylessContact: try visitor(
        "keyless_contact", keylessContact, default: .deviceFirst,
        "The contact that a registration without a key belongs to."))
  }
}
