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
    it("file", \.file, "The trace.")
    it("variants", \.comparison.variants, "The profiles or readings that are compared.")
    it("events", \.comparison.events, "How many events were folded.")
    it("differing", \.comparison.differenceCount, "How many events have another outcome.")
    it.list("groups", \.comparison.groups, "These events by what they order differently.") {
      $0("event", \.event)
      $0("effects", \.effects, "The effects that not all variants order alike.")
      $0("count", \.count)
      $0("first", \.first)
    }
    it.list("differences", \.comparison.differences, "The first of these events.") { difference in
      difference("event", \.event)
      difference.list("outcomes", \.outcomes, "What variants order; those that agree together.") {
        $0("variants", \.variants)
        $0.list("effects", \.effects) { effect in
          effect("name", \.name)
          effect("data", \.value, form: .object)
        }
      }
    }
  }
}
