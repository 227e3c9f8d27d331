import Replay
import Reports
import Traces

extension Explanation: ReportedRecord {
  package static let reported = ReportMembers<Explanation> { it in
    it.list("chain", \.chain, "The record and what led to it, back to what came from outside.") {
      $0("record", \.record)
      $0("evidence", \.evidence, "How it is known that it led to the one before.")
    }
    it("origin", \.origin.name, "What the chain ends with.", form: .names(Origin.names))
    it("missing", \.origin.missing, "The record that the chain names and the trace lacks.")
    it("event", \.event, "The event that decided.")
    it("changes", \.changes, "What the event changed.")
    it.list("consequences", \.consequences, "The first records that name it as their cause.") {
      $0("record", \.self)
    }
    it("consequence_count", \.consequenceCount, "How many name it as their cause.")
  }
}

extension Explanation.Evidence: Reported {}

extension Explanation.Origin {
  fileprivate static var names: [String] {
    [outside, harness, missing(0), unexplained, remark, cut].map(\.name)
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
    it("record", \.explanation.record, "The record that was asked about.")
    it.include(\.explanation)
  }
}

extension FieldHistory: ReportedRecord {
  package static let reported = ReportMembers<FieldHistory> { it in
    it("field", \.path, "The field that was asked about.")
    it("party", \.party, "Whose field it is.")
    it("at", \.at, "The instant that was asked about.")
    it("value", \.value, "The value of the field then.")
    it.list("changes", \.changes, "The last changes, the latest first.") { change in
      change("at", \.at)
      change("event", \.event, "The event that changed it; without one it was time alone.")
      change("old", \.old)
      change("new", \.new)
    }
    it("more", \.hasMore, "Whether it changed before these.")
    it("explanation", \.explanation, "Why the last change came about.")
  }
}
