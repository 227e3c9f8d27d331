import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// Counts the records of a timeline by party and name, with the gaps between them.
///
/// Each record leaves eight bytes, for the median of its gaps.
public struct TimelineStatistics: Sendable {
  /// One line for each party, kind and name: parties in the order of their first record, events
  /// before effects, the most frequent first.
  public var rows: [Row] {
    series.map { key, series in
      Row(
        party: key.party, kind: key.kind, name: key.name, count: series.count,
        first: series.first, last: series.last, gaps: series.summary)
    }.sorted { order($0) < order($1) }
  }
  /// The number of records counted.
  public private(set) var records: Int64 = 0
  /// The instants of the first and the last record counted.
  public private(set) var range: ClosedRange<Instant>?

  private var filter: TimelineFilter
  private var series: [Key: Series] = [:]
  /// The place of each party in the order of their coming, counted from zero.
  private var places: [String: Int] = [:]

  /// The records of one party and name.
  public struct Row: Equatable, Sendable {
    /// The party of the records.
    public var party: String
    /// The kind of the records.
    public var kind: ErasedRecord.Kind
    /// The event's or effect's name; the kind for the others.
    public var name: String
    /// The number of them.
    public var count: Int64
    /// The instant at which the first one was recorded.
    public var first: Instant
    /// The instant at which the last one was recorded.
    public var last: Instant
    /// The times from one to the next; `nil` for a single record.
    public var gaps: Gaps?
  }

  /// The times between one record and the next of its kind.
  public struct Gaps: Equatable, Sendable {
    /// The shortest.
    public var least: TimeSpan
    /// The one in the middle; of two in the middle, the shorter.
    public var median: TimeSpan
    /// The longest.
    public var most: TimeSpan
  }

  private struct Key: Hashable {
    var party: String
    var kind: ErasedRecord.Kind
    var name: String
  }

  private struct Series {
    var first: Instant
    var last: Instant
    var gaps: [Int64] = []

    var count: Int64 { Int64(gaps.count) + 1 }

    mutating func add(_ at: Instant) {
      gaps.append((at - last).milliseconds)
      last = at
    }

    var summary: Gaps? {
      let sorted = gaps.sorted()
      guard let least = sorted.first, let most = sorted.last else { return nil }
      return Gaps(
        least: .milliseconds(least), median: .milliseconds(sorted[(sorted.count - 1) / 2]),
        most: .milliseconds(most))
    }
  }

  /// Counts what `filter` selects.
  public init(_ filter: TimelineFilter) { self.filter = filter }

  /// Whether the record has to be read.
  public func wants(_ outline: ErasedRecord) -> Bool { filter.wants(outline) }

  /// Counts a record, if it is selected.
  public mutating func visit(_ shown: TimelineRecord) {
    if filter.selects(shown) { add(shown.record) }
  }

  private mutating func add(_ record: ErasedRecord) {
    records += 1
    range = (range?.lowerBound ?? record.at)...record.at
    if places[record.party] == nil { places[record.party] = places.count }
    let key = Key(party: record.party, kind: record.kind, name: record.name)
    if series[key]?.add(record.at) == nil {
      series[key] = Series(first: record.at, last: record.at)
    }
  }

  private func order(_ row: Row) -> (party: Int, kind: Int, count: Int64, name: String) {
    let kind = ErasedRecord.Kind.allCases.firstIndex(of: row.kind) ?? 0
    return (places[row.party] ?? 0, kind, -row.count, row.name)
  }
}

extension TimelineStatistics {
  /// Counts the records of `row` in `period`, times ten, over the whole range; `nil` where the
  /// range has no length.
  public func tenfoldRate(of row: Row, per period: TimeSpan) -> Int64? {
    guard let range, range.upperBound > range.lowerBound else { return nil }
    let (product, overflow) = row.count.multipliedReportingOverflow(by: period.milliseconds * 10)
    let span = (range.upperBound - range.lowerBound).milliseconds
    return overflow ? nil : product / span + (product % span > span / 2 ? 1 : 0)
  }
}

extension TimelineStatistics {
  /// The counts as a table for people, and what they are over.
  public func lines(_ style: TextStyle) -> [String] {
    guard let range else { return ["no records"] }
    var table = TextTable([.left, .left, .right, .right, .right, .right, .right, .right])
    table.add(["party", "name", "count", "per hour", "per day", "least gap", "median", "most"])
    var party = ""
    for row in rows {
      table.add(
        [
          row.party == party ? "" : visible(row.party),
          (row.kind == .effect ? "  " : "") + visible(row.name), "\(row.count)",
          rate(row, .hours(1)), rate(row, .days(1)),
        ] + gaps(row))
      party = row.party
    }
    let span = (range.upperBound - range.lowerBound).text
    return ["\(counted(records, "record")) over \(span)", ""]
      + table.lines { index, line in index == 0 ? style.paint(line, .aside) : line }
  }

  private func rate(_ row: Row, _ period: TimeSpan) -> String {
    guard let rate = tenfoldRate(of: row, per: period) else { return "–" }
    return "\(rate / 10).\(rate % 10)"
  }

  private func gaps(_ row: Row) -> [String] {
    guard let gaps = row.gaps else { return ["–", "–", "–"] }
    return [gaps.least.text, gaps.median.text, gaps.most.text]
  }
}
