import Diagnostics
import EventSourcing
import Reports
import Traces

/// The report about the replay of one trace, whatever its system.
package struct ReplayReport: Sendable {
  /// The trace's path, or the device's name where it came in a stream of many.
  package let file: String
  package var verdict: Verdict
  /// The findings: the first drift and damage.
  package var findings: [Diagnostic]
  /// The digest that another process has to come to as well; `nil` where that is not asked.
  package var digest: FoldDigest?
  /// The snapshot at which the fold began; `nil` where it began with the trace.
  package var startedAt: Int64?
  /// The outcome of the replay; `nil` for a trace that cannot be read.
  private let outcome: ReplayOutcome?
  /// Whether the fold comes to what is recorded, and to the same each time.
  private var agrees: Bool
  /// Whether the trace is a log that is not as it was written.
  private var isDamaged = false

  package init(file: String, _ outcome: ReplayOutcome) {
    self.file = file
    self.outcome = outcome
    findings = outcome.diagnostics(file: file)
    agrees = outcome.agrees
    verdict = agrees ? .clean : .finding
  }

  /// A trace that cannot be read.
  package init(file: String, refusal: Diagnostic) {
    self.file = file
    outcome = nil
    findings = [refusal]
    agrees = false
    verdict = .invalid
  }

  package var records: Int64 { outcome?.records ?? 0 }
  /// The drifts by their signatures, accepted ones included.
  package var groups: [DriftGroup] { outcome?.groups ?? [] }
  /// The extent to which the trace can be trusted; `nil` where all of it agrees.
  package var trust: String? { outcome?.trust }
  /// The first drift that is not accepted, with its context.
  package var drift: Drift? { outcome?.drift }
  package var values: ValueText {
    ValueText(from: outcome?.header.started ?? Instant(milliseconds: 0))
  }

  package var firstDrift: (signature: DriftSignature, seq: Int64, finding: Diagnostic)? {
    guard let drift, let finding = findings.first(where: { $0.code == .replayDiffers }),
      let group = groups.filter({ $0.acceptance == nil }).min(by: { $0.seq < $1.seq })
    else { return nil }
    return (group.signature, drift.seq, finding)
  }

  /// Adds what is wrong in the log that was read as a trace.
  package mutating func add(inLog findings: [Diagnostic]) {
    self.findings += findings
    isDamaged = !findings.isEmpty
    if isDamaged { verdict = max(verdict, .finding) }
  }

  /// Adds that another process came to something else.
  package mutating func add(_ finding: Diagnostic) {
    agrees = false
    findings.insert(finding, at: 0)
    verdict = max(verdict, .finding)
  }

  /// The report for people; without `explained` a drift is named by its signatures alone.
  package func text(_ style: TextStyle, showsState: Bool, explained: Bool) -> String {
    let renderer = DiagnosticRenderer(sources: [], style: style)
    var lines: [String] = []
    let (file, summary) = (visible(file), outcome?.summary ?? "")
    switch verdict {
    case .clean: lines.append("\(style.paint("ok", .good))     \(file): \(summary)")
    case .finding where agrees && isDamaged:
      lines.append("\(style.paint("DAMAGE", .error)) \(file): \(summary)")
    case .finding where drift == nil:
      lines.append("\(style.paint("UNSTABLE", .error))  \(file): \(summary)")
    case .finding: lines.append("\(style.paint("DRIFT", .error))  \(file): \(summary)")
    case .invalid, .usage, .internalError, .outputLost: break
    }
    if let startedAt {
      lines.append("       from the snapshot, record \(startedAt), on; nothing before was compared")
    }
    lines += (outcome?.assumed ?? []).map { "       " + $0.sentence(values) }
    if let trust { lines.append("       \(trust)") }
    lines += groups.prefix(ReplayReport.shownGroups).map(line)
    lines += moreLine(
      groups.count - ReplayReport.shownGroups, "signature", indent: "         ")
    lines += findings.filter { explained || $0.code != .replayDiffers }.map { renderer.text($0) }
    if showsState {
      for view in outcome?.views ?? [] {
        lines.append("state of \(visible(view.party)):")
        lines += values.lines(view.view).map { "  " + visible($0) }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let shownGroups = 10

  private func line(_ group: DriftGroup) -> String {
    let fields = group.fields.isEmpty ? "" : " in \(group.fields.joined(separator: ", "))"
    let accepted = group.acceptance == nil ? "" : ", accepted"
    return "         \(group.count) × \(visible(group.signature.description))"
      + " (first at record \(group.seq)\(visible(fields))\(accepted))"
  }
}

extension AssumedField {
  fileprivate func sentence(_ values: ValueText) -> String {
    let text = "\(path) is \(values.text(value)) instead of \(values.text(machine))"
    let repeats = count > 1 ? ", and so after \(count - 1) more of its name" : ""
    return visible(
      truncate(
        "the state is assumed: after record \(record.seq) \(record.name), \(text)\(repeats)",
        to: 200))
  }
}

// MARK: - JSON

extension ReplayReport: ReportedRecord {
  package static let reported = ReportMembers<ReplayReport> { it in
    it("file", { $0.file }, "The trace.")
    it(
      "agrees", { $0.agrees }, "Whether the fold comes to what is recorded, and each time the same."
    )
    it("engine", { $0.outcome?.header.engine ?? "" }, "The engine that recorded it.")
    it.include(ifPresent: { $0.outcome })
    it("from_snapshot", { $0.startedAt }, "The snapshot at which the fold began.")
    it(
      "exact_up_to", { $0.outcome?.exactUpTo },
      "The last record that can be trusted, where there is a drift.")
    it.list("groups", { $0.groups }, "Equal drifts with their number.") { group in
      group.include({ $0.signature })
      group("fields", { $0.fields }, "The fields in which the first one differs.")
      group("count", { $0.count })
      group("seq", { $0.seq }, "The record of the first one.")
      group("line", { $0.line }, "The line of the first one.")
      group("accepted", { $0.acceptance != nil }, "Whether a file of --accept has it.")
    }
    it.list(
      "assumed", { $0.outcome?.assumed ?? [] },
      "Fields of the hidden state that were changed on the way."
    ) { field in
      field("seq", { $0.record.seq }, "The record after which it was changed first.")
      field("path", { $0.path }, "The way to it in the state of the record's party.")
      field("machine", { $0.machine }, "The value that the machine gives it.")
      field("value", { $0.value }, "The value that it takes.")
      field("count", { $0.count }, "The number of times that it was changed.")
    }
    it("drift", { $0.drift }, "The first drift.")
    it.list("states", { $0.outcome?.views ?? [] }, "The states after the last record.") { state in
      state("party", { $0.party })
      state("view", { $0.view }, form: .object)
    }
  }

  package var document: String { ReplayedTrace(report: self).document(of: "replay") }
}

extension ReplayOutcome: ReportedRecord {
  /// The counts; the rest belongs to the report on the trace.
  package static let reported = ReportMembers<ReplayOutcome> { counts in
    counts("not_compared", { $0.notCompared })
    counts("events", { $0.events })
    counts("effects", { $0.effects })
    counts("compared_states", { $0.states }, "The number of recorded states.")
    counts("snapshots", { $0.snapshots })
    counts("drifts", { $0.driftCount })
    counts("orphans", { $0.orphans }, "Answers to what the machine does not order.")
  }
}

private struct ReplayedTrace: VerbReport {
  let report: ReplayReport

  var verdict: Verdict { report.verdict }
  var findings: [Diagnostic] { report.findings }

  private var groups: [TraceGroups<DriftSignature>.Group] {
    var groups = TraceGroups<DriftSignature>()
    _ = groups.add(report)
    return groups.sorted
  }

  static let reported = ReportMembers<ReplayedTrace> { it in
    it("traces", { [$0.report] })
    it("groups", { $0.groups })
    it("accepted", { _ in [String]() })
  }
}

extension Drift: ReportedRecord {
  package static let reported = ReportMembers<Drift> { drift in
    drift("seq", { $0.seq }, "The record concerned; of a missing effect, the event that orders it.")
    drift("line", { $0.place.line })
    drift("at", { $0.at })
    drift("party", { $0.party })
    drift("effect", { $0.effect })
    drift("event", { $0.event }, "The event folded last.")
    drift("recorded", { $0.recorded }, "The value in the trace.")
    drift("computed", { $0.computed }, "The value that the machine orders.")
    drift("differences", { $0.differences })
    drift("state_before", { $0.stateBefore }, "The party's state before the event.", form: .object)
    drift("unread", { $0.unread }, "The parts of it that have no influence on the event's effects.")
    drift("causes", { $0.causes.map({ $0.seq }) }, "The records that led to the event.")
    drift.object("missing_input", ifPresent: { $0.missingInput }, "The place of a missing input.") {
      $0("after", { $0.after }, "The record after which it belongs; 0 for the start.")
    }
    drift("open_loop_from", { $0.invalidated?.seq }, "The first record that depends on this one.")
  }
}

extension ReplayOutcome {
  /// Whether the trace agrees with the machine as far as it goes, accepted drifts left aside.
  public var agrees: Bool { drift == nil && instability == nil }

  /// Returns everything found, in the order in which a reader wants it: what is not deterministic,
  /// another engine, damage before the drift, the drift, other damage, a cut, unknown names.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found = instability.map { [$0.diagnostic(from: header.started)] } ?? []
    let warning = Diagnostic.otherEngine(header.engine, of: header.sdk, file: file)
    if let warning { found.append(warning) }
    if header.hasUnknownHistory { found.append(.unknownHistory(notCompared, file: file)) }
    let damage = ending.damage
    let early = damage.prefix { $0.place?.line ?? 0 <= drift?.place.line ?? 0 }
    found += early
    if let drift {
      var finding = drift.diagnostic(from: header.started, followedBy: driftCount - 1)
      if let damage = early.last {
        finding.notes.append("\(damage.message): the drift may be only that")
      }
      found.append(finding)
    }
    found += damage.dropFirst(early.count)
    return found + [ending.cut(file)].compactMap { $0 } + ending.passedOver
  }

  /// The part of the trace that can be trusted, and the number of drifts; `nil` where all agrees.
  public var trust: String? {
    guard let exactUpTo else { return nil }
    let exact =
      exactUpTo <= 0
      ? "no record exact, all in an open loop"
      : "records 1 to \(exactUpTo) exact, from \(exactUpTo &+ 1) open loop"
    let orphaned = orphans == 0 ? "" : ", \(counted(orphans, "orphaned answer"))"
    return "\(exact): \(counted(driftCount, "drift"))\(orphaned)"
  }

  /// One sentence on what was folded and compared.
  public var summary: String {
    let compared =
      header.hasUnknownHistory
      ? "\(counted(effects, "effect")) compared as far as they are known, "
        + "\(notCompared) effects and states not compared"
      : isInputsOnly
        ? "no effects recorded: nothing to compare them with"
        : "\(counted(effects, "effect")) compared"
    let hashes = states == 0 ? "" : ", \(counted(states, "state hash"))"
    let snapshots = snapshots == 0 ? "" : ", \(counted(snapshots, "snapshot"))"
    let count = ending.passedOver.total
    let passedOver = count == 0 ? "" : ", \(counted(count, "unknown name")) passed over"
    return "\(counted(events, "event")) folded, \(compared)\(hashes)\(snapshots)\(passedOver)"
  }
}

extension Diagnostic {
  /// The warning that not all of `file` was compared.
  fileprivate static func unknownHistory(_ count: Int64, file: String) -> Diagnostic {
    Diagnostic(
      .unknownHistory, severity: .warning,
      "what was before the trace is not known: \(count) effects and states are not compared",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: ["help: 'conform' judges what the records say by themselves"])
  }
}
