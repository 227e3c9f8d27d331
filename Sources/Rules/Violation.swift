import EventSourcing

/// A break of a rule, with the records that show it.
public struct Violation: Equatable, Sendable {
  /// The kind of break.
  public var kind: Kind
  /// The records that show it, in the order of the log; none where something is missing.
  public var witnesses: [Witness] = []
  /// The device whose records these are; `nil` for a rule about all together.
  public var party: String?
  /// The time that something took; `nil` where no time is at stake.
  public var measured: TimeSpan?
  /// The instant at which an open promise would have been broken.
  public var deadline: Instant?
  /// The number of times that it happened, for a count.
  public var count: Int?
  /// The number of times that the rule had been kept before.
  public var held = 0

  /// The kind of break.
  public enum Kind: Equatable, Sendable {
    /// Something happened that never should, or not then.
    case happened
    /// Too many in one window.
    case tooMany
    /// Two neighbours too close.
    case gapTooShort
    /// Two neighbours too far apart.
    case gapTooLong
    /// A gap shorter than the one before.
    case gapShrank
    /// A gap no longer than the one before.
    case gapDidNotGrow
    /// A value that is not the latest.
    case stale
    /// The promised record did not follow in time.
    case missing
    /// Nothing of what is required came before.
    case noneBefore
    /// Another number than the rule says.
    case wrongCount
    /// The run ended before the time of a promise was over.
    case inconclusive
  }
}

/// A record that shows how a rule was broken.
public struct Witness: Hashable, Sendable {
  /// Its place in the log.
  public var seq: Int64
  /// Its instant.
  public var at: Instant

  /// Points at a record.
  public init(seq: Int64, at: Instant) {
    self.seq = seq
    self.at = at
  }

  /// Points at an event.
  public init<Event>(_ event: RecordedEvent<Event>) { self.init(seq: event.seq, at: event.at) }

  /// Points at an effect.
  public init<Effect>(_ effect: RecordedEffect<Effect>) {
    self.init(seq: effect.seq, at: effect.at)
  }
}
