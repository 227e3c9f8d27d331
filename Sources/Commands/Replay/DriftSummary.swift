import Diagnostics
import JSON
import Replay

/// The drifts of many traces, grouped by the signatures of their first ones.
struct DriftSummary {
  /// Traces whose first drifts have one signature.
  private struct Group {
    var signature: DriftSignature
    var traces = 0
    /// The smallest of them.
    var example: Example
  }

  private struct Example {
    var file: String
    var records: Int64
    var seq: Int64
    var finding: Diagnostic
    var isShown: Bool
  }

  private var groups: [Group] = []
  private var traces = 0
  private(set) var drifting = 0

  /// So many drifting traces are shown in full; of more, one of each group is.
  static let few = 3
  /// More groups than these are counted and not listed.
  private static let kept = 100

  /// Whether the drift of the next trace is shown in full.
  var showsNext: Bool { drifting < DriftSummary.few }

  /// Takes the report on one trace; `isShown` says whether its drift was shown in full.
  mutating func add(_ report: ReplayReport, isShown: Bool) {
    traces += 1
    guard let first = report.firstDrift else { return }
    drifting += 1
    let example = Example(
      file: report.file, records: report.records, seq: first.seq, finding: first.finding,
      isShown: isShown)
    guard let index = groups.firstIndex(where: { $0.signature == first.signature }) else {
      if groups.count < DriftSummary.kept {
        groups.append(Group(signature: first.signature, traces: 1, example: example))
      }
      return
    }
    groups[index].traces += 1
    if example.records < groups[index].example.records { groups[index].example = example }
  }

  /// The groups, the largest first, and an example of each that was not shown before.
  func text(_ style: TextStyle) -> String {
    if drifting <= DriftSummary.few { return "" }
    let renderer = DiagnosticRenderer(sources: [], style: style)
    var lines = [
      "",
      "\(drifting) of \(counted(traces, "trace")) drift; by the signatures of the first drifts:",
    ]
    for group in sorted {
      let example = group.example
      lines.append("  \(counted(group.traces, "trace"))  \(visible(group.signature.description))")
      lines.append(
        "    e.g. \(visible(example.file)), record \(example.seq) of \(example.records)")
    }
    for group in sorted where !group.example.isShown {
      lines += ["", renderer.text(group.example.finding)]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Writes the groups as elements of a list.
  func write(to list: inout JSONOutput) {
    for group in sorted {
      list.object { object in
        object.signature(group.signature)
        object.member("traces", Int64(group.traces))
        object.object("example") { example in
          example.member("file", group.example.file)
          example.member("records", group.example.records)
          example.member("seq", group.example.seq)
        }
      }
    }
  }

  private var sorted: [Group] {
    groups.enumerated().sorted {
      ($1.element.traces, $0.offset) < ($0.element.traces, $1.offset)
    }.map(\.element)
  }
}

extension JSONOutput {
  /// Writes the parts of a signature as members.
  mutating func signature(_ signature: DriftSignature) {
    member("event", signature.event)
    member("effect", signature.effect)
    member("kind", signature.kind.rawValue)
    list("fields") { list in signature.fields.forEach { list.element($0) } }
  }
}
