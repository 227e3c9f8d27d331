import EventSourcing
import JSON

/// What every segment of a log begins with: whose segment it is and what it follows.
///
/// It stands there twice, each time with the header of the trace, so that no damage in one place
/// takes it away.
struct LogPreamble: Hashable, Sendable {
  /// The identity of the log: 32 hexadecimal digits.
  var log: String
  /// The number of the segment, from 1.
  var segment: Int64
  /// The number of its first record.
  var first: Int64
  /// Whether its records name their party.
  var namesParties: Bool
  /// What counts of the segment before it; `nil` for the first segment.
  var after: Link?

  /// How much of a segment counts, and the hash over just that.
  ///
  /// Whatever stands behind it was never acknowledged and was written again later.
  struct Link: Hashable, Sendable {
    var bytes: Int
    var hash: UInt64
  }

  /// The version of the format that is written and read.
  static let format: Int64 = 1

  /// The line that says it.
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
    }
    return json.bytes + [0x0A]
  }

  /// Reads a line; `nil` for any that this version does not write.
  init?(_ line: some Collection<UInt8>) {
    let tree = Array(line).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return try? scanner.tree()
    }
    guard let tree, LogPreamble.integer(tree, "log") == LogPreamble.format,
      let log = tree["id"]?.text, let segment = LogPreamble.integer(tree, "segment"),
      let first = LogPreamble.integer(tree, "first"),
      case .boolean(let namesParties)? = tree["parties"]
    else { return nil }
    self.log = log
    self.segment = segment
    self.first = first
    self.namesParties = namesParties
    guard let after = tree["after"] else { return }
    guard let bytes = LogPreamble.integer(after, "bytes"),
      let hash = after["hash"]?.text.flatMap({ XXH64.parse($0) })
    else { return nil }
    self.after = Link(bytes: Int(bytes), hash: hash)
  }

  init(log: String, segment: Int64, first: Int64, namesParties: Bool, after: Link?) {
    self.log = log
    self.segment = segment
    self.first = first
    self.namesParties = namesParties
    self.after = after
  }

  private static func integer(_ tree: JSONTree, _ name: String) -> Int64? {
    guard case .number(let digits)? = tree[name] else { return nil }
    return Int64(digits)
  }
}
