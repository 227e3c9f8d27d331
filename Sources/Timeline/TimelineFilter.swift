import EventSourcing
import Replay
import Reports
import Simulation
import Traces

/// The selection of the records of a trace that are shown; without any condition, all of them.
public struct TimelineFilter: Sendable {
  /// The parties whose records are shown; empty for all.
  public var parties: [String] = []
  /// The names of the events and effects that are shown; empty for all.
  public var names: [String] = []
  /// The first record or instant that is shown.
  public var from: Bound?
  /// The last record or instant that is shown.
  public var to: Bound?
  /// The number of the request whose exchange is shown.
  public var request: Int64?
  /// Fields that the records shown have, at any depth.
  public var fields: [SoughtField] = []
  /// The search that finds the records shown.
  public var query: RecordQuery?
  /// A field whose records are shown, with the answers to the requests that carry it.
  public var followed: SoughtField?

  /// The records that lead from a request of that number to its answer.
  private var exchange: Set<Int64> = []
  /// The answers to it, whose effects are shown too.
  private var answers: Set<Int64> = []
  /// The requests that carry what is followed.
  private var carriers: Set<RequestID> = []

  /// One end of a range of records.
  public enum Bound: Equatable, Sendable {
    /// A record by its number.
    case seq(Int64)
    /// A moment.
    case instant(Instant)
  }

  /// Shows every record.
  public init() {}

  /// Whether any record may be left out.
  public var isActive: Bool {
    !parties.isEmpty || !names.isEmpty || from != nil || to != nil || request != nil
      || !fields.isEmpty || query != nil || followed != nil
  }

  /// Whether the last record or instant comes before the first one.
  public var isEmptyRange: Bool {
    switch (from, to) {
    case (.seq(let first)?, .seq(let last)?): first > last
    case (.instant(let first)?, .instant(let last)?): first > last
    case (nil, _), (_, nil), (.seq?, .instant?), (.instant?, .seq?): false
    }
  }

  /// Whether a record has to be read to know if it is shown.
  public func wants(_ outline: ErasedRecord) -> Bool {
    request != nil || followed != nil || includes(outline)
  }

  /// Whether a record is shown; every wanted one has to be passed, in order.
  public mutating func selects(_ shown: TimelineRecord) -> Bool {
    let record = shown.record
    let isExchanged = request.map { belongs(shown, to: $0) } ?? true
    let isFollowed = followed.map { carries(shown, $0) } ?? true
    return isExchanged && isFollowed && fields.allSatisfy { $0.isFound(in: record.fields) }
      && query?.finds(record) ?? true
      && includes(record)
  }

  /// Whether a record is one of those that are asked for by party, name and range.
  private func includes(_ record: ErasedRecord) -> Bool {
    if !parties.isEmpty, !parties.contains(record.party) { return false }
    if !names.isEmpty, !names.contains(record.name) { return false }
    switch from {
    case .seq(let first)?: if record.seq < first { return false }
    case .instant(let first)?: if record.at < first { return false }
    case nil: break
    }
    switch to {
    case .seq(let last)?: return record.seq <= last
    case .instant(let last)?: return record.at <= last
    case nil: return true
    }
  }

  /// Whether a record has what is followed, or answers a request that has it.
  private mutating func carries(_ shown: TimelineRecord, _ field: SoughtField) -> Bool {
    let isFound = field.isFound(in: shown.record.fields)
    switch shown.part {
    case .request(let key): if isFound { carriers.insert(key) }
    case .answer(let key): return isFound || carriers.contains(key)
    case .message, .timer, .internal, .other: break
    }
    return isFound
  }

  /// The exchange of a request: what it causes up to its answer, and what that one orders. What a
  /// timer leads to, or another request, is no longer part of it.
  private mutating func belongs(_ shown: TimelineRecord, to number: Int64) -> Bool {
    let record = shown.record
    if case .request(let key) = shown.part, key.number == number {
      exchange.insert(record.seq)
      return true
    }
    if case .answer(let key) = shown.part, key.number == number {
      answers.insert(record.seq)
      return true
    }
    guard let cause = record.cause else { return false }
    if answers.contains(cause) { return true }
    guard exchange.contains(cause) else { return false }
    switch shown.part {
    case .message: exchange.insert(record.seq)
    case .other: if record.kind == .event { exchange.insert(record.seq) }
    case .request, .answer, .timer, .internal: break
    }
    return true
  }
}
