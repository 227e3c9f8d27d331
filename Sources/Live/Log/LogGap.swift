import Traces

/// A damaged place in a log.
public struct LogGap: Error, Hashable, Sendable {
  /// What is wrong there.
  public enum Kind: String, Hashable, Sendable {
    /// Bytes that are no intact frame.
    case damaged
    /// A segment is not in the folder.
    case missingSegment = "missing_segment"
    /// A segment is intact, but it is not the one that the next segment continues.
    case otherSegment = "other_segment"
  }

  /// What is wrong there.
  public var kind: Kind
  /// The number of the segment.
  public var segment: Int64
  /// Where it begins in the segment, in bytes.
  public var offset: Int
  /// Its length in bytes; 0 if that is not known.
  public var bytes: Int
  /// The number of the record before it; 0 at the beginning of the log.
  public var before: Int64
  /// The number of the record after it; `nil` at the end of the log.
  public var after: Int64?

  /// Which records are missing; `nil` if none is, or if that is not known.
  public var missing: String? {
    guard let after else { return "what came after record \(before) is missing" }
    return missingRecords(between: before, and: after)
  }

  /// The gap in one sentence, with its place.
  public var message: String {
    let what =
      switch kind {
      case .damaged: "\(bytes) bytes at \(offset) of segment \(segment) are damaged"
      case .missingSegment: "segment \(segment) is not there"
      case .otherSegment: "segment \(segment) is not the one that segment \(segment + 1) follows"
      }
    return "\(what): \(missing ?? "no record is missing")"
  }
}

/// An incomplete end of a log, as a crash leaves it. It was never acknowledged.
public struct LogTail: Hashable, Sendable {
  /// The number of the segment.
  public var segment: Int64
  /// Where the tail begins in the segment, in bytes.
  public var offset: Int
  /// How many bytes it has.
  public var bytes: Int
}

/// Bytes of a log that are no record of it.
public struct LostBytes: Hashable, Sendable {
  /// The number of the segment.
  public var segment: Int64
  /// Where they are in the segment, in bytes.
  public var offset: Int
  /// The bytes as they stand there.
  public var bytes: [UInt8]
}

/// Why a log cannot be read or written.
public enum LogError: Error, Hashable, Sendable {
  /// There is no log in the folder.
  case none
  /// No segment has a readable trace header.
  case noHeader
  /// The store failed.
  case store(LogStoreError)
}
