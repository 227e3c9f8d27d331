import Diagnostics
import EventSourcing
import Replay
import Traces

/// The overview of all records of a trace: columns with one value per row.
package struct TraceOverview: Sendable {
  /// The parties and names, to which columns refer by index.
  package private(set) var index = TraceIndex()
  /// The gates that were ever closed, with what each says and whether time alone opens it.
  package private(set) var gates: [GateBars.Gate] = []
  /// The sets of effects that bars hold back.
  package private(set) var effects: [[String]] = []

  package private(set) var seq: [Int64] = []
  /// The instants at which they were recorded, in milliseconds since the epoch.
  package private(set) var at: [Int64] = []
  package private(set) var party: [Int32] = []
  package private(set) var name: [Int32] = []
  /// The rows of the records that led to them; -1 where there are none.
  package private(set) var cause: [Int32] = []
  /// Hashes of their fields, except for request numbers, entry numbers and instants.
  package private(set) var digest: [Int32] = []
  /// The row of each request and of its answer, or -1.
  package private(set) var spans: [Int32] = []
  /// The times for which gates were closed: party, gate, set of effects, from, to (the largest
  /// number if it stays closed), the row that closed it, and the row that opened it or -1.
  package private(set) var bars: [Int64] = []

  package var count: Int { seq.count }

  mutating func add(_ shown: TimelineRecord, cause: Int64?, from start: Instant) {
    let record = shown.record
    let (party, name) = index.add(shown)
    seq.append(record.seq)
    at.append(record.at.milliseconds)
    self.party.append(Int32(party))
    self.name.append(Int32(name))
    self.cause.append(cause.flatMap { index.row(of: $0) } ?? -1)
    let key = RecordKey(record, from: start)
    digest.append(Int32(truncatingIfNeeded: key.content ^ key.content >> 32))
  }

  mutating func finish(_ bars: GateBars) {
    spans = index.spans
    gates = bars.gates
    (self.bars, effects) = bars.columns
  }
}

extension GateBars {
  /// Seven numbers for each bar, as pages have them, and the sets of effects among which the third
  /// one counts.
  var columns: (numbers: [Int64], effects: [[String]]) {
    var (numbers, effects): ([Int64], [[String]]) = ([], [])
    for bar in finished() {
      let gate = gates.firstIndex { $0.name == bar.gate } ?? 0
      numbers += [
        Int64(bar.party), Int64(gate), Int64(effects.place(of: bar.effects)), bar.from.milliseconds,
        bar.to?.milliseconds ?? .max, Int64(bar.since), Int64(bar.until ?? -1),
      ]
    }
    return (numbers, effects)
  }
}

extension AnySystem {
  /// Makes the overview in one pass over a trace, folding its events for the gates.
  package func overview(
    of input: ReplayInput, lenient: Bool
  ) throws(Diagnostic) -> TraceOverview {
    let walk = try walk(input, lenient: lenient)
    var overview = TraceOverview()
    var bars = GateBars()
    while let line = try walk.next() {
      let row = overview.count
      let shown = try walk.exchange() ?? TimelineRecord(walk.outline(line))
      overview.add(shown, cause: walk.cause(), from: walk.header.started)
      guard try walk.take() == .folded else { continue }
      let held = walk.held(shown.record.party, line.at)
      bars.update(held, of: Int(overview.party[row]), at: line.at, row: row)
    }
    overview.finish(bars)
    return overview
  }
}
