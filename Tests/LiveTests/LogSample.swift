import Live
import Testing

/// Logs for tests: their records are notes that say their number.
enum LogSample {
  static let header = Array("{\"pushtrace\":1,\"sdk\":\"turnstile\"}\n".utf8)
  static let identity = "000102030405060708090a0b0c0d0e0f"

  /// The line of the record with this number.
  static func line(_ seq: Int64) -> [UInt8] {
    Array("{\"seq\":\(seq),\"at\":\(1_000 + seq),\"note\":\"{\\\"record\\\":\(seq)}\"}\n".utf8)
  }

  /// What a host without a machine remembers, its snapshot being the record with this number.
  static func memory(_ seq: Int64) -> LogMemory {
    LogMemory(
      host: Array("{\"host\":{}}\n".utf8),
      snapshot: Array("{\"seq\":\(seq),\"at\":\(1_000 + seq),\"snapshot\":{}}\n".utf8))
  }

  /// A log with as many records as the commits say, in small segments.
  static func log<Store: LogStore>(
    commits: [Int] = [], of identity: String = identity, in store: Store
  ) throws -> DurableLog<Store> {
    var log = try DurableLog(beginning: identity, header: header, namesParties: false, in: store)
    log.segmentLimit = 100
    var seq: Int64 = 0
    for count in commits {
      for _ in 0..<count {
        seq += 1
        log.append(line(seq))
      }
      try log.commit()
    }
    return log
  }

  /// What a reader finds in a store.
  struct Found<Store: LogStore> {
    var records: [Int64] = []
    var gaps: [LogGap] = []
    var tail: LogTail?
    var reader: LogReader<Store>
  }

  static func read<Store: LogStore>(_ store: Store) throws -> Found<Store> {
    var found = Found(reader: try LogReader(store))
    while let item = try found.reader.next() {
      switch item {
      case .record(let seq, let text):
        guard [line(seq), memory(seq).snapshot].contains(Array(text)) else {
          throw OtherLine(seq: seq)
        }
        found.records.append(seq)
      case .gap(let gap): found.gaps.append(gap)
      }
    }
    found.tail = found.reader.tail
    return found
  }

  /// Expects of a damaged log that each of `records` that it lost is in a gap or in its tail.
  static func expectNamed(_ records: Set<Int64>, in found: Found<FaultyStore>, _ place: String) {
    for seq in records.subtracting(found.records) {
      let isNamed = found.gaps.contains { $0.before < seq && seq < $0.after ?? .max }
      let isInTail = found.tail != nil && seq > found.records.last ?? 0
      #expect(isNamed || isInTail, "record \(seq) is lost in silence: \(place)")
    }
    #expect(!found.gaps.isEmpty || found.tail != nil, "\(place) is not noticed")
  }

  /// A record does not read as it was written.
  struct OtherLine: Error { var seq: Int64 }
}

extension DurableLog {
  mutating func append(_ line: [UInt8]) { line.withUnsafeBytes { append($0) } }
}
