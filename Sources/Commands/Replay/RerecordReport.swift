import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// What changed in one trace that was recorded anew, for people and machines.
struct RerecordReport {
  let verdict: Verdict
  private let file: String
  private let rerecording: Rerecording?
  let findings: [Diagnostic]

  /// How many fields of one record are shown.
  private static let shownFields = 3
  /// How many changes are shown.
  private static let shownChanges = 5

  init(_ file: String, _ rerecording: Rerecording) {
    self.file = file
    self.rerecording = rerecording
    verdict = .clean
    findings = rerecording.warnings
  }

  /// A trace that cannot be read.
  init(_ file: String, refusal: Diagnostic) {
    self.file = file
    rerecording = nil
    verdict = .invalid
    findings = [refusal]
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: [], style: style)
    let lines = (rerecording.map(lines) ?? []) + findings.map { renderer.text($0) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of rerecording: Rerecording) -> [String] {
    let engine = rerecording.formerEngine.map {
      "; its header names engine \(engineVersion) in place of \(visible($0))"
    }
    if rerecording.isUnchanged {
      let seal =
        rerecording.needsOnlySeal
        ? "; the end line has the right hash now"
        : rerecording.warnings.contains { $0.code == .traceDamaged }
          ? "; 'verify --seal' numbers and hashes it anew" : ""
      return ["\(file): nothing changed\(engine ?? "")\(seal)"]
    }
    let values = ValueText(from: rerecording.started)
    let shown = rerecording.changes.prefix(RerecordReport.shownChanges)
    let count = rerecording.counts.reduce(0) { $0 + $1.added + $1.removed + $1.altered }
    let rest = count > shown.count ? ["… and \(counted(count - shown.count, "more change"))"] : []
    return ["\(file): \(counted(count, "record")) changed\(engine ?? "")"]
      + rerecording.counts.map { "  \($0.name): \(amounts($0))" }
      + shown.flatMap { lines(of: $0, values) } + rest
  }

  private func amounts(_ count: Rerecording.Count) -> String {
    [(count.added, "added"), (count.removed, "removed"), (count.altered, "altered")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func lines(of change: Rerecording.Change, _ values: ValueText) -> [String] {
    guard let record = change.new ?? change.old else { return [] }
    let place = change.old?.line.map { "\(file):\($0): " } ?? ""
    let at = values.instant(record.at)
    let head = "\(place)\(record.name) of \(record.party) at \(at) \(change.kind)"
    let shown = change.differences.prefix(RerecordReport.shownFields).flatMap { field in
      [
        "  - \(field.path): \(values.text(field.recorded))",
        "  + \(field.path): \(values.text(field.computed))",
      ]
    }
    let rest = change.differences.count - RerecordReport.shownFields
    let more = rest > 0 ? ["  … and \(counted(rest, "more field"))"] : []
    return ([head + reason(of: change)] + shown + more).map { truncate($0, to: 120) }
  }

  private func reason(of change: Rerecording.Change) -> String {
    guard change.new == nil, let old = change.old, old.kind == .event, let cause = old.cause else {
      return ""
    }
    return ": it answers record \(cause), which does not exist any more"
  }

  func write(to object: inout JSONOutput) {
    object.member("file", file)
    guard let rerecording else { return }
    object.member("changed", !rerecording.isUnchanged)
    object.member("sealed", rerecording.isUnchanged && rerecording.needsOnlySeal)
    if let engine = rerecording.formerEngine { object.member("former_engine", engine) }
    object.list("counts") { list in
      for count in rerecording.counts {
        list.object { object in
          object.member("name", count.name)
          object.member("added", Int64(count.added))
          object.member("removed", Int64(count.removed))
          object.member("altered", Int64(count.altered))
        }
      }
    }
    object.list("changes") { list in
      for change in rerecording.changes { list.object { write(change, to: &$0) } }
    }
  }

  private func write(_ change: Rerecording.Change, to object: inout JSONOutput) {
    object.member("change", change.kind)
    if let old = change.old { object.record("old", old) }
    if let new = change.new { object.record("new", new) }
    if !change.differences.isEmpty { object.differences("differences", change.differences) }
  }
}

extension Rerecording.Change {
  /// What happened to the record, in one word.
  fileprivate var kind: String {
    old == nil ? "added" : new == nil ? "removed" : "altered"
  }
}
