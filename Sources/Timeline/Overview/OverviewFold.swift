import Diagnostics
import EventSourcing
import Replay
import Traces

extension AnySystem {
  /// Makes the overview in one pass over a trace, folding its events for the gates.
  package func overview(
    of input: ReplayInput, lenient: Bool
  ) throws(Diagnostic) -> TraceOverview {
    let walk = try walk(input, lenient: lenient)
    var overview = TraceOverview()
    var bars = GateBars()
    var lastEvent: Int64 = 0
    while let line = try walk.next() {
      if line.kind == .event { lastEvent = line.seq }
      let row = overview.count
      let shown = try walk.exchange() ?? TimelineRecord(walk.unknown(line))
      overview.add(
        shown, offset: walk.offset(), lastEvent: lastEvent, from: walk.header.started)
      guard try walk.take() == .folded, !backends.contains(shown.record.party) else { continue }
      let party = Int(overview.party[row])
      for effect in gatedEffects {
        let held = walk.gates(effect, shown.record.party, line.at) ?? []
        bars.update(effect, of: party, at: line.at, row: row, held: held)
      }
    }
    overview.finish(bars)
    return overview
  }
}
