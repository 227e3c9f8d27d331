import EventSourcing
import JSON

/// The beginning of each segment of a log: the log to which it belongs, and the segment that it
/// continues.
///
/// It is written twice, each time with the trace's header, so that damage in one place cannot
/// destroy it.
struct LogPreamble: Hashable, Sendable {
  /// The identity of the log: 32 hexadecimal digits.
  var log: String
  var segment: Int64
  /// The number of its first record.
  var first: Int64
  /// Whether its records name their party.
  var namesParties: Bool
  /// The valid part of the segment before it; `nil` for the first segment.
  var after: Link?
  /// Whether its first record is a snapshot, so that the log may begin with it.
  var isBase = false
  /// The number of the first segment of the log: older ones have been removed or will be.
  var start: Int64 = 1

  /// The length of the valid part of a segment, and its hash.
  ///
  /// What follows was never acknowledged, and was written again later.
  struct Link: Hashable, Sendable {
    var bytes: Int
    var hash: UInt64
  }

  /// The version of the format that is written and read.
  static let format: Int64 = 1

  var line: [UInt8] {
    var json = JSONOutput()
    json.object { json in
      json.member("log", LogPreamble.format)
      json.member("id", log)
      json.member("segment", segment)
      json.member("first", first)
      json.member("parties", namesParties)
      if let after {
        json.object("after") { json in
          json.member("bytes", Int64(after.bytes))
          json.member("hash", XXH64.text(after.hash))
        }
      }
      if isBase { json.member("base", true) }
      if start > 1 { json.member("start", start) }
    }
    return json.bytes + [0x0A]
  }
}

extension LogPreamble {
  /// Reads a line; `nil` if this version does not write such a line.
  init?(_ line: some Collection<UInt8>) {
    guard let tree = try? JSONTree(Array(line)),
      tree.integer("log") == LogPreamble.format, let log = tree["id"]?.text,
      let segment = tree.integer("segment"), segment > 0,
      let first = tree.integer("first").flatMap(LogPreamble.recordNumber),
      case .boolean(let namesParties)? = tree["parties"]
    else { return nil }
    self.log = log
    self.segment = segment
    self.first = first
    self.namesParties = namesParties
    isBase = tree["base"] == .boolean(true)
    start = tree.integer("start") ?? 1
    guard (1...segment).contains(start) else { return nil }
    guard let after = tree["after"] else { return }
    guard let bytes = after.integer("bytes").flatMap(LogPreamble.length),
      let hash = after["hash"]?.text.flatMap({ XXH64.parse($0) })
    else { return nil }
    self.after = Link(bytes: bytes, hash: hash)
  }

  /// A record's number as a file states it; `nil` where none could follow it, or no log has it.
  static func recordNumber(_ seq: Int64) -> Int64? { (1...1 << 60).contains(seq) ? seq : nil }

  /// A segment's length as a file states it; `nil` where no segment has such a length.
  static func length(_ bytes: Int64) -> Int? { (0...1 << 40).contains(bytes) ? Int(bytes) : nil }
}
