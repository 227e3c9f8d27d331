import EventSourcing
import Traces

/// The last records of a trace, as many as a chain of causes is followed through.
package struct RecentRecords {
  private struct Entry {
    var seq: Int64
    var at: Instant
    var cause: Int64?
    /// Makes the record, of which few are asked for; `nil` for what is no cause of anything: a
    /// state, a note, a snapshot.
    var record: (() -> ErasedRecord)?
  }

  private var entries: [Entry] = []
  private var next = 0

  private static var kept: Int { 8_192 }

  package init() {}

  /// Adds the next record; the oldest one may go.
  package mutating func add<Event, Effect>(_ record: LogRecord<Event, Effect>, line: Int) {
    let entry = Entry(
      seq: record.seq, at: record.at, cause: record.cause,
      record: record.name == nil ? nil : { ErasedRecord(record, line: line) })
    if entries.count < RecentRecords.kept {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % RecentRecords.kept
    }
  }

  func contains(_ seq: Int64) -> Bool { entries.contains { $0.seq == seq } }

  /// The number of the last record at or before `instant`.
  func last(until instant: Instant) -> Int64? {
    entries.filter { $0.at <= instant }.map { $0.seq }.max()
  }

  /// Follows the causes of the record `seq`, latest first and itself included, and says whether
  /// they go on further back than records are kept.
  package func causes(of seq: Int64) -> (chain: [ErasedRecord], goesOn: Bool) {
    var chain: [ErasedRecord] = []
    var wanted: Int64? = seq
    while let seq = wanted {
      guard let found = entries.first(where: { $0.seq == seq }), let record = found.record else {
        return (chain, true)
      }
      chain.append(record())
      wanted = found.cause.flatMap { $0 < seq && $0 > 0 ? $0 : nil }
    }
    return (chain, false)
  }
}
