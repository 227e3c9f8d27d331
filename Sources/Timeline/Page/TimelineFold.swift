import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// A record with what folding its event showed.
struct FoldedRecord {
  var shown: TimelineRecord
  /// Around the event; `nil` for any other record.
  var fold: Fold?

  struct Fold {
    /// The party's view just before the event, at its instant.
    var before: Value
    /// The party's view after it.
    var after: Value
    /// For each effect that has gates, those that hold it back after the event.
    var gates: [(effect: String, held: [HeldGate])]
  }
}

extension AnySystem {
  /// Folds the events of a trace and shows each record to `visit`.
  func foldTimeline(
    of input: ReplayInput, lenient: Bool, visit: (FoldedRecord) -> Void
  ) throws(Diagnostic) -> TimelineEnd {
    TimelineEnd(of: try walk(input, lenient: lenient), file: input.file) {
      (walk, line) throws(Diagnostic) in
      guard let shown = try walk.exchange() else { return _ = try walk.take() }
      let party = shown.record.party
      let before = line.kind == .event ? walk.view(party, line.at) : nil
      guard try walk.take() == .folded, let before else { return visit(FoldedRecord(shown: shown)) }
      let gates = backends.contains(party) ? [] : gatedEffects
      let fold = FoldedRecord.Fold(
        before: before, after: walk.view(party, line.at),
        gates: gates.map { ($0, walk.gates($0, party, line.at) ?? []) })
      visit(FoldedRecord(shown: shown, fold: fold))
    }
  }
}
