import EventSourcing
import JSON
import Replay
import Reports
import Traces

extension JSONOutput {
  /// Writes what differs with changes to a trace as members.
  package mutating func members(of outcome: WhatIfOutcome) { outcome.write(to: &self) }
}

extension WhatIfOutcome {
  /// Writes the differences as members of an object.
  fileprivate func write(to object: inout JSONOutput) {
    object.member("started", started.milliseconds)
    object.list("changes") { list in
      for applied in self.applied { list.object { write(applied, to: &$0) } }
    }
    object.member("effect_count", Int64(effectCount))
    object.list("effects") { list in
      for change in effects {
        list.object { object in
          object.member("change", change.kind.rawValue)
          if let old = change.old { object.record("old", old) }
          if let new = change.new { object.record("new", new) }
          object.differences("differences", change.differences)
        }
      }
    }
    object.member("orphaned_count", Int64(orphanedCount))
    object.records("orphaned", orphaned)
    object.member("assumed_count", Int64(assumedCount))
    object.records("assumed", assumed)
    object.list("states") { list in
      for state in states {
        list.object { object in
          object.member("party", state.party)
          object.differences("differences", state.differences)
        }
      }
    }
    if let drift = firstDrift { object.member("first_drift", drift) }
    object.member("endless", isEndless)
  }

  private func write(_ applied: Applied, to object: inout JSONOutput) {
    switch applied {
    case .skipped(let record): object.record("skipped", record)
    case .inserted(let record): object.record("inserted", record)
    case .altered(let record, let differences):
      object.record("altered", record)
      object.differences("differences", differences)
    }
  }
}

extension JSONOutput {
  /// Writes records as a list under a name.
  fileprivate mutating func records(_ name: String, _ records: [ErasedRecord]) {
    list(name) { list in
      for record in records { list.object { $0.record("record", record) } }
    }
  }
}
