import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Timeline
import Traces

extension TimelineView {
  /// Makes one document of the records.
  func report(to output: Output) throws -> TimelineReport {
    let (survey, end) = try survey(readsData: true)
    return TimelineReport(
      view: self, survey: survey, end: end, json: TimelineJSON(filter), output: output)
  }

  /// Counts what happened.
  func statistics() throws -> StatisticsReport {
    try survey()
    var statistics = TimelineStatistics(filter)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &statistics)
    return StatisticsReport(view: self, statistics: statistics, end: end)
  }
}

extension TimelineView: ReportedRecord {
  static let reported = ReportMembers<TimelineView> { it in
    it("file", \.file.path, "The trace.")
    it("sdk", \.head.sdk, "The system.")
    it("engine", \.head.engine, "The version of the engine that recorded it.")
    it("profile", \.head.profile, "The profile that it begins with.")
    it("readings", \.head.readings, "The readings that it begins with.", form: .object)
    it("config", \.head.config, "The configuration that it begins with.", form: .object)
    it("origin", \.head.origin, "Where it comes from.")
    it("started", \.head.started, "When it began.")
  }
}

/// The records of a trace as a document, which is never whole in memory.
struct TimelineReport: VerbReport {
  let view: TimelineView
  let survey: TimelineSurvey
  let end: TimelineEnd
  let json: TimelineJSON
  let output: Output

  var verdict: Verdict { view.verdict(end) }
  var findings: [Diagnostic] { end.findings }

  static let reported = ReportMembers<TimelineReport> { it in
    it.include(\.view)
    it("records", \.survey.records, "How many records there are.")
    it.list("parties", \.survey.parties, "The devices and backends.") { party in
      party("name", \.name)
      party("records", \.records)
      party("first", \.first, "Its first record.")
      party("last", \.last, "Its last record.")
    }
    it.stream("rows", of: TimelineRecord.self, "The records that are shown.") { report, list in
      report.writeRows(to: &list)
    }
    it("requests", \.json.requests, "The requests with their answers.")
  }

  private func writeRows(to list: inout JSONOutput) {
    // What is wrong with the trace is known from the first pass.
    _ = try? view.system.visitTimeline(
      of: view.file.input, lenient: view.lenient, wants: json.wants,
      visit: { record in
        json.write(record, to: &list)
        if list.pending >= 1 << 16 { output.write(list.take()) }
      })
  }
}

/// The records of a trace, counted.
struct StatisticsReport: VerbReport {
  let view: TimelineView
  let statistics: TimelineStatistics
  let end: TimelineEnd

  var verdict: Verdict { view.verdict(end) }
  var findings: [Diagnostic] { end.findings }

  static let reported = ReportMembers<StatisticsReport> { it in
    it.include(\.view)
    it.include(\.statistics)
  }
}
