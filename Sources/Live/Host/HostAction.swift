import EventSourcing

/// What has to be done outside the log, now that what led to it is durable.
public enum HostAction<Effect: Vocabulary>: Sendable {
  /// An effect was ordered; requests among them are sent by an action of their own.
  case show(RecordedEffect<Effect>)
  /// A request has to be sent.
  case send(WireRequest, EffectID, limit: TimeSpan)
  /// A request has to be given up.
  case cancel(EffectID)
}

/// When the lines that wait are written, beside the moments that must not be lost.
public struct CommitPolicy: Hashable, Sendable {
  /// After so many records.
  public var records: Int
  /// After so many bytes.
  public var bytes: Int
  /// So long after the first of them.
  public var delay: TimeSpan

  /// Sets the limits.
  public init(
    records: Int = 1_024, bytes: Int = 1 << 20, delay: TimeSpan = .milliseconds(2)
  ) {
    self.records = records
    self.bytes = bytes
    self.delay = delay
  }
}

/// When a host takes snapshots of what it remembers, and what it keeps of its log.
public struct SnapshotPolicy: Hashable, Sendable {
  /// After so many records a snapshot is written beside the log, so that a start folds only what
  /// follows; 0 for none.
  public var interval: Int64
  /// How many segments of the log are kept, the one that is written among them; `nil` keeps all.
  public var keptSegments: Int?
  /// After how many bytes a new segment begins; `nil` for 8 MiB.
  public var segmentBytes: Int?

  /// Sets what is kept.
  public init(interval: Int64 = 10_000, keptSegments: Int? = nil, segmentBytes: Int? = nil) {
    self.interval = interval
    self.keptSegments = keptSegments
    self.segmentBytes = segmentBytes
  }
}
