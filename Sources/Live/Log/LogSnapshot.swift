import EventSourcing
import JSON
import Traces

/// A file beside the segments with what a host remembered at one place in the log, so that a start
/// folds only the records after it.
///
/// It is a cache: if it is missing or unusable, the records are folded. It has three frames in the
/// format of segments: the place in the log, and the two lines of a `LogMemory`.
struct LogSnapshot: Hashable, Sendable {
  var position: LogPosition
  var memory: LogMemory

  /// The reason why a file is not used.
  enum Refusal: Error, Hashable, Sendable {
    /// It is not as it was written.
    case damaged
    /// It is one of another log.
    case otherLog
    /// Another version of the engine wrote it.
    case otherEngine(String)
  }

  private static let suffix = ".snapshot"

  /// The number of files kept: if the last one is damaged, the one before may still be usable.
  static let keptFiles = 2

  /// The name of a file while it is being written.
  static let draftName = "snapshot.new"

  static func file(_ seq: Int64) -> String { SegmentName.padded(seq) + suffix }

  /// The number of the record after which a file's snapshot was taken; `nil` for any other file.
  static func seq(of file: String) -> Int64? {
    guard file.hasSuffix(suffix), let seq = Int64(file.dropLast(suffix.count)), seq > 0,
      LogSnapshot.file(seq) == file
    else { return nil }
    return seq
  }

  /// The names of all snapshots among `names`, the latest first.
  static func files(among names: [String]) -> [String] {
    let found = names.compactMap { name in seq(of: name).map { (seq: $0, name: name) } }
    return found.sorted { $0.seq > $1.seq }.map { $0.name }
  }

  /// The bytes of the file in the log with this identity.
  func bytes(log: String) -> [UInt8] {
    var json = JSONOutput()
    json.object { json in
      json.member("log", LogPreamble.format)
      json.member("id", log)
      json.member("engine", engineVersion)
      json.member("seq", position.seq)
      json.member("segment", position.segment)
      json.member("bytes", Int64(position.bytes))
      json.member("hash", XXH64.text(position.hash))
    }
    var bytes: [UInt8] = []
    for line in [json.bytes + [0x0A], memory.host, memory.snapshot] {
      line.withUnsafeBytes { LogFrame.append($0, durable: 0, segment: 0, to: &bytes) }
    }
    return bytes
  }
}

extension LogSnapshot {
  /// Reads the bytes of a file.
  init(_ bytes: [UInt8], log: String) throws(Refusal) {
    var lines: [ArraySlice<UInt8>] = []
    bytes.withUnsafeBytes { raw in
      var offset = 0
      while let frame = LogFrame.read(raw, at: offset, before: raw.count, segment: 0) {
        lines.append(bytes[frame.line])
        offset = frame.line.upperBound
      }
      if offset < raw.count { lines.removeAll() }
    }
    guard lines.count == 3, let place = try? JSONTree(Array(lines[0])),
      place.integer("log") == LogPreamble.format
    else { throw .damaged }
    guard place["id"]?.text == log else { throw .otherLog }
    guard place["engine"]?.text == engineVersion else {
      throw .otherEngine(place["engine"]?.text ?? "")
    }
    guard let seq = place.integer("seq").flatMap(LogPreamble.recordNumber),
      let segment = place.integer("segment"),
      let bytes = place.integer("bytes").flatMap(LogPreamble.length),
      let hash = place["hash"]?.text.flatMap(XXH64.parse)
    else { throw .damaged }
    position = LogPosition(seq: seq, segment: segment, bytes: bytes, hash: hash)
    memory = LogMemory(host: Array(lines[1]), snapshot: Array(lines[2]))
  }
}

extension JSONTree {
  func integer(_ name: String) -> Int64? {
    guard case .number(let digits)? = self[name] else { return nil }
    return Int64(digits)
  }
}

/// Everything that a host remembers after one record of its log, as lines: from them it can
/// continue without any earlier record.
public struct LogMemory: Hashable, Sendable {
  /// The host's memory beside its machine, as the line `{"host":{…}}`.
  public var host: [UInt8]
  /// The machine's state, as the line of a `snapshot` record.
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
  var segment: Int64
  /// The number of bytes of the segment before it.
  var bytes: Int
  /// The XXH64 of these bytes.
  var hash: UInt64
}
