import Replay
import Reports
import Traces

extension Explanation: ReportedRecord {
  package static let reported = ReportMembers<Explanation> { it in
    it.list("chain", { $0.chain }, "The record and what led to it, back to what came from outside.")
    {
      $0("record", { $0.record })
      $0("evidence", { $0.evidence }, "How it is known that it led to the one before.")
    }
    it("origin", { $0.origin.name }, "What the chain ends with.", form: .names(Origin.names))
    it("missing", { $0.origin.missing }, "The record that the chain names and the trace lacks.")
    it("event", { $0.event }, "The event that decided.")
    it("changes", { $0.changes }, "What the event changed.")
    it.list("consequences", { $0.consequences }, "The first records that name it as their cause.") {
      $0("record", { $0.self })
    }
    it("consequence_count", { $0.consequenceCount }, "How many name it as their cause.")
  }
}

extension Explanation.Evidence: Reported {}

extension Explanation.Origin {
  fileprivate static var names: [String] {
    [outside, harness, missing(0), unexplained, remark, cut].map({ $0.name })
  }

  fileprivate var name: String {
    switch self {
    case .outside: "outside"
    case .harness: "harness"
    case .missing: "missing"
    case .unexplained: "unexplained"
    case .remark: "remark"
    case .cut: "cut"
    }
  }

  fileprivate var missing: Int64? { if case .missing(let seq) = self { seq } else { nil } }
}

/// Why one record is there.
package struct RecordAnswer: ReportedRecord {
  private let explanation: Explanation

  /// Answers with an explanation.
  package init(_ explanation: Explanation) { self.explanation = explanation }

  package static let reported = ReportMembers<RecordAnswer> { it in
    it("record", { $0.explanation.record }, "The record that was asked about.")
    it.include({ $0.explanation })
  }
}

extension FieldHistory: ReportedRecord {
  package static let reported = ReportMembers<FieldHistory> { it in
    it("field", { $0.path }, "The field that was asked about.")
    it("party", { $0.party }, "Whose field it is.")
    it("at", { $0.at }, "The instant that was asked about.")
    it("value", { $0.value }, "The value of the field then.")
    it.list("changes", { $0.changes }, "The last changes, the latest first.") { change in
      change("at", { $0.at })
      change("event", { $0.event }, "The event that changed it; without one it was time alone.")
      change("old", { $0.old })
      change("new", { $0.new })
    }
    it("more", { $0.hasMore }, "Whether it changed before these.")
    it("explanation", { $0.explanation }, "Why the last change came about.")
  }
}
