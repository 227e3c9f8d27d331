import EventSourcing

/// An action outside the log, returned once the records that led to it are durable.
public enum HostAction<Effect: Vocabulary>: Sendable {
  /// An effect was ordered; a request is sent by an action of its own.
  case show(RecordedEffect<Effect>)
  /// A request has to be sent.
  case send(WireRequest, EffectID, limit: TimeSpan)
  /// A request has to be given up.
  case cancel(EffectID)
}

/// When queued lines are written, unless something must be durable at once.
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

/// When a host takes snapshots, and how much of its log it keeps.
public struct SnapshotPolicy: Hashable, Sendable {
  /// The number of records after which a snapshot is written beside the log, so that a start folds
  /// only what follows; 0 for none.
  public var interval: Int64
  /// The number of segments of the log kept, including the current one; `nil` keeps all.
  public var keptSegments: Int?
  /// The size in bytes after which a new segment begins; `nil` for 8 MiB.
  public var segmentBytes: Int?

  /// Sets what is kept.
  public init(interval: Int64 = 10_000, keptSegments: Int? = nil, segmentBytes: Int? = nil) {
    self.interval = interval
    self.keptSegments = keptSegments
    self.segmentBytes = segmentBytes
  }
}
