import Diagnostics
import Reports

/// Judges many traces, and writes the report on each as it comes and what concerns all of them at
/// the end; its memory does not grow with their number.
struct TraceRun<Summary: TraceSummary> {
  private let verb: any VerbCommand
  fileprivate let context: CommandContext
  fileprivate var summary: Summary
  fileprivate var verdict = Verdict.clean
  fileprivate let traces = JSONSpool()
  fileprivate let findings = JSONSpool()

  init(_ summary: Summary, of verb: some VerbCommand, in context: CommandContext) {
    self.summary = summary
    self.verb = verb
    self.context = context
  }

  /// Judges the traces at `paths`; `complete` adds what is known only in their order.
  mutating func run(
    _ paths: [String], width: Int = coreCount,
    _ judge: @escaping @Sendable (TraceFile, RegisteredSystem) throws -> Summary.Report,
    complete: (inout Summary.Report) throws -> Void = { _ in }
  ) async throws -> Verdict {
    var waiting = paths[...]
    return try await run(
      each: { waiting.popFirst() }, of: paths.count, width: width, complete: complete
    ) { [systems = context.systems] path in
      try Summary.Report.on(TraceFile(path), among: systems, judge)
    }
  }

  /// Does a piece of work for each input that `next` hands out until it has none; `count` is their
  /// number where it is known.
  mutating func run<Input: Sendable>(
    each next: () throws -> Input?, of count: Int? = nil, width: Int = coreCount,
    complete: (inout Summary.Report) throws -> Void = { _ in },
    _ report: @escaping @Sendable (Input) throws -> Summary.Report
  ) async throws -> Verdict {
    if count == 0 { throw Stop.noTrace }
    var progress = count.map { ProgressBar(context.errors, total: $0, unit: "traces") }
    var taken = 0
    try await inOrder(width: width) {
      try Interruption.isRequested ? nil : next()
    } work: { input in
      try report(input)
    } take: { report in
      var report = report
      try complete(&report)
      taken += 1
      progress?.clear()
      take(report)
      progress?.advance(summary.remark)
    }
    progress?.clear()
    guard taken > 0 || count != nil else { throw Stop.noTrace }
    finish(
      Interruption.sentence(
        after: (count.map { _ in "\(taken) of " } ?? "") + counted(count ?? taken, "trace")))
    return verdict
  }

  private mutating func take(_ report: Summary.Report) {
    verdict = max(verdict, report.verdict)
    let text = summary.add(report)
    switch verb.output.format {
    case .text: context.output.write(text(context.style))
    case .json:
      traces.add(report)
      report.findings.forEach(findings.add)
    }
  }

  private mutating func finish(_ stopped: String?) {
    summary.end()
    switch verb.output.format {
    case .text:
      context.output.write(summary.text(context.style))
      summary.findings.forEach { context.show($0) }
      if let stopped { context.output.write("\(stopped)\n") }
    case .json:
      (summary.findings + RunFiles.current.takeFindings()).forEach(findings.add)
      let report = TraceRunReport(run: self, stopped: stopped)
      context.output.write(report.document(of: type(of: verb).verb))
    }
  }
}

/// The reports on many traces as a document, which is never whole in memory.
struct TraceRunReport<Summary: TraceSummary>: VerbReport {
  fileprivate let run: TraceRun<Summary>
  fileprivate let stopped: String?

  var verdict: Verdict { run.verdict }

  static var reported: ReportMembers<TraceRunReport> {
    ReportMembers { it in
      it("stopped", \.stopped, "The remark that a signal ended it early, with the place.")
      it.stream("findings", of: Diagnostic.self, "The findings, trace by trace.") {
        $0.run.findings.write(into: &$1, $0.run.context.output)
      }
      it.stream("traces", of: Summary.Report.self, "One object for each trace.") {
        $0.run.traces.write(into: &$1, $0.run.context.output)
      }
      it.include(\.run.summary)
    }
  }
}

/// A verb's report on one of many traces.
protocol TraceReport: ReportedRecord, Sendable {
  /// The trace's path, or the device's name where it came in a stream of many.
  var file: String { get }
  var verdict: Verdict { get set }
  var findings: [Diagnostic] { get set }

  init(file: String, refusal: Diagnostic)

  mutating func add(inLog findings: [Diagnostic])
}

extension TraceReport {
  mutating func add(inLog findings: [Diagnostic]) {
    self.findings += findings
    if !findings.isEmpty { verdict = max(verdict, .finding) }
  }

  static func on(
    _ file: TraceFile, among systems: [RegisteredSystem],
    _ judge: (TraceFile, RegisteredSystem) throws -> Self
  ) throws -> Self {
    var report: Self
    do {
      report = try judge(file, try file.system(among: systems))
    } catch let finding as Diagnostic {
      report = Self(file: file.path, refusal: finding)
    }
    report.add(inLog: RunFiles.current.takeFindings(of: file.path))
    return report
  }
}

/// A report on one trace that has the trace's name and what was found out about it.
struct JudgedTrace<Content: ReportedRecord & Sendable>: TraceReport {
  let file: String
  var verdict: Verdict
  var findings: [Diagnostic]
  /// The facts about the trace; `nil` for one that cannot be read.
  var content: Content?

  static var reported: ReportMembers<JudgedTrace> {
    ReportMembers { it in
      it("file", \.file, "The trace.")
      it.include(ifPresent: \.content)
    }
  }
}

extension JudgedTrace {
  init(file: String, refusal: Diagnostic) {
    self.init(file: file, verdict: .invalid, findings: [refusal])
  }
}

/// A verb's summary of many traces.
protocol TraceSummary: ReportedRecord {
  associatedtype Report: TraceReport

  /// Takes the report on the next trace, and returns what people read of it.
  mutating func add(_ report: Report) -> (TextStyle) -> String

  /// Ends the summary, once all traces are taken.
  mutating func end()

  /// The remark behind the count of traces while they are judged.
  var remark: String { get }
  /// The findings that concern no trace alone.
  var findings: [Diagnostic] { get }

  /// Writes what people read at the end.
  func text(_ style: TextStyle) -> String
}

extension TraceSummary {
  static var reported: ReportMembers<Self> { ReportMembers { _ in } }
  var findings: [Diagnostic] { [] }
  mutating func end() {}
}
