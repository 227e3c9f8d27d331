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
    it("file", { $0.file }, "The trace.")
    it("started", { $0.outcome.started }, "When it began.")
    it.list("changes", { $0.outcome.applied }, "What was changed.") { change in
      change("skipped", { $0.skipped }, "An event that does not happen.")
      change("inserted", { $0.inserted }, "An event that happens besides.")
      change("altered", { $0.altered?.record }, "An event with other content.")
      change("differences", { $0.altered?.differences })
    }
    it("effect_count", { $0.outcome.effectCount }, "How many effects differ.")
    it.list("effects", { $0.outcome.effects }, "The effects that differ from the recording.") {
      effect in
      effect("change", { $0.kind })
      effect("old", { $0.old })
      effect("new", { $0.new })
      effect("differences", { $0.differences })
    }
    it("orphaned_count", { $0.outcome.orphanedCount }, "How many answers have lost their request.")
    it.list("orphaned", { $0.outcome.orphaned }, "Answers whose request is gone.") {
      $0("record", { $0.self })
    }
    it("assumed_count", { $0.outcome.assumedCount }, "How many answers were made up.")
    it.list("assumed", { $0.outcome.assumed }, "Requests without an answer in the trace.") {
      $0("record", { $0.self })
    }
    it.list("states", { $0.outcome.states }, "In which way the states differ at the end.") {
      state in
      state("party", { $0.party })
      state("differences", { $0.differences })
    }
    it("first_drift", { $0.outcome.firstDrift }, "The first record that does not agree.")
    it("endless", { $0.outcome.isEndless }, "Whether the run was stopped as endless.")
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
