import Diagnostics
import JSON
import Replay
import Reports
import Timeline
import Traces

/// A trace as it is to be shown.
struct TimelineView {
  let file: TraceFile
  let system: AnySystem
  let head: ErasedHeader
  let filter: TimelineFilter
  let lenient: Bool
  let times: TimeText

  func writeText(width: Int, in context: CommandContext) throws -> Verdict {
    let survey = try survey().survey
    // Many short lines are written in few long pieces.
    var page: [UInt8] = []
    var text = TimelineText(survey, filter, times, width: width, style: context.style) {
      page += $0.utf8
      if page.count < 1 << 16 { return }
      context.output.write(page)
      page.removeAll(keepingCapacity: true)
    }
    text.writeHead(head, file: file.path)
    let end = try system.visitTimeline(
      of: file.input, lenient: lenient, wants: { text.wants($0) }, visit: { text.visit($0) })
    context.output.write(page)
    if filter.isActive {
      context.output.write(
        "\n\(text.shown) of \(counted(survey.records, "record")) shown\n")
    }
    if text.shown == 0 { try writeUnknownFields(in: context) }
    return report(end, hasEffects: survey.effects > 0 || survey.records == 0, in: context)
  }

  func writeStatistics(in context: CommandContext) throws -> Verdict {
    let report = try statistics()
    context.output.write(report.statistics.lines(context.style).map { $0 + "\n" }.joined())
    if report.statistics.records == 0 { try writeUnknownFields(in: context) }
    return self.report(report.end, hasEffects: true, in: context)
  }

  /// The first pass: what there is, and whether the parties asked for are among it.
  @discardableResult
  func survey(
    readsData: Bool = false
  ) throws -> (survey: TimelineSurvey, end: TimelineEnd) {
    var survey = TimelineSurvey(filter, times, readsData: readsData)
    let end = try system.visitTimeline(
      of: file.input, lenient: lenient, wants: { survey.wants($0) }, visit: { _ in })
    for party in filter.parties where !survey.allParties.contains(party) {
      let near = didYouMean(party, oneOf: survey.allParties)
      throw Stop(.invalid, "the trace has no party '\(party)'; \(near)")
    }
    return (survey, end)
  }

  /// Names the fields asked for that no record of the trace has, whatever their values.
  private func writeUnknownFields(in context: CommandContext) throws {
    let fields = filter.fields.filter { $0.path != nil }
    if fields.isEmpty { return }
    var found = fields.map { _ in Set<String>() }
    var members: [String?] = fields.map { _ in nil }
    _ = try system.visitTimeline(of: file.input, lenient: lenient, wants: { _ in true }) {
      for (index, field) in fields.enumerated() {
        field.addNames(in: $0.record.fields, to: &found[index])
        members[index] = members[index] ?? field.member(in: $0.record.fields)
      }
    }
    for (index, field) in fields.enumerated() {
      let names = found[index]
      guard let name = field.path, !names.contains(name) else { continue }
      if let member = members[index] {
        context.output.write(
          visible("'\(name)' has fields of its own: seek one, such as '\(member)'") + "\n")
        continue
      }
      let near = didYouMean(name, among: names.sorted(), after: "; ")
      context.output.write(visible("no record of the trace has a field '\(name)'\(near)") + "\n")
    }
  }

  private func report(
    _ end: TimelineEnd, hasEffects: Bool, in context: CommandContext
  ) -> Verdict {
    if !hasEffects { context.output.write("\nno effects are recorded, only what happened\n") }
    if !end.warnings.isEmpty { context.output.write("\n") }
    return show(end, in: context)
  }

  /// Shows the warnings and the failure with which the reading ended.
  func show(_ end: TimelineEnd, in context: CommandContext) -> Verdict {
    for warning in end.warnings { context.show(warning) }
    if let failure = end.failure { context.showError(failure) }
    return verdict(end)
  }

  func verdict(_ end: TimelineEnd) -> Verdict { end.failure == nil ? .clean : .invalid }

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
    let end = try system.visitTimeline(
      of: file.input, lenient: lenient, wants: { statistics.wants($0) },
      visit: { statistics.visit($0) })
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
    it("origin", \.head.origin, "Its origin, such as the spec's scenario.")
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
    it("records", \.survey.records, "The number of records.")
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

extension TimelineView {
  /// A view of all records.
  init(_ file: TraceFile, among systems: [RegisteredSystem]) throws {
    let system = try file.system(among: systems).erased
    self.init(
      file: file, system: system, head: try system.walk(file.input).header,
      filter: TimelineFilter(), lenient: false, times: .iso)
  }
}
