import ArgumentParser
import Diagnostics
import Files
import Inspection
import Replay
import Reports
import SpecFormat
import Specs

/// Folds recorded events again and compares every recorded effect and state.
struct ReplayCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Fold traces again and find where they drift.",
    discussion: """
      Each trace is folded on a core of its own; reports come in the order of the arguments. The \
      first drift of a trace is explained and all are counted: after it the recorded inputs are \
      folded in an open loop. Of more than three traces that drift, the others are grouped by \
      signature; exact ones are counted, and named with -v. SIGINT and SIGTERM end the replay of \
      many traces with what was found until then. With --verdicts the memory does not grow with \
      the number of traces.

      --accept FILE lists drifts that an intended change explains:

        format: 1
        accept:
          - event: response_received
            effect: send_registration
            kind: altered        # or missing, extra, reordered, state, snapshot
            fields: [body.tags]  # all that differ
            reason: "Tags are sorted since 0.2."
            until: 0.2.0         # traces recorded before it; or 2026-03-01T00:00:00Z, started \
      before it
      """)

  @Argument(help: "Traces, or folders of *.trace.jsonl.", completion: .traces)
  var traces: [String] = []

  @Option(name: .customLong("at"), help: "Stop after the record with this sequence number.")
  var stop: Int64?

  @Flag(
    help: """
      Show the state after the last record; with --at, from the snapshot before it on, where the \
      trace has one.
      """)
  var state = false

  @Option(
    name: .customLong("reading"),
    help: "Another reading, NAME=VALUE, in place of the header's; may be repeated.",
    completion: .values(.readings))
  var readings: [String] = []

  @Option(help: "Another profile in place of the header's.", completion: .values(.profiles))
  var profile: String?

  @Option(help: "A file of accepted drifts, which are counted and are no findings.")
  var accept: String?

  @Option(
    name: .customLong("assume"),
    help: ArgumentHelp(
      """
      Change a field of the hidden state after a record and go on: --assume 70 \
      registration.in_flight=absent; may be repeated. A value is written as for --set, or absent, \
      or unchanged; with 70.. also after each later record of its name.
      """, valueName: "seq field=value"))
  var assumptions: [Assumption] = []

  @Flag(
    help: """
      Search for the one change of the hidden state, from the earliest record on, that makes \
      everything after it exact.
      """)
  var explain = false

  @Flag(name: .shortAndLong, help: "Of many traces, name the exact ones too.")
  var verbose = false

  @Flag(help: .lenient)
  var lenient = false

  @Flag(
    help: """
      Fold twice in this process, and once more in a second one with another hash seed, time zone \
      and locale, and compare the outcomes; a trace from a pipe in this process alone.
      """)
  var twice = false

  @Flag(help: .hidden)
  var foldDigests = false

  @Flag(help: "Rewrite recorded effects, state hashes and snapshots after an intended change.")
  var rerecord = false

  @Option(
    help: """
      Write one trace with a snapshot of the machine after every so many records, none with 0, to \
      --output.
      """)
  var snapshots: Int64?

  @Option(name: .customLong("output"), help: "The file for that trace; standard output without it.")
  var target: String?

  @Flag(
    help: """
      Step through one trace in the terminal, forward and back; with --at, through the part of it \
      between two snapshots.
      """)
  var step = false

  @OptionGroup(title: "What if") var whatIf: WhatIfOptions

  @OptionGroup var many: VerdictOptions

  @OptionGroup var output: OutputOptions

  var ownsOutput: Bool {
    (snapshots != nil && target == nil || many.verdicts) && output.format == .text
  }

  func validate() throws {
    try many.validate(traces: traces)
    if many.verdicts, state || twice || rerecord || step || !whatIf.isEmpty {
      throw ValidationError("--verdicts judges many devices, and shows and rewrites none")
    }
    let explains = explain || !assumptions.isEmpty
    if explains, traces.count != 1 || many.verdicts || twice {
      throw ValidationError("--assume and --explain take one trace, without --twice and --verdicts")
    }
    if explain, stop != nil || profile != nil || !readings.isEmpty || !assumptions.isEmpty {
      throw ValidationError("--explain searches in the trace as it was recorded")
    }
    let isPlain =
      !explains && !state && !twice && profile == nil && readings.isEmpty && accept == nil
    let judges = !isPlain || stop != nil
    if rerecord, traces.contains("-") { throw ValidationError("--rerecord rewrites files") }
    if rerecord, judges || lenient {
      throw ValidationError("--rerecord goes with --format alone")
    }
    if step, traces.count != 1 || rerecord || !isPlain || !whatIf.isEmpty {
      throw ValidationError("--step takes one trace, and --lenient and --at alone beside it")
    }
    if let snapshots {
      guard snapshots >= 0 else { throw ValidationError("--snapshots takes 0 or more") }
      guard traces.count == 1, isPlain, stop == nil, !lenient, !rerecord, !step, whatIf.isEmpty
      else { throw ValidationError("--snapshots takes one trace, and --output alone beside it") }
    } else if target != nil {
      throw ValidationError("--output goes with --snapshots")
    }
    try whatIf.validate(traces: traces, alone: !rerecord && !judges)
  }

  static let reports: [any VerbReport.Type] = [
    TraceRunReport<ReplaySummary>.self, TraceRunReport<RerecordSummary>.self, WhatIfOutcome.self,
    DocumentReport<AddedSnapshots>.self, ExplainedReplay.self, VerdictLine<DeviceReport>.self,
  ]

  func judge(in context: CommandContext) async throws -> Verdict {
    if many.verdicts {
      let request = request(try acceptedDrifts())
      return try await writeVerdicts(on: traces, in: context) {
        try DeviceReport($0, $1, request)
      }
    }
    let files = try TraceFile.found(traces)
    if rerecord {
      if let log = files.first(where: LogFolder.isLog) {
        throw Stop(
          .usage,
          "'\(log)' is the folder of a log, which stays as it was written: 'pushtrace export --to "
            + "trace \(shellWord(log)) --output NAME.trace.jsonl' makes a trace, which is rewritten"
        )
      }
      var run = TraceRun(RerecordSummary(), of: self, in: context)
      return try await run.run(files, width: 1, RerecordReport.rerecording)
    }
    if let snapshots {
      let file = TraceFile(traces[0])
      let system = try file.system(among: context.systems)
      return try makeDocument(of: file.path, in: context) {
        try addSnapshots(to: file.input, every: snapshots, as: system.machine, into: $0)
      }
    }
    if explain {
      let explained = try ExplainedReplay(TraceFile(traces[0]), request(), in: context)
      return write(explained, in: context)
    }
    if step { return try stepThrough(TraceFile(traces[0]), in: context) }
    if !whatIf.isEmpty { return try askWhatIf(TraceFile(traces[0]), in: context) }
    if foldDigests { return try await writeDigests(files, in: context) }
    return try await replay(files, in: context)
  }

  private func acceptedDrifts() throws -> [Acceptance] {
    try accept.map { try [Acceptance](acceptedIn: $0) } ?? []
  }

  private func replay(_ files: [String], in context: CommandContext) async throws -> Verdict {
    let accepted = try acceptedDrifts()
    let request = try request(accepted, on: files, in: context)
    let second = try secondProcess(on: files.filter { OpenFile.isRepeatable($0) }, in: context)
    if files.count > 1 { Interruption.letVerbEnd() }
    var run = TraceRun(
      ReplaySummary(
        accepted: accepted, showsState: state, isOfMany: files.count > 1, namesExact: verbose
      ) { ClaimedRequirements(of: $0, lenient: lenient, among: context.systems) },
      of: self, in: context)
    return try await run.run(files) {
      try request.report(on: $0, of: $1, isAlone: files.count == 1)
    } complete: { report in
      guard OpenFile.isRepeatable(report.file) else { return }
      if let finding = try second?.finding(on: report.file, report.digest) { report.add(finding) }
    }
  }

  private func request(_ accepted: [Acceptance] = []) -> ReplayRequest {
    ReplayRequest(
      stop: stop, seeks: state, readings: readings, profile: profile, lenient: lenient,
      twice: twice, assumptions: assumptions, accepted: accepted)
  }

  /// Makes a request whose options are for those of several systems that know them.
  private func request(
    _ accepted: [Acceptance] = [], on files: [String], in context: CommandContext
  ) throws -> ReplayRequest {
    var request = self.request(accepted)
    if profile == nil && readings.isEmpty || files.count == 1 { return request }
    let used = Set(
      files.filter(OpenFile.isRepeatable).compactMap {
        try? TraceFile($0).system(among: context.systems).name
      })
    let systems = context.systems.filter { used.contains($0.name) }
    if systems.count < 2 { return request }
    let options = try request.changes
    let wrong = options.findings(forRunOf: systems.map(\.machine))
    if !wrong.isEmpty { throw Stop(wrong) }
    if !foldDigests { context.errors.write(options.partlyKnown(among: systems, of: "traces")) }
    request.isForSeveral = true
    return request
  }

  // MARK: - The second process

  private func secondProcess(
    on files: [String], in context: CommandContext
  ) throws -> SecondProcess? {
    guard twice, !files.isEmpty, let program = context.environment.program else { return nil }
    var arguments = readings.flatMap { ["--reading", $0] }
    if let profile { arguments += ["--profile", profile] }
    if let stop { arguments += ["--at=\(stop)"] }
    if lenient { arguments.append("--lenient") }
    // It runs in the folder of this process.
    return try SecondProcess(program, arguments + ["--"] + files.map { POSIX.place($0) })
  }

  /// Writes a line for each trace: what its fold comes to, or nothing where it cannot be read.
  private func writeDigests(
    _ files: [String], in context: CommandContext
  ) async throws -> Verdict {
    let request = try request(on: files, in: context)
    try await inOrder(files.count) { [systems = context.systems] index in
      let file = TraceFile(files[index])
      // The process that asks reports on its own reading.
      _ = RunFiles.current.takeFindings(of: file.path)
      return (try? request.digest(of: file, of: file.system(among: systems)))?.text ?? ""
    } _: {
      context.output.write($0 + "\n")
    }
    return .clean
  }

  /// Folds one trace with changes and shows what follows differently: a question, not a finding.
  func askWhatIf(_ trace: TraceFile, in context: CommandContext) throws -> Verdict {
    let system = try trace.system(among: context.systems)
    return write(
      try system.whatIf(trace.input, whatIf.changes, lenient, false).outcome, in: context)
  }
}

extension Assumption: ExpressibleByArgument {}

extension AddedSnapshots: DocumentContent {
  var findings: [Diagnostic] { warnings }

  package static let reported = ReportMembers<AddedSnapshots> { it in
    it("records", \.records, "The number of records in it.")
    it("snapshots", \.added, "The number of snapshots now.")
    it("removed", \.removed, "The number of snapshots before.")
  }

  func summary(of file: String, target: String?) -> String {
    let before = removed == 0 ? "" : ", \(removed) of before left out"
    return "\(visible(file)): \(counted(added, "snapshot")) in "
      + "\(counted(records, "record"))\(before)\n"
  }
}
