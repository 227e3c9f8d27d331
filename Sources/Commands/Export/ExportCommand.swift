import ArgumentParser
import Diagnostics
import Exchange
import Live
import Replay
import Reports
import Timeline
import Traces

/// Writes a trace in the form of other programs.
struct ExportCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a trace in another program's format.",
    discussion: """
      cloudevents: CloudEvents 1.0 in the JSON format, one a line. The first one has the header; \
      the number of a record is its id, the party its subject, its cause an extension. 'import \
      --from cloudevents' makes the same trace of them, byte for byte. otlp: OpenTelemetry's \
      OTLP/JSON, one document a line: a log record for each record and a span for each answered \
      request; 'import --from otlp' makes the same trace of the log records. perfetto: trace \
      events for ui.perfetto.dev and chrome://tracing: a party as a process, records as instants, \
      requests and timers as spans, and for each gate a counter of the effects that it holds back; \
      timers and gates are those of the machine, which folds the events. What a format cannot say \
      is named. trace: the folder of a log, or a trace, as a trace; what a log was made of it has \
      byte for byte. log: a trace as the folder of a log, which --output names.
      """)

  @Argument(help: "A trace, or the folder of a log.", completion: .traces)
  var trace: String

  @Option(help: "cloudevents, otlp, perfetto, trace or log.")
  var to: ExportFormat

  @Option(help: "The source of the CloudEvents, a URI reference; SDK and file without it.")
  var source: String?

  @Option(name: .customLong("output"), help: "The file or folder; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    DocumentReport<ExportedTrace>.self, CopiedTrace.self, NewLog.self,
  ]

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    switch to {
    case .trace: return try writeTrace(file, in: context)
    case .log: return try writeLog(file, in: context)
    case .cloudevents, .otlp, .perfetto:
      let system = try file.system(among: context.systems)
      return try makeDocument(of: trace, in: context) { try export(file, of: system, into: $0) }
    }
  }

  private func export(
    _ file: TraceFile, of system: RegisteredSystem, into sink: ([UInt8]) throws -> Void
  ) throws -> ExportedTrace {
    switch to {
    case .otlp: return try exportOpenTelemetry(file.input, of: system.erased, into: sink)
    case .perfetto:
      let (events, ending) = try system.erased.exportTraceEvents(file.input, into: sink)
      return ExportedTrace(
        unit: "trace event", events: events, lost: ending.lost(isImported: false))
    case .cloudevents, .trace, .log:
      let source = source ?? ExportCommand.source(of: trace, system.name)
      return try exportCloudEvents(file.input, of: system.erased, source: source, into: sink)
    }
  }

  /// The system and the file's name, with what cannot stand in a URI as its bytes in hexadecimal.
  static func source(of path: String, _ system: String) -> String {
    let name = path.split(separator: "/").last ?? "-"
    return "/pushtrace/\(system)/\(WireTarget.escaped(String(name)))"
  }

  /// Writes the folder of a log, or a trace, as a trace.
  func writeTrace(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    // Copied byte by byte, so that nothing else would see that it is no trace.
    _ = try file.system(among: context.systems)
    let ((), text) = try make(in: context) { write in
      let next = try file.input.pieces()
      while let piece = try next() { try write(piece) }
    }
    return write(CopiedTrace(target: target, text: text), in: context)
  }

  /// Writes a trace as the folder of a log, which must not be there yet.
  func writeLog(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    guard let target else { throw ValidationError("--to log needs --output, the log's folder") }
    let system = try file.system(among: context.systems)
    let (records, ending) = try system.makeLog(file, target)
    let lost = ending.isIntact ? [] : ending.lost(isImported: false)
    return write(NewLog(target: target, records: records, lost: lost), in: context)
  }
}

extension ExportedTrace: DocumentContent {
  static var documentName: String { "document" }

  package static let reported = ReportMembers<ExportedTrace> { it in
    it("events", \.events, "The number of CloudEvents, log records or trace events.")
    it("spans", \.spans, "The number of spans beside them, in OTLP.")
    it("lost", \.lost, "The parts of the trace that the format cannot hold.")
  }

  func summary(of file: String, target: String?) -> String {
    let spans = spans.map { ", \(counted($0, "span"))" } ?? ""
    return "\(visible(file)): \(counted(events, unit))\(spans)\(notInIt(lost))\n"
  }
}

/// The lines about what an export does not have.
private func notInIt(_ lost: [String]) -> String {
  lost.map { "\n  not in it: \($0)" }.joined()
}

enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case cloudevents, otlp, perfetto, trace, log
}

/// A trace as it was, which speaks for itself.
struct CopiedTrace: PrintedReport {
  let target: String?
  let text: String?

  static let reported = ReportMembers<CopiedTrace> { it in
    it("output", \.target, "The file that was written.")
    it("document", \.text, "The trace, where no file is written.")
  }

  func text(_ style: TextStyle) -> String { "" }
}

/// The log that was made of a trace.
struct NewLog: PrintedReport {
  let target: String
  let records: Int64
  let lost: [String]

  static let reported = ReportMembers<NewLog> { it in
    it("output", \.target, "The folder of the log.")
    it("records", \.records, "The number of records in it.")
    it("lost", \.lost, "The facts about the end of the trace that it does not have.")
  }

  func text(_ style: TextStyle) -> String {
    "\(visible(target)): a log with \(counted(records, "record"))\(notInIt(lost))\n"
  }
}
