import Diagnostics
import EventSourcing
import JSON
import Reports
import Traces

/// What the replay of one trace came to, whatever its system.
package struct ReplayReport: Sendable {
  /// The trace's path, or the device's name where it came in a stream of many.
  package let file: String
  /// Whether the trace drifts or cannot be read.
  package private(set) var verdict: Verdict
  /// How many records were read.
  package let records: Int64
  /// The drifts by their signatures, accepted ones included.
  package let groups: [DriftGroup]
  /// What another process has to come to as well; `nil` where that is not asked.
  package var digest: FoldDigest?
  /// The snapshot at which the fold began; `nil` where it began with the trace.
  package var startedAt: Int64?
  /// What was found, the first drift and damage.
  package private(set) var findings: [Diagnostic]
  /// The engine that recorded the trace, as its header has it.
  private let engine: String
  /// Whether the fold comes to what is recorded, and to the same each time.
  private var agrees: Bool
  /// Whether the trace is a log that is not as it was written.
  private var isDamaged = false
  private let summary: String
  private let trust: String?
  private let drift: Drift?
  private let exactUpTo: Int64?
  private let views: [(party: String, view: Value)]
  private let values: ValueText
  private let counts: [(String, Int64)]

  /// What a replay has found in `file`.
  package init(file: String, _ outcome: ReplayOutcome) {
    self.file = file
    findings = outcome.diagnostics(file: file)
    engine = outcome.header.engine
    summary = outcome.summary
    trust = outcome.trust
    drift = outcome.drift
    exactUpTo = outcome.exactUpTo
    groups = outcome.groups
    agrees = outcome.agrees
    verdict = agrees ? .clean : .finding
    records =
      outcome.events + outcome.effects + outcome.states + outcome.notes + outcome.notCompared
      + outcome.snapshots
    counts = [
      ("not_compared", outcome.notCompared), ("events", outcome.events),
      ("effects", outcome.effects), ("states", outcome.states),
      ("snapshots", outcome.snapshots),
      ("drifts", outcome.driftCount), ("orphans", outcome.orphans),
    ]
    values = ValueText(from: outcome.header.started)
    views = outcome.views.map { ($0.party, $0.view) }
  }

  /// A trace that cannot be read.
  package init(file: String, refusal: Diagnostic) {
    self.file = file
    findings = [refusal]
    engine = ""
    summary = ""
    trust = nil
    drift = nil
    exactUpTo = nil
    groups = []
    agrees = false
    verdict = .invalid
    records = 0
    counts = []
    views = []
    values = ValueText(from: Instant(milliseconds: 0))
  }

  /// The first drift that is not accepted.
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
    let file = visible(file)
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
    if let trust { lines.append("       \(trust)") }
    lines += groups.prefix(ReplayReport.shownGroups).map(line)
    if groups.count > ReplayReport.shownGroups {
      lines.append(
        "         … and \(counted(groups.count - ReplayReport.shownGroups, "more signature"))")
    }
    lines += findings.filter { explained || $0.code != .replayDiffers }.map { renderer.text($0) }
    if showsState {
      for view in views {
        lines.append("state of \(visible(view.party)):")
        lines += values.lines(view.view).map { "  " + visible($0) }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let shownGroups = 10

  private func line(_ group: DriftGroup) -> String {
    let accepted = group.acceptance == nil ? "" : ", accepted"
    return "         \(group.count) × \(visible(group.signature.description))"
      + " (first at record \(group.seq)\(accepted))"
  }

  // MARK: - JSON

  /// Writes what was found of the trace as members of an object.
  package func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("agrees", agrees)
    object.member("engine", engine)
    for (name, count) in counts { object.member(name, count) }
    if let startedAt { object.member("from_snapshot", startedAt) }
    if let exactUpTo { object.member("exact_up_to", exactUpTo) }
    object.list("groups") { list in
      for group in groups { list.object { ReplayReport.write(group, to: &$0) } }
    }
    if let drift { object.object("drift") { write(drift, to: &$0) } }
    object.list("states") { list in
      for view in views {
        list.object { object in
          object.member("party", view.party)
          object.member("view", view.view)
        }
      }
    }
  }

  /// The document of a replay of this trace alone.
  package var document: String {
    var summary = DriftSummary()
    summary.add(self, isShown: true)
    return JSONEnvelope.text(verb: "replay", verdict: verdict, findings: findings) { document in
      document.list("traces") { list in list.object { write(to: &$0) } }
      document.list("groups") { summary.write(to: &$0) }
      document.list("accepted") { _ in }
    }
  }

  private static func write(_ group: DriftGroup, to object: inout JSONOutput) {
    object.signature(group.signature)
    object.member("count", group.count)
    object.member("seq", group.seq)
    object.member("line", Int64(group.line))
    object.member("accepted", group.acceptance != nil)
  }

  private func write(_ drift: Drift, to object: inout JSONOutput) {
    object.member("seq", drift.seq)
    object.member("line", Int64(drift.place.line))
    object.member("at", drift.at.milliseconds)
    object.member("party", drift.party)
    object.member("effect", drift.effect)
    object.record("event", drift.event)
    if let recorded = drift.recorded { object.member("recorded", recorded) }
    if let computed = drift.computed { object.member("computed", computed) }
    object.differences("differences", drift.differences)
    if let state = drift.stateBefore { object.member("state_before", state) }
    object.list("causes") { list in
      for cause in drift.causes { list.element(cause.seq) }
    }
    if let input = drift.missingInput {
      object.object("missing_input") { $0.member("after", input.after) }
    }
    if let record = drift.invalidated { object.member("open_loop_from", record.seq) }
  }
}
