import EventSourcing
import Traces

/// The places and times of the last records, so that a cause is found without keeping the trace.
struct RecentRecords {
  struct Entry {
    var seq: Int64
    var at: Instant
    var lane: Int?
  }

  private var entries: [Entry] = []

  /// A cause further back is given by its number only.
  private static let kept = 1 << 16

  subscript(seq: Int64) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let slot = RecentRecords.slot(of: seq)
    return slot < entries.count && entries[slot].seq == seq ? entries[slot] : nil
  }

  mutating func add(_ record: ErasedRecord, lane: Int?) {
    let slot = RecentRecords.slot(of: record.seq)
    while entries.count <= slot { entries.append(Entry(seq: .min, at: record.at, lane: nil)) }
    entries[slot] = Entry(seq: record.seq, at: record.at, lane: lane)
  }

  private static func slot(of seq: Int64) -> Int { Int(seq & Int64(kept - 1)) }
}
