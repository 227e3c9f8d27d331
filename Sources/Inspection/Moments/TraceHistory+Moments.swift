import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

extension TraceHistory {
  /// The record at `position` with the state of `party` after it, or of the record's own party;
  /// `nil` where there is no such record.
  public func moment(at position: Int, of party: String? = nil) throws(Diagnostic) -> Moment? {
    guard (0..<summary.records).contains(position) else { return nil }
    let entry = try entry(at: position)
    let party = party ?? entry.party
    var engine = try engine(before: position)
    let before = engine.view(of: party, at: entry.at)
    if let event = entry.event { engine.fold(event) }
    let after = engine.view(of: party, at: entry.at)
    return Moment(
      position: position, record: entry.erased, party: party, before: before, view: after,
      changes: differences(recorded: before, computed: after))
  }

  /// The records at these positions, as far as there are any.
  public func records(_ positions: Range<Int>) throws(Diagnostic) -> [ErasedRecord] {
    var found: [ErasedRecord] = []
    for position in positions.clamped(to: 0..<summary.records) {
      found.append(try entry(at: position).erased)
    }
    return found
  }

  /// The position of the nearest event or effect after `position`, or before it, whose name
  /// contains `text`; `nil` where there is none.
  public func find(
    _ text: String, from position: Int, isForward: Bool
  ) throws(Diagnostic) -> Int? {
    var found: Int?
    if isForward {
      try visitForward(from: position + 1) { _, entry in
        if entry.name.holds(text) { found = entry.position }
        return found != nil
      }
    } else {
      try visitSectionsBack(from: position - 1) { section in
        found = section.entries.last { $0.name.holds(text) }?.position
        return found != nil
      }
    }
    return found
  }
}

extension HistoryRecord {
  /// The event's or effect's name; of other records what they are.
  fileprivate var name: String {
    switch content {
    case .event(let event): event.event.name.description
    case .effect(let effect): effect.effect.name.description
    case .state: "state"
    case .note: "note"
    case .snapshot: "snapshot"
    case nil: unknownName
    }
  }
}
