import EventSourcing
import JSON
import Replay
import Reports

extension JSONOutput {
  /// Writes what every answer about a trace begins with.
  package mutating func members(of summary: HistorySummary) {
    member("file", summary.file)
    member("started", summary.started.milliseconds)
    if let drift = summary.firstDrift { member("first_drift", drift) }
  }

  /// Writes the parts of an explanation, except for the record that it is about.
  package mutating func members(of explanation: Explanation) {
    list("chain") { list in
      for step in explanation.chain {
        list.object { object in
          object.record("record", step.record)
          object.member("evidence", step.evidence.rawValue)
        }
      }
    }
    switch explanation.origin {
    case .outside: member("origin", "outside")
    case .harness: member("origin", "harness")
    case .missing(let seq):
      member("origin", "missing")
      member("missing", seq)
    case .unexplained: member("origin", "unexplained")
    case .remark: member("origin", "remark")
    case .cut: member("origin", "cut")
    }
    if let event = explanation.event { record("event", event) }
    differences("changes", explanation.changes)
    list("consequences") { list in
      for consequence in explanation.consequences {
        list.object { $0.record("record", consequence) }
      }
    }
    member("consequence_count", Int64(explanation.consequenceCount))
  }
}
