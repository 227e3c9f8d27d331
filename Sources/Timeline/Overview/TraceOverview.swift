import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// The overview of all records of a trace: columns with one value per row.
package struct TraceOverview: Sendable {
  /// What the records of one name have in common.
  package struct Name: Hashable, Sendable {
    package var name: String
    package var kind: ErasedRecord.Kind
    package var part: String
  }

  /// The parties in order of appearance; columns refer to them by index.
  package private(set) var parties: [String] = []
  /// The names in order of appearance; columns refer to them by index.
  package private(set) var names: [Name] = []
  /// The gates that were ever closed, with what each says and whether time alone opens it.
  package private(set) var gates: [GateBars.Gate] = []
  /// The sets of effects that bars hold back.
  package private(set) var effects: [[String]] = []

  /// The records' numbers.
  package private(set) var seq: [Int64] = []
  /// When they were recorded, in milliseconds since the epoch.
  package private(set) var at: [Int64] = []
  /// Whose records they are.
  package private(set) var party: [Int32] = []
  /// What they are called.
  package private(set) var name: [Int32] = []
  /// The rows of the records that led to them; -1 where there are none.
  package private(set) var cause: [Int32] = []
  /// Hashes of their fields, except for request numbers, entry numbers and instants.
  package private(set) var digest: [Int32] = []
  /// Where their lines begin, in bytes from the start of the trace.
  package private(set) var offset: [Int] = []
  /// For each request its row and its answer's, or -1.
  package private(set) var spans: [Int32] = []
  /// For each time that a gate was closed: party, gate, set of effects, from, to (the largest
  /// number if it stays closed), the row that closed it, and the row that opened it or -1.
  package private(set) var bars: [Int64] = []

  private var partyIndexes: [String: Int32] = [:]
  private var nameIndexes: [Name: Int32] = [:]
  private var rows = RowIndex()

  /// The number of records.
  package var count: Int { seq.count }

  mutating func add(_ shown: TimelineRecord, offset: Int, lastEvent: Int64, from start: Instant) {
    let record = shown.record
    rows.add(record.seq)
    seq.append(record.seq)
    at.append(record.at.milliseconds)
    party.append(index(ofParty: record.party))
    name.append(index(of: shown))
    // An effect that names no cause belongs to the event before it.
    let follows = record.kind == .effect && lastEvent > 0 ? lastEvent : nil
    cause.append((record.cause ?? follows).flatMap { rows.row(of: $0) } ?? -1)
    let key = RecordKey(record, from: start)
    digest.append(Int32(truncatingIfNeeded: key.content ^ key.content >> 32))
    self.offset.append(offset)
  }

  mutating func finish(_ found: RequestSpans, _ bars: GateBars) {
    for span in found.spans {
      spans.append(rows.row(of: span.seq) ?? -1)
      spans.append(span.answer.flatMap { rows.row(of: $0.seq) } ?? -1)
    }
    gates = bars.gates
    for bar in bars.finished() {
      let gate = gates.firstIndex { $0.name == bar.gate } ?? 0
      self.bars += [
        Int64(bar.party), Int64(gate), Int64(index(ofEffects: bar.effects)), bar.from.milliseconds,
        bar.to?.milliseconds ?? .max, Int64(bar.since), Int64(bar.until ?? -1),
      ]
    }
  }

  mutating func index(ofParty party: String) -> Int32 {
    if let index = partyIndexes[party] { return index }
    parties.append(party)
    partyIndexes[party] = Int32(parties.count - 1)
    return Int32(parties.count - 1)
  }

  private mutating func index(of shown: TimelineRecord) -> Int32 {
    let name = Name(
      name: shown.record.name, kind: shown.record.kind, part: shown.part.name ?? "other")
    if let index = nameIndexes[name] { return index }
    names.append(name)
    nameIndexes[name] = Int32(names.count - 1)
    return Int32(names.count - 1)
  }

  private mutating func index(ofEffects set: [String]) -> Int {
    if let index = effects.firstIndex(of: set) { return index }
    effects.append(set)
    return effects.count - 1
  }
}

/// The rows of records by their numbers.
private struct RowIndex {
  private var numbers: [Int64] = []
  /// Needed only for a damaged trace, whose numbers may be out of order.
  private var rows: [Int64: Int32]?

  mutating func add(_ seq: Int64) {
    if rows == nil, let last = numbers.last, last >= seq {
      rows = [:]
      for (row, seq) in numbers.enumerated() { rows?[seq] = Int32(row) }
    }
    rows?[seq] = Int32(numbers.count)
    numbers.append(seq)
  }

  func row(of seq: Int64) -> Int32? {
    if let rows { return rows[seq] }
    var range = 0..<numbers.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if numbers[middle] == seq { return Int32(middle) }
      range =
        numbers[middle] < seq ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
