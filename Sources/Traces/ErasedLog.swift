import EventSourcing

/// A log of any machine whose records are erased only when they are asked for, so that showing a
/// few of them costs the same in a short log and in a long one.
public struct ErasedLog: Sendable {
  /// The number of records; their numbers begin at 1.
  public let count: Int64

  private let instant: @Sendable (Int64) -> Instant
  private let record: @Sendable (Int64) -> ErasedRecord

  /// Erases a log.
  public init<Event: Vocabulary, Effect: Vocabulary>(_ log: EventLog<Event, Effect>) {
    count = Int64(log.records.count)
    instant = { log.records[Int($0 - 1)].at }
    record = { ErasedRecord(log.records[Int($0 - 1)]) }
  }

  /// The record with sequence number `seq`, where there is one.
  public subscript(seq: Int64) -> ErasedRecord? {
    seq >= 1 && seq <= count ? record(seq) : nil
  }

  /// The number of the first record at or after `instant`; one more than `count` where all are
  /// earlier. It is found by bisection, because time never goes back in a log.
  public func firstSeq(from instant: Instant) -> Int64 { firstSeq { $0 >= instant } }

  /// The number of the first record later than `instant`; one more than `count` without any.
  public func firstSeq(after instant: Instant) -> Int64 { firstSeq { $0 > instant } }

  private func firstSeq(where isReached: (Instant) -> Bool) -> Int64 {
    var (low, high) = (Int64(1), count + 1)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(instant(middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The chain of records that led to `seq`, latest first and `seq` itself included, cut after
  /// `limit` records.
  public func causes(of seq: Int64, limit: Int) -> [ErasedRecord] {
    var chain: [ErasedRecord] = []
    var next = self[seq]
    while let record = next, chain.count < limit {
      chain.append(record)
      // A cause comes before what it caused; anything else would never end.
      next = record.cause.flatMap { $0 < record.seq ? self[$0] : nil }
    }
    return chain
  }
}
