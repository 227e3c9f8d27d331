import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// Writes records and requests as elements of JSON lists.
public struct TimelineJSON: Sendable {
  private var filter: TimelineFilter
  private var spans = RequestSpans()

  /// Writes what `filter` selects.
  public init(_ filter: TimelineFilter) { self.filter = filter }

  /// Whether the record has to be read.
  public func wants(_ outline: RecordOutline) -> Bool { filter.wants(outline) }

  /// Writes a record as an element of `list`, if it is selected.
  public mutating func write(_ shown: TimelineRecord, to list: inout JSONOutput) {
    guard filter.selects(shown) else { return }
    spans.add(shown)
    let record = shown.record
    list.object { object in
      object.member("seq", record.seq)
      object.member("at", record.at.milliseconds)
      object.member("party", record.party)
      object.member("kind", record.kind.rawValue)
      object.member("name", record.name)
      if let cause = record.cause { object.member("cause", cause) }
      if let part = shown.part.name { object.member("part", part) }
      if let line = record.line { object.member("line", Int64(line)) }
      object.member("data", record.fields)
    }
  }

  /// Writes the requests among the records written so far, each with its answer if it has one.
  public func writeRequests(to list: inout JSONOutput) {
    for span in spans.spans {
      list.object { object in
        object.member("party", span.key.party)
        object.member("request", span.key.number)
        object.member("name", span.name)
        object.member("seq", span.seq)
        object.member("at", span.at.milliseconds)
        guard let answer = span.answer else { return }
        object.member("answer", answer.seq)
        object.member("answered_at", answer.at.milliseconds)
        object.member("answered_by", answer.name)
      }
    }
  }
}

extension RecordPart {
  /// The part in one word; `nil` if it has no name.
  var name: String? {
    switch self {
    case .request: "request"
    case .answer: "answer"
    case .message: "message"
    case .timer: "timer"
    case .internal: "internal"
    case .other: nil
    }
  }
}

extension TimelineStatistics {
  /// Writes the counts as members of an object; times in milliseconds, rates over the whole range
  /// in tenths.
  public func write(to object: inout JSONOutput) {
    object.member("records", records)
    if let range {
      object.member("from", range.lowerBound.milliseconds)
      object.member("to", range.upperBound.milliseconds)
    }
    object.list("counts") { list in
      for row in rows { list.object { write(row, to: &$0) } }
    }
  }

  private func write(_ row: Row, to object: inout JSONOutput) {
    object.member("party", row.party)
    object.member("kind", row.kind.rawValue)
    object.member("name", row.name)
    object.member("count", row.count)
    object.member("first", row.first.milliseconds)
    object.member("last", row.last.milliseconds)
    if let rate = tenfoldRate(of: row, per: .hours(1)) { object.member("tenths_per_hour", rate) }
    if let rate = tenfoldRate(of: row, per: .days(1)) { object.member("tenths_per_day", rate) }
    guard let gaps = row.gaps else { return }
    object.object("gaps") { object in
      object.member("least", gaps.least.milliseconds)
      object.member("median", gaps.median.milliseconds)
      object.member("most", gaps.most.milliseconds)
    }
  }
}
