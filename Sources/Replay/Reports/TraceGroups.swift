import Diagnostics
import EventSourcing
import Reports

/// Traces grouped by what was found in them, each group with its smallest trace.
package struct TraceGroups<Signature: Hashable> {
  package struct Group {
    package let signature: Signature
    package private(set) var traces = 0
    private(set) var example: Example

    fileprivate mutating func add(_ other: Example) {
      traces += 1
      if other.records < example.records { example = other }
    }
  }

  struct Example {
    let file: String
    let records: Int64
    let seq: Int64
    let finding: Diagnostic
    /// Whether the finding was shown with its trace.
    let isShown: Bool
  }

  /// The number of traces with a finding.
  package private(set) var found = 0

  package private(set) var traces = 0

  private var groups = KeyedList<Signature, Group>()

  /// The greatest number of groups listed.
  private static var kept: Int { 100 }

  /// The number of first findings shown in full; of later ones, each group shows one.
  private static var few: Int { 3 }

  package init() {}

  /// Counts a trace.
  ///
  /// - Returns: Whether its finding is shown in full.
  package mutating func count(hasFinding: Bool) -> Bool {
    traces += 1
    defer { if hasFinding { found += 1 } }
    return found < TraceGroups.few
  }

  package mutating func add(
    _ signature: Signature, file: String, records: Int64, seq: Int64, finding: Diagnostic,
    isShown: Bool
  ) {
    guard groups.hasRoom(for: signature, within: TraceGroups.kept) else { return }
    let example = Example(
      file: file, records: records, seq: seq, finding: finding, isShown: isShown)
    groups[signature, default: Group(signature: signature, example: example)].add(example)
  }

  package var sorted: [Group] {
    groups.values.sorted { $0.traces > $1.traces }
  }

  /// The groups for people, under a headline, and an example of each that was not shown before;
  /// nothing where all were shown.
  package func text(
    _ headline: String, _ style: TextStyle, _ describe: (Signature) -> String
  ) -> String {
    if found <= TraceGroups.few { return "" }
    let renderer = DiagnosticRenderer(sources: [], style: style)
    let groups = sorted
    var lines = ["", "\(found) of \(counted(traces, "trace")) \(headline)"]
    for group in groups {
      let example = group.example
      lines.append("  \(counted(group.traces, "trace"))  \(visible(describe(group.signature)))")
      lines.append(
        "    e.g. \(visible(example.file)), record \(example.seq) of \(example.records)")
    }
    for group in groups where !group.example.isShown {
      lines += ["", renderer.text(group.example.finding)]
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension TraceGroups where Signature == DriftSignature {
  /// Takes the report on a trace, which belongs to the group of its first drift.
  ///
  /// - Returns: Whether its drift is shown in full.
  package mutating func add(_ report: ReplayReport) -> Bool {
    let first = report.firstDrift
    let isShown = count(hasFinding: first != nil)
    if let first {
      add(
        first.signature, file: report.file, records: report.records, seq: first.seq,
        finding: first.finding, isShown: isShown)
    }
    return isShown
  }
}

extension TraceGroups.Group: Reported, ReportedRecord where Signature: ReportedRecord {
  package static var reported: ReportMembers<Self> {
    ReportMembers { group in
      group.include({ $0.signature })
      group("traces", { $0.traces }, "The number of traces that have it.")
      group.object("example", { $0.example }, "The smallest of them.") { trace in
        trace("file", { $0.file })
        trace("records", { $0.records })
        trace("seq", { $0.seq }, "The record that shows it.")
      }
    }
  }
}
