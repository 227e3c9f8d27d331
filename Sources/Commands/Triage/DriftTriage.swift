import Diagnostics
import Inspection
import Replay
import Reports
import Traces

/// All that can be said at once about the first drift of one trace.
struct DriftTriage: PrintedReport {
  private var report: ReplayReport
  private var around: [ErasedRecord] = []
  private var hold: HoldExplanation?
  private var explanation: StateExplanation?
  private var requirements = ClaimedRequirements()
  private var proof: Proof?
  /// The party of the drift, where the trace has several.
  private var party: String?

  /// The events of the smallest trace with the same drift.
  private struct Proof: ReportedRecord {
    let finding: MinimizedFinding
    let events: [ErasedRecord]

    static let reported = ReportMembers<Proof> { it in
      it("before", \.finding.records.before, "The number of records up to the drift.")
      it("records", \.finding.records.after, "The number of records of the proof.")
      it("events", \.events, "The events of the proof.")
    }
  }

  /// The number of records shown on each side of the drift.
  private static let reach = 3
  private static let shownSteps = 8

  init(_ trace: TraceFile, _ command: TriageCommand, in context: CommandContext) throws {
    let system = try trace.system(among: context.systems)
    report = try ReplayRequest(lenient: command.lenient).report(on: trace, of: system)
    report.add(inLog: RunFiles.current.takeFindings(of: trace.path))
    guard let drift = report.drift else { return }
    let status = StatusLine(context.errors)
    defer { status.clear() }
    Interruption.letVerbEnd()
    let history = try TraceHistory(trace.input, of: system.erased, lenient: command.lenient)
    if let position = try history.position(of: drift.seq) {
      around = try history.records(
        (position - DriftTriage.reach)..<(position + DriftTriage.reach + 1))
    }
    if history.summary.parties.count > 1 { party = drift.event.party }
    hold = try history.hold(of: drift)
    explanation = try explainDrift(
      trace.input, of: system.erased, lenient: command.lenient, limit: command.limit
    ) { status.goesOn("explaining: \(counted($0, "change")) tried") }
    proof = try? proof(of: trace, system, lenient: command.lenient, status)
    requirements = try ClaimedRequirements(
      of: drift, in: history, hold: hold, proof: proof?.events, explained: explanation,
      specs: command.specs, of: system, systems: context.systems)
  }

  /// Makes the trace as small as the drift allows; `nil` for a drift of a state.
  private func proof(
    of trace: TraceFile, _ system: RegisteredSystem, lenient: Bool, _ status: StatusLine
  ) throws -> Proof? {
    let found = try system.minimize(trace, .drift) {
      status.goesOn("minimizing: \(counted($0, "event")) left, \(counted($1, "run")) tried")
    }
    guard let found else { return nil }
    let history = try TraceHistory(
      ReplayInput(file: trace.path, bytes: found.trace), of: system.erased, lenient: lenient)
    let events = try history.records(0..<history.summary.records).filter { $0.kind == .event }
    return Proof(finding: found, events: events)
  }

  var verdict: Verdict { report.verdict }
  var findings: [Diagnostic] { report.findings }

  static let reported = ReportMembers<DriftTriage> { it in
    it("trace", \.report, "The replay of the trace.")
    it("signature", \.report.firstDrift?.signature, "The kind of its first drift.")
    it("around", \.around, "The records around the drift.")
    it.object("gates", ifPresent: \.hold, "The gates that hold the effect back after the event.") {
      $0.include { $0 }
    }
    it("explanation", \.explanation, "The changes of hidden state that explain it.")
    it.include(\.requirements)
    it("proof", \.proof, "The smallest trace with the same drift.")
    it("commands", \.commands, "Commands for a closer look.")
  }

  // MARK: - Text

  func text(_ style: TextStyle) -> String {
    guard let drift = report.drift, let finding = report.firstDrift?.finding else {
      return report.text(style, showsState: false, explained: true)
    }
    let place = finding.notes.first.map { "  \($0)" } ?? ""
    var parts = [[style.paint("\(report.file): \(finding.message)", .error), place]]
    parts[0] += sides(drift)
    if let trust = report.trust { parts[0].append("  \(trust)") }
    parts.append(["records:"] + around.map { line($0, isMeant: $0.seq == drift.seq, style) })
    parts.append(gateLines(drift))
    parts.append(explanation?.lines(values, style: style) ?? [])
    parts.append(requirements.lines)
    parts.append(proofLines)
    parts = parts.map { $0.map { truncate($0, to: 160) } }
    // A command that is cut cannot be run.
    parts.append(["next:"] + commands.map { "  \($0)" })
    return paragraphs(parts.map { $0.map { visible($0) } })
      + findings.filter { $0.severity == .warning }.text(style)
  }

  private var values: ValueText { report.values }

  /// Both sides of the drift, or the first fields in which they differ.
  private func sides(_ drift: Drift) -> [String] {
    if !drift.differences.isEmpty { return drift.differences.lines(values, first: 3) }
    let recorded = drift.recorded.map { "  recorded: \(drift.effect) \(values.text($0))" }
    let computed = drift.computed.map { "  the machine: \(drift.effect) \(values.text($0))" }
    return [recorded, computed].compactMap { $0 }.map { truncate($0, to: RecordTable.width) }
  }

  private func line(_ record: ErasedRecord, isMeant: Bool, _ style: TextStyle) -> String {
    let text =
      "\(isMeant ? ">" : " ") \(record.seq)  \(values.instant(record.at))  "
      + "\(record.name)  \(values.summary(record.fields))"
    let short = truncate(text, to: RecordTable.width)
    return isMeant ? style.paint(short, .emphasis) : short
  }

  private func gateLines(_ drift: Drift) -> [String] {
    guard let hold, let holds = hold.holds else { return [] }
    let after = "after record \(drift.event.seq)"
    if hold.isOrdered(at: drift) {
      return ["no gate holds \(hold.effect): the machine orders it \(after)"]
    }
    if holds.isEmpty { return ["no gate holds \(hold.effect) \(after)"] }
    return ["gates that hold \(hold.effect) \(after):"] + holds.map { "  \($0.line(values))" }
  }

  private var proofLines: [String] {
    guard let proof else { return [] }
    let (before, after) = proof.finding.records
    let steps = proof.events.suffix(DriftTriage.shownSteps).map { line($0, isMeant: false, .plain) }
    let rest = proof.events.count - steps.count
    return ["smallest proof: \(after) of \(counted(before, "record"))"]
      + (rest > 0 ? ["  … \(counted(rest, "event")) before"] : []) + steps
  }

  /// A command for each next look.
  private var commands: [String] {
    guard let drift = report.drift else { return [] }
    let program = CommandContext.calledAs
    let file = shellWord(report.file)
    var commands: [String] = []
    if let assumptions = explanation?.changes.first?.assumptions(values) {
      commands.append("\(program) replay \(file) \(assumptions)")
    }
    commands.append("\(program) why \(file) \(drift.event.seq)")
    if hold?.holds != nil {
      let at = values.instant(drift.event.at)
      let party = party.map { " --party \(shellWord($0))" } ?? ""
      commands.append("\(program) why-not \(file) \(drift.effect) --at \(at)\(party)")
    }
    if proof != nil { commands.append("\(program) minimize \(file) --output proof.trace.jsonl") }
    if let scenario = requirements.scenarios.first {
      let place = shellWord("\(scenario.place.file):\(scenario.place.line)")
      commands.append("\(program) check \(place)")
    }
    return commands
  }
}
