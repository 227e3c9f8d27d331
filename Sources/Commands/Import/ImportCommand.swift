import ArgumentParser
import Diagnostics
import EventSourcing
import Exchange
import JSON
import Replay
import Reports
import SpecFormat

/// Makes a trace of what another program has recorded.
struct ImportCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a trace of another program's log.",
    discussion: """
      The records are put in the order of their times and taken once each; blank lines, lines of \
      other programs and what the machine does not know are counted and named. What the log does \
      not say is left out, so the result says which verbs can judge it. gzip and a byte order mark \
      are read.

      --map FILE says where names, times and fields stand:

        format: 1
        sdk: mobilepush
        time: ts
        time_unit: seconds       # iso, milliseconds, microseconds, nanoseconds
        name: event.kind         # the path of what a line calls itself
        records:
          - from: push_attr
            event: attribute_set
            fields: { key: event.k, value: event.v }

      Exit codes: 0 imported, 1 what is named as a record cannot be one, or has another shape than \
      its format, 2 nothing was found.
      """)

  @Argument(help: "The log; - for standard input.", completion: .file())
  var file: String

  @Option(help: "har, cloudevents (one a line or a batch), otlp (OTLP/JSON) or lines (JSON lines).")
  var from: ForeignFormat

  @Option(help: "The file that maps names, times and fields of the log.", completion: .specs)
  var map: String?

  @Option(
    help: "The system, where neither the log nor the map names one.",
    completion: .values(.systems))
  var sdk: String?

  @Option(name: .customLong("output"), help: "The file for the trace; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [DocumentReport<ImportedTrace>.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let map = try map.map { try ImportMap(try SpecSources().read($0), path: $0) }
    let (system, log) = try read(try readLog(), map, among: context.systems)
    if let map {
      let wrong = map.findings(for: system.vocabulary)
      if !wrong.isEmpty { throw Stop(wrong) }
    }
    let trace = importLog(log, as: system.machine, origin: "import --from \(from.rawValue)")
    guard trace.records > 0 else {
      let reason = log.isEmpty ? ": it is empty" : ""
      throw Stop(
        trace.findings + [Diagnostic(.otherLine, "nothing of '\(file)' is a record\(reason)")])
    }
    _ = try system.erased.verify(ReplayInput(file: "the imported trace", bytes: trace.bytes))
    return try writeDocument(trace.bytes, trace, of: file, in: context)
  }

  private func readLog() throws -> [UInt8] {
    let bytes = try FileBytes.contents(ofStream: file)
    guard Gzip.isPacked(bytes) else { return withoutMark(bytes) }
    do throws(Gzip.Failure) {
      return withoutMark(try Gzip.unpacked(bytes, limit: FileBytes.streamLimit))
    } catch {
      throw Diagnostic(.compressed, "'\(file)' cannot be unpacked: \(error)")
    }
  }

  private func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The log, and the system that it names or that the command line does.
  private func read(
    _ bytes: [UInt8], _ map: ImportMap?, among systems: [RegisteredSystem]
  ) throws(Stop) -> (RegisteredSystem, ForeignLog) {
    let log: ForeignLog
    switch from {
    case .har:
      let system = try system(sdk ?? map?.sdk, among: systems)
      return (system, readCapture(bytes, file: file, as: system.machine, map))
    case .cloudevents: log = readCloudEvents(bytes, file: file, map)
    case .otlp: log = readOpenTelemetry(bytes, file: file, map)
    case .lines: log = readLogLines(bytes, file: file, map)
    }
    if let header = log.header, let name = header["sdk"]?.text, systems.named(name) == nil {
      throw Stop([
        Diagnostic(
          .unusableLine, "the header names the system '\(name)', which does not exist",
          at: log.headerPlace, labels: [],
          notes: [didYouMean(name, oneOf: systems.names)])
      ])
    }
    do throws(Stop) {
      return (try system(log.header?["sdk"]?.text ?? sdk ?? map?.sdk, among: systems), log)
    } catch {
      var stop = error
      stop.diagnostics = log.findings
      throw stop
    }
  }

  private func system(
    _ name: String?, among systems: [RegisteredSystem]
  ) throws(Stop) -> RegisteredSystem {
    guard let name else {
      let known = systems.names.joined(separator: ", ")
      throw Stop(
        .invalid,
        "nothing says which system '\(file)' is about: name it with --sdk, one of \(known)")
    }
    return try systems.wanted(name)
  }
}

extension ImportedTrace: DocumentContent {
  var verdict: Verdict { unusable > 0 ? .finding : .clean }

  package static let reported = ReportMembers<ImportedTrace> { it in
    it.object("records", \.self, "The numbers of records in the trace.") { records in
      records("events", \.events)
      records("effects", \.effects)
      records("others", \.others)
    }
    it.object("lines", \.self, "The lines that are not in it as they stood.") { lines in
      lines("reordered", \.reordered)
      lines("repeated", \.repeated)
      lines("blank", \.blank)
      lines("passed_over", \.passedOver)
      lines("unusable", \.unusable)
      lines("lost_causes", \.lostCauses)
    }
    it("unknown_fields", \.unknownFields, "Fields that the machine does not have.")
    it("uses", \.uses, "The verbs for the trace, with what each can say.")
  }

  func summary(of file: String, target: String?) -> String {
    let words = [
      (reordered, "out of order"), (repeated, "repeated"), (blank, "blank"),
      (passedOver, "passed over"), (unusable, "unusable"),
      (lostCauses, "with a cause that does not come before"),
    ]
    let found = words.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let fields = unknownFields.map { visible($0) }.joined(separator: ", ")
    let lines = [
      "\(visible(file)): \(counted(events, "event")), \(counted(effects, "effect"))"
        + (others > 0 ? ", \(counted(others, "other record"))" : ""),
      found.isEmpty ? nil : "lines: \(found.joined(separator: ", "))",
      fields.isEmpty ? nil : "fields that the machine does not have: \(fields)",
    ]
    return (lines.compactMap { $0 } + uses.map { visible($0) }).map { $0 + "\n" }.joined()
  }
}

enum ForeignFormat: String, ExpressibleByArgument, CaseIterable {
  case har, cloudevents, otlp, lines
}

extension ImportMap {
  func findings(for system: SystemVocabulary) -> [Diagnostic] {
    records.flatMap { record -> [Diagnostic] in
      let known = record.isEffect ? system.effects.map(\.schema) : system.recordedEvents
      let kind = record.isEffect ? "effect" : "event"
      guard let schema = known.first(where: { $0.name == record.name }) else {
        return [unknown(kind, record.name, known.map(\.name), at: record.place)]
      }
      let names = schema.fields.map(\.name)
      let fields =
        record.fields.map { ($0.field, $0.place) } + record.values.map { ($0.field, $0.place) }
      return fields.filter { !names.contains($0.0) }
        .sorted { ($0.1.line, $0.1.column) < ($1.1.line, $1.1.column) }
        .map { unknown("field", $0.0, names, at: $0.1) }
    }
  }

  private func unknown(
    _ kind: String, _ name: String, _ known: [String], at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .unknownName, "unknown \(kind) '\(name)'", at: place,
      meant: suggestion(for: name, among: known),
      notes: ["known: \(known.joined(separator: ", "))"])
  }
}
