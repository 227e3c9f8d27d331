import EventSourcing
import Traces

/// The last records of a trace, as many as a chain of causes is followed through.
package struct RecentRecords<Machine: Reducer> {
  private typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  private var entries: [(record: Entry, line: Int)] = []
  private var next = 0

  private static var kept: Int { 8_192 }

  package init() {}

  /// Adds the next record; the oldest one may go.
  package mutating func add(_ record: LogRecord<Machine.Event, Machine.Effect>, line: Int) {
    if entries.count < RecentRecords.kept {
      entries.append((record, line))
    } else {
      entries[next] = (record, line)
      next = (next + 1) % RecentRecords.kept
    }
  }

  func contains(_ seq: Int64) -> Bool { entries.contains { $0.record.seq == seq } }

  /// The last record at or before `instant`.
  func last(until instant: Instant) -> LogRecord<Machine.Event, Machine.Effect>? {
    entries.map { $0.record }.filter { $0.at <= instant }.max { $0.seq < $1.seq }
  }

  /// Follows the causes of the record `seq`, latest first and itself included, and says whether
  /// they go on further back than records are kept.
  package func causes(of seq: Int64) -> (chain: [ErasedRecord], goesOn: Bool) {
    var chain: [ErasedRecord] = []
    var wanted: Int64? = seq
    while let seq = wanted {
      guard let found = entries.first(where: { $0.record.seq == seq }),
        found.record.name != nil
      else { return (chain, true) }
      chain.append(ErasedRecord(found.record, line: found.line))
      wanted = found.record.cause.flatMap { $0 < seq && $0 > 0 ? $0 : nil }
    }
    return (chain, false)
  }
}
