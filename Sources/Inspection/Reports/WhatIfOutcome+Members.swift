import Diagnostics
import Replay
import Reports
import Traces

/// The consequences of changes to one trace: a question, not a finding.
package struct WhatIfDocument: VerbReport {
  package let file: String
  package let outcome: WhatIfOutcome

  /// The outcome of changes to the trace `file`.
  package init(file: String, _ outcome: WhatIfOutcome) {
    self.file = file
    self.outcome = outcome
  }

  package var findings: [Diagnostic] { outcome.warnings }

  package static let reported = ReportMembers<WhatIfDocument> { it in
    it("file", \.file, "The trace.")
    it("started", \.outcome.started, "When it began.")
    it.list("changes", \.outcome.applied, "What was changed.") { change in
      change("skipped", \.skipped, "An event that does not happen.")
      change("inserted", \.inserted, "An event that happens besides.")
      change("altered", \.altered?.record, "An event with other content.")
      change("differences", \.altered?.differences)
    }
    it("effect_count", \.outcome.effectCount, "How many effects differ.")
    it.list("effects", \.outcome.effects, "The effects that differ from the recording.") { effect in
      effect("change", \.kind)
      effect("old", \.old)
      effect("new", \.new)
      effect("differences", \.differences)
    }
    it("orphaned_count", \.outcome.orphanedCount, "How many answers have lost their request.")
    it.list("orphaned", \.outcome.orphaned, "Answers whose request is gone.") {
      $0("record", \.self)
    }
    it("assumed_count", \.outcome.assumedCount, "How many answers were made up.")
    it.list("assumed", \.outcome.assumed, "Requests without an answer in the trace.") {
      $0("record", \.self)
    }
    it.list("states", \.outcome.states, "In which way the states differ at the end.") { state in
      state("party", \.party)
      state("differences", \.differences)
    }
    it("first_drift", \.outcome.firstDrift, "The first record that does not agree.")
    it("endless", \.outcome.isEndless, "Whether the run was stopped as endless.")
  }
}

extension WhatIfOutcome.Kind: Reported {}

extension WhatIfOutcome.Applied {
  fileprivate var skipped: ErasedRecord? {
    if case .skipped(let record) = self { record } else { nil }
  }

  fileprivate var inserted: ErasedRecord? {
    if case .inserted(let record) = self { record } else { nil }
  }

  fileprivate var altered: (record: ErasedRecord, differences: [FieldDifference])? {
    if case .altered(let record, let differences) = self { (record, differences) } else { nil }
  }
}
