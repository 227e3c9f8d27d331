import EventSourcing
import Reports
import Traces

/// Where variants differ on one trace.
package struct VariantDocument: VerbReport {
  package let file: String
  package let comparison: VariantComparison

  /// The comparison of variants on the trace `file`.
  package init(file: String, _ comparison: VariantComparison) {
    self.file = file
    self.comparison = comparison
  }

  package var verdict: Verdict { comparison.differenceCount == 0 ? .clean : .finding }

  package static let reported = ReportMembers<VariantDocument> { it in
    it("file", { $0.file }, "The trace.")
    it("variants", { $0.comparison.variants }, "The profiles or readings that are compared.")
    it("events", { $0.comparison.events }, "How many events were folded.")
    it("differing", { $0.comparison.differenceCount }, "How many events have another outcome.")
    it.list("groups", { $0.comparison.groups }, "These events by what they order differently.") {
      $0("event", { $0.event })
      $0("effects", { $0.effects }, "The effects that not all variants order alike.")
      $0("count", { $0.count })
      $0("first", { $0.first })
    }
    it.list("differences", { $0.comparison.differences }, "The first of these events.") {
      difference in
      difference("event", { $0.event })
      difference.list(
        "outcomes", { $0.outcomes }, "What variants order; those that agree together."
      ) {
        $0("variants", { $0.variants })
        $0.list("effects", { $0.effects }) { effect in
          effect("name", { $0.name })
          effect("data", { $0.value }, form: .object)
        }
      }
    }
  }
}
