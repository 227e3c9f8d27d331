/// Everything that a host remembers after one record of its log, as lines: from them it can
/// continue without any earlier record.
public struct LogMemory: Hashable, Sendable {
  /// What the host remembers beside its machine, as the line `{"host":{…}}`.
  public var host: [UInt8]
  /// What the machine remembers, as the line of a `snapshot` record.
  public var snapshot: [UInt8]

  /// The beginning of a host line.
  static let hostMark = "{\"host\":"

  /// The host line of a host that remembers nothing.
  static let noHost = Array("{\"host\":{}}\n".utf8)

  /// Whether a log takes both lines.
  var fits: Bool { max(host.count, snapshot.count) <= LogFrame.longestLine }

  /// Takes two lines with their line ends.
  public init(host: [UInt8], snapshot: [UInt8]) {
    self.host = host
    self.snapshot = snapshot
  }
}

/// A place in a log, with a hash that tells whether the log is the same up to there.
struct LogPosition: Hashable, Sendable {
  /// The number of the last record before it.
  var seq: Int64
  /// The number of the segment.
  var segment: Int64
  /// How many bytes of the segment come before it.
  var bytes: Int
  /// The XXH64 of these bytes.
  var hash: UInt64
}
