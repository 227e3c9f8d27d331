import ArgumentParser
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
    let pages = PagedOutput(context.output)
    var text = TimelineText(survey, filter, times, width: width, style: context.style) {
      pages.write($0)
    }
    text.writeHead(head, file: file.path)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &text)
    pages.flush()
    if filter.isActive {
      context.output.write(
        "\n\(text.shown) of \(counted(Int(clamping: survey.records), "record")) shown\n")
    }
    return report(end, hasEffects: survey.effects > 0 || survey.records == 0, in: context)
  }

  func writeStatistics(in context: CommandContext) throws -> Verdict {
    let report = try statistics()
    context.output.write(report.statistics.lines(context.style).map { $0 + "\n" }.joined())
    return self.report(report.end, hasEffects: true, in: context)
  }

  /// The first pass: what there is, and whether the parties asked for are among it.
  @discardableResult
  func survey(
    readsData: Bool = false
  ) throws -> (survey: TimelineSurvey, end: TimelineEnd) {
    var survey = TimelineSurvey(filter, times, readsData: readsData)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &survey)
    for party in filter.parties where !survey.allParties.contains(party) {
      let near = didYouMean(party, oneOf: survey.allParties)
      throw Stop(.invalid, "the trace has no party '\(party)'; \(near)")
    }
    return (survey, end)
  }

  private func report(
    _ end: TimelineEnd, hasEffects: Bool, in context: CommandContext
  ) -> Verdict {
    if !hasEffects { context.output.write("\nno effects are recorded, only what happened\n") }
    if !end.warnings.isEmpty { context.output.write("\n") }
    return show(end, in: context)
  }

  private func show(_ end: TimelineEnd, in context: CommandContext) -> Verdict {
    for warning in end.warnings { context.show(warning) }
    if let failure = end.failure { context.showError(failure) }
    return verdict(end)
  }

  func verdict(_ end: TimelineEnd) -> Verdict { end.failure == nil ? .clean : .invalid }
}

/// Writes many short lines in few long pieces.
final class PagedOutput {
  private let output: Output
  private var page: [UInt8] = []

  init(_ output: Output) { self.output = output }

  func write(_ text: String) {
    page += text.utf8
    if page.count >= 1 << 16 { flush() }
  }

  func flush() {
    output.write(page)
    page.removeAll(keepingCapacity: true)
  }
}

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

extension TimelineView {
  /// A view of all records.
  init(_ file: TraceFile, among systems: [RegisteredSystem]) throws {
    let system = try file.system(among: systems).erased
    self.init(
      file: file, system: system, head: try system.walk(file.input).header,
      filter: TimelineFilter(), lenient: false, times: .iso)
  }

  /// Writes the page to `path`, with an engine made of `sources` or without one.
  func writePage(
    to path: String, with engine: [UInt8], of sources: String
  ) throws -> (report: PageReport, end: TimelineEnd) {
    var report = PageReport(html: path)
    report.file = file.path
    let (records, end) = try report.write { write -> (Int, TimelineEnd) in
      if engine.isEmpty {
        return try system.writePage(of: file.input, lenient: lenient, write)
      }
      let (survey, end) = try survey()
      try EnginePage(engine: engine, sources: sources).write(file.input, write)
      return (Int(clamping: survey.records), end)
    }
    report.records = records
    report.verdict = verdict(end)
    report.findings = end.findings
    return (report, end)
  }

  /// Writes the page to `path`, with an engine or without one, and says so.
  func writePage(
    to path: String, with engine: [UInt8], of verb: ShowCommand, in context: CommandContext
  ) throws -> Verdict {
    let (report, end) = try writePage(to: path, with: engine, of: context.engineSources)
    _ = verb.write(report, in: context)
    return verb.output.format == .json ? report.verdict : show(end, in: context)
  }
}

extension ShowCommand {
  /// Writes a page that waits for a trace.
  func writeEmptyPage(with engine: [UInt8], in context: CommandContext) throws -> Verdict {
    guard let html else { throw ValidationError("show takes a trace") }
    if engine.isEmpty { throw Stop(.usage, "there is no engine here; --engine names one") }
    let page = EnginePage(engine: engine, sources: context.engineSources)
    var report = PageReport(html: html)
    try report.write { try page.write(nil, $0) }
    return write(report, in: context)
  }
}

/// A page that was written, for one trace or for any.
struct PageReport: PrintedReport {
  var verdict = Verdict.clean
  var findings: [Diagnostic] = []
  var file: String?
  let html: String
  var records: Int?
  private var bytes = 0

  init(html: String) { self.html = html }

  static let reported = ReportMembers<PageReport> { page in
    page("file", \.file, "The trace.")
    page("html", \.html, "The page that was written.")
    page("records", \.records, "How many records there are.")
    page("bytes", \.bytes, "The size of the page.")
  }

  /// Lets `make` write the page piece by piece, and counts its bytes.
  mutating func write<Result>(
    _ make: (_ write: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let draft = try FileDraft(html)
    let result = try make { piece in
      try draft.write(piece)
      bytes += piece.count
    }
    try draft.finish()
    return result
  }

  func text(_ style: TextStyle) -> String {
    let content = file.map { "\(counted(records ?? 0, "record")) of \($0)" }
    return visible("\(html): \(content ?? "a page for any trace")") + "\n"
  }
}
