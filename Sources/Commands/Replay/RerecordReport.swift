import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// The changes in one trace that was recorded anew, for people and machines.
typealias RerecordReport = JudgedTrace<Rerecording>

extension RerecordReport {
  private static var shownFields: Int { 3 }
  private static var shownChanges: Int { 5 }

  func text(_ style: TextStyle) -> String {
    (content.map(lines) ?? []).map { $0 + "\n" }.joined() + findings.text(style)
  }

  private func lines(of rerecording: Rerecording) -> [String] {
    let engine = rerecording.formerEngine.map {
      "; its header names engine \(engineVersion) in place of \(visible($0))"
    }
    let isCut = rerecording.warnings.contains { $0.code == .traceCut }
    let end = isCut ? "; it stays without an end line, which 'verify --seal' writes" : ""
    if rerecording.isUnchanged {
      let seal =
        rerecording.needsOnlySeal
        ? "; the end line has the right hash now"
        : !isCut && rerecording.warnings.contains { $0.code == .traceDamaged }
          ? "; 'verify --seal' numbers and hashes it anew" : ""
      return ["\(visible(file)): nothing changed\(engine ?? "")\(seal)\(end)"]
    }
    let values = ValueText(from: rerecording.started)
    let shown = rerecording.changes.prefix(RerecordReport.shownChanges)
    let count = rerecording.changes.total
    return ["\(visible(file)): \(counted(count, "record")) changed\(engine ?? "")\(end)"]
      + rerecording.counts.map { "  \($0.name): \(amounts($0))" }
      + shown.flatMap { lines(of: $0, values) }
      + moreLine(count - shown.count, "change", indent: "")
  }

  private func amounts(_ count: Rerecording.Count) -> String {
    [(count.added, "added"), (count.removed, "removed"), (count.altered, "altered")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func lines(of change: Rerecording.Change, _ values: ValueText) -> [String] {
    guard let record = change.new ?? change.old else { return [] }
    let place = change.old?.line.map { "\(visible(file)):\($0): " } ?? ""
    let at = values.instant(record.at)
    let head = "\(place)\(record.name) of \(visible(record.party)) at \(at) \(change.kind)"
    let fields = change.differences.lines(values, first: RerecordReport.shownFields)
    return ([head + reason(of: change)] + fields).map { truncate($0, to: 120) }
  }

  private func reason(of change: Rerecording.Change) -> String {
    guard change.new == nil, let old = change.old, old.kind == .event, let cause = old.cause else {
      return ""
    }
    return ": it answers record \(cause), which does not exist any more"
  }

  /// Records a trace of `system` anew.
  static func rerecording(
    _ file: TraceFile, _ system: RegisteredSystem
  ) throws -> RerecordReport {
    let draft = try FileDraft(file.path, rewritesInput: true)
    let rerecording = try rerecord(file.input, as: system.machine) { try draft.write($0) }
    // A trace of this engine that agrees stays as it is, byte for byte, but for a wrong hash.
    if !rerecording.isUnchanged || rerecording.needsOnlySeal || rerecording.formerEngine != nil {
      try draft.finish()
    }
    return RerecordReport(
      file: file.path, verdict: .clean, findings: rerecording.warnings, content: rerecording)
  }
}

/// The changes to traces that were recorded anew, each for itself.
struct RerecordSummary: TraceSummary {
  let remark = ""

  mutating func add(_ report: RerecordReport) -> (TextStyle) -> String { report.text }
  func text(_ style: TextStyle) -> String { "" }
}

extension Rerecording: ReportedRecord {
  package static let reported = ReportMembers<Rerecording> { it in
    it("changed", { !$0.isUnchanged }, "Whether recording it anew changes anything.")
    it("sealed", { $0.isUnchanged && $0.needsOnlySeal }, "Whether its hash alone changes.")
    it("former_engine", \.formerEngine, "The engine that its header named before.")
    it.list("counts", \.counts, "The numbers of changed records, by name.") { count in
      count("name", \.name)
      count("added", \.added)
      count("removed", \.removed)
      count("altered", \.altered)
    }
    it.list("changes", { Array($0.changes) }, "The first changes.") { change in
      change("change", \.kind, form: .names(["added", "removed", "altered"]))
      change("old", \.old)
      change("new", \.new)
      change("differences", { $0.differences.isEmpty ? nil : $0.differences })
    }
  }
}

extension Rerecording.Change {
  /// The change of the record, in one word.
  fileprivate var kind: String {
    old == nil ? "added" : new == nil ? "removed" : "altered"
  }
}
