import EventSourcing

/// The reason why a host did not record an event; nothing has changed unless it says otherwise.
public enum HostError: Error, Hashable, Sendable {
  /// The log cannot be written at the moment, for example because the disk is full. The host tries
  /// again.
  case notDurable(LogStoreError)
  /// The log cannot be written at the moment, and the event waits or was partly written: whether it
  /// becomes a part of the log is not known.
  case undecided(LogStoreError)
  /// The event would need a record of this many bytes, which is too long for a log. The host
  /// accepts nothing more until it is opened again.
  case tooLarge(Int)
  /// The host has been closed.
  case closed
}

extension HostError {
  /// The error in a few words.
  public var message: String {
    switch self {
    case .notDurable(let error): "the log cannot be written: \(error.message)"
    case .undecided(let error):
      "the log cannot be written: \(error.message); this may still become a part of it"
    case .tooLarge(let bytes):
      "a record of \(bytes) bytes is too long for a log: restart the host"
    case .closed: "the host was closed"
    }
  }
}

/// An action outside the log, returned once the records that led to it are durable.
public enum HostAction<Effect: Vocabulary>: Sendable {
  /// An effect was ordered; a request is sent by an action of its own.
  case show(RecordedEffect<Effect>)
  /// A request has to be sent.
  case send(WireRequest, EffectID, limit: TimeSpan)
  /// A request has to be given up.
  case cancel(EffectID)
}

/// The rule by which queued lines are written, unless something must be durable at once.
public struct CommitPolicy: Hashable, Sendable {
  /// The number of records after which they are written.
  public var records: Int
  /// The number of bytes after which they are written.
  public var bytes: Int
  /// The time after the first record by which they are written.
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

/// The rule by which a host takes snapshots, with the part of its log that it keeps.
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
