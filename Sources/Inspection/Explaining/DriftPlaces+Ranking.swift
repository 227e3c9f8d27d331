import EventSourcing
import Replay
import Traces

extension DriftPlaces {
  /// For each field the change from the earliest record on, once and again and again, the natural
  /// ones and then the earliest first. Of several values the one that leaves out a write is the
  /// simplest, then the one that takes the field away.
  func ranked(_ changes: [StateChange]) -> [StateChange] {
    let sorted = changes.enumerated().sorted { left, right in
      (left.element.isNatural ? 0 : 1, left.element.record.seq, left.element.effort, left.offset)
        < (
          right.element.isNatural ? 0 : 1, right.element.record.seq, right.element.effort,
          right.offset
        )
    }.map { $0.element }
    var ranked: [StateChange] = []
    for change in sorted {
      // A list as it was before has the change of its element within it.
      if ranked.contains(where: { $0.path.hasPrefix(change.path + "[") && $0.value != nil }) {
        continue
      }
      let known = ranked.firstIndex { $0.field == change.field && $0.repeats == change.repeats }
      guard let known else {
        ranked.append(change)
        continue
      }
      ranked[known].last = max(ranked[known].last, change.last)
      if ranked[known].record.seq == change.record.seq { ranked[known].alternatives += 1 }
    }
    // A record with another value in one field is another record.
    ranked.removeAll { [ranked] whole in
      ranked.contains {
        $0.isNatural && $0.record.seq <= whole.record.seq && $0.path.hasPrefix(whole.path)
          && $0.path.dropFirst(whole.path.count).contains(".")
      }
    }
    return ranked.map { change in
      var change = change
      let isLast = change.last == event(at: last).seq && !change.repeats
      change.own = isLast && !drift.isOfState ? drift.event : nil
      change.candidates = names(from: change.record.seq, to: change.last)
      return change
    }
  }

  /// Whether the machine could have left the value by itself: none, one from before, zero, the
  /// opposite, or what it recorded of the list.
  func isNatural(_ way: [StateStep], _ value: Value?, at place: Int) -> Bool {
    switch value {
    case nil, .boolean?, .list?: true
    case .integer(0)?, .span(.zero)?: true
    case .instant?: true
    default: earlierValues(of: way, upTo: place).contains(value)
    }
  }

  /// Whether the event at a place writes the field, and the value is the one before.
  func isUnchanged(_ way: [StateStep], _ value: Value?, at place: Int) -> Bool {
    writes(way, at: place) && self.value(of: way, before: place) == value
  }
}
