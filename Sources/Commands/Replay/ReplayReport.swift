import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// What the replay of one trace came to, whatever its system.
struct ReplayReport {
  let file: String
  let findings: [Diagnostic]
  private let summary: String
  private let views: [(party: String, view: Value)]
  private let values: ValueText
  let verdict: Verdict
  private let counts: [(String, Int64)]

  init<Machine: Reducer>(file: String, _ outcome: ReplayOutcome<Machine>) {
    self.file = file
    findings = outcome.diagnostics(file: file)
    summary = outcome.summary
    verdict = outcome.agrees ? .clean : .finding
    counts = [
      ("events", outcome.events), ("effects", outcome.effects), ("states", outcome.states),
    ]
    values = ValueText(from: outcome.header.started)
    views = outcome.views.map { ($0.party, $0.view) }
  }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic) {
    self.file = file
    findings = [refusal]
    summary = ""
    verdict = .invalid
    counts = []
    views = []
    values = ValueText(from: Instant(milliseconds: 0))
  }

  func text(_ style: TextStyle, showsState: Bool) -> String {
    let renderer = DiagnosticRenderer(sources: [], style: style)
    var lines: [String] = []
    let file = visible(file)
    switch verdict {
    case .clean: lines.append("\(style.paint("ok", .good))     \(file): \(summary)")
    case .finding: lines.append("\(style.paint("DRIFT", .error))  \(file): \(summary)")
    case .invalid, .usage, .internalError, .outputLost: break
    }
    lines += findings.map { renderer.text($0) }
    if showsState {
      for view in views {
        lines.append("state of \(visible(view.party)):")
        lines += values.lines(view.view).map { "  " + visible($0) }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("agrees", verdict == .clean)
    for (name, count) in counts { object.member(name, count) }
    object.list("states") { list in
      for view in views {
        list.object { object in
          object.member("party", view.party)
          object.member("view", view.view)
        }
      }
    }
  }
}
