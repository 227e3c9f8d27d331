import Diagnostics
import EventSourcing
import Reports
import Simulation

@testable import Replay
@testable import Timeline
@testable import Traces

/// Records of a made-up machine, shown without a trace.
struct Timelines {
  var records: [TimelineRecord] = []

  mutating func add(
    _ name: String, _ kind: ErasedRecord.Kind = .event, at milliseconds: Int64 = 0,
    of party: String = "phone", cause: Int64? = nil, part: RecordPart = .other,
    fields: [(String, Value)] = []
  ) {
    let record = ErasedRecord(
      seq: Int64(records.count) + 1, at: Instant(milliseconds: milliseconds), party: party,
      kind: kind, name: name, cause: cause,
      fields: .fields(fields.map { Value.Field(name: $0.0, value: $0.1) }))
    records.append(TimelineRecord(record, part: part))
  }

  /// Shows each record to `visit` that is wanted, as the reading of a trace does.
  private func show(wants: (ErasedRecord) -> Bool, visit: (TimelineRecord) -> Void) {
    for shown in records {
      var outline = shown.record
      outline.fields = .fields([])
      if wants(outline) { visit(shown) }
    }
  }

  /// Counts all records.
  var statistics: TimelineStatistics {
    var statistics = TimelineStatistics(TimelineFilter())
    show(wants: { statistics.wants($0) }, visit: { statistics.visit($0) })
    return statistics
  }

  /// The rows on a terminal of `width` cells.
  func text(
    width: Int = 100, _ filter: TimelineFilter = TimelineFilter(),
    _ times: TimeText = .relative(from: Instant(milliseconds: 0))
  ) -> String {
    var survey = TimelineSurvey(filter, times)
    show(wants: { survey.wants($0) }, visit: { _ in })
    final class Page { var text = "" }
    let page = Page()
    var timeline = TimelineText(survey, filter, times, width: width, style: .plain) {
      page.text += $0
    }
    timeline.writeHead(Self.head, file: "t")
    show(wants: { timeline.wants($0) }, visit: { timeline.visit($0) })
    return page.text
  }

  static let head = ErasedHeader(
    sdk: "turnstile", engine: "", profile: "documents", readings: .null, config: .null,
    started: Instant(milliseconds: 0))

  /// The numbers of the records that `filter` shows.
  func seqs(_ filter: TimelineFilter) -> [Int64] {
    var filter = filter
    return records.filter { filter.selects($0) }.map { $0.record.seq }
  }

  /// A phone that asks a backend, which answers; a timer that leads to another request.
  static var exchange: Timelines {
    var timeline = Timelines()
    let first = RequestID(party: "phone", number: 1)
    let second = RequestID(party: "phone", number: 2)
    timeline.add("opened", fields: [("from", .text("icon"))])
    timeline.add(
      "ask", .effect, cause: 1, part: .request(first), fields: [("request", .integer(1))])
    timeline.add("asked", at: 100, of: "server", cause: 2)
    timeline.add("reply", .effect, at: 100, of: "server", cause: 3, part: .message)
    timeline.add("remember", .effect, at: 100, of: "server", cause: 3, part: .timer)
    timeline.add("answered", at: 200, cause: 4, part: .answer(first))
    timeline.add("wait", .effect, at: 200, cause: 6, part: .timer)
    timeline.add("remembered", at: 3_600_100, of: "server", cause: 5)
    timeline.add("waited", at: 7_200_000, cause: 7)
    timeline.add("ask", .effect, at: 7_200_000, cause: 9, part: .request(second))
    return timeline
  }
}

func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

/// A gate that time alone opens.
func throttle(until seconds: Int64) -> HeldGate {
  HeldGate(GateWord("throttle", "Too soon.", []), opens: at(seconds))
}
