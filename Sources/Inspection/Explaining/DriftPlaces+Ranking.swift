import Diagnostics
import EventSourcing
import Replay
import Traces

extension DriftPlaces {
  /// Ranks, for each field, the change from the earliest record on, made once and made repeatedly:
  /// natural ones first, then the earliest. Among several values, the one that leaves out a write
  /// is the simplest, then the one that removes the field.
  func ranked(_ changes: [StateChange]) -> [StateChange] {
    let sorted = changes.sorted {
      ($0.rank, $0.record.seq, $0.effort) < ($1.rank, $1.record.seq, $1.effort)
    }
    var ranked: [StateChange] = []
    for change in sorted {
      // A list as it was before has the change of its element within it.
      if ranked.contains(where: { $0.path.hasPrefix(change.path + "[") && $0.value != nil }) {
        continue
      }
      let known = ranked.firstIndex { $0.isOfSameField(as: change) && $0.includes(change) }
      guard let known else {
        ranked.append(change)
        continue
      }
      if ranked[known].repeats, !change.repeats { continue }
      if change.repeats, change.chosen.isEmpty, ranked[known].event != change.event {
        // Of several events the one that changes the field less often is the better reason.
        let others = ranked[known].others + change.others
        let isBetter = change.rank == ranked[known].rank && change.changed < ranked[known].changed
        let (first, other) = isBetter ? (change, ranked[known]) : (ranked[known], change)
        ranked[known] = first
        ranked[known].others = others + [other.event]
        continue
      }
      ranked[known].last = max(ranked[known].last, change.last)
      if ranked[known].repeats == change.repeats, ranked[known].record.seq == change.record.seq {
        ranked[known].alternatives += 1
      }
    }
    // A record that an event leaves as it was stands for its members, and one member for a record
    // that would have to be another one.
    let wholes = ranked.filter { whole in ranked.count { $0.isMember(of: whole) } > 1 }
    ranked.removeAll { member in wholes.contains { member.isMember(of: $0) } }
    ranked.removeAll { [ranked] whole in
      ranked.contains {
        $0.isNatural && $0.rank <= whole.rank && $0.record.seq <= whole.record.seq
          && $0.path.isBelow(whole.path)
      }
    }
    let weighed = ranked.enumerated().sorted {
      ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
    }
    return weighed.map { _, change in
      var change = change
      change.own = change.repeats || change.isShown ? nil : event(after: change.last)
      if !change.chosen.isEmpty { return change }
      if change.repeats {
        change.candidates = [change.event] + change.others
        return change
      }
      change.candidates = names(from: change.record.seq, to: change.last)
      if let place = likeliest(for: change) {
        change.earliest = change.record.seq
        change.record = event(at: place)
        let way = Array(change.way.dropFirst(prefix.count))
        change.machine = value(of: way, after: place)
        change.writer = writer(of: way, upTo: place)
      }
      return change
    }
  }

  /// Finds the first event after which a change helps and whose name stands elsewhere before such
  /// a value; `nil` where there is none, or it is the first of all.
  private func likeliest(for change: StateChange) -> Int? {
    guard !change.isUnchanged, !change.isShown, let first = place(of: change) else { return nil }
    let way = Array(change.way.dropFirst(prefix.count))
    let found = (first...last).first { place in
      event(at: place).seq <= change.last
        && (0...last).contains { other in
          event(at: other).name == event(at: place).name && writes(way, at: other)
            && isAlike(change.value, at: place, value(of: way, after: other), at: other)
        }
    }
    return found == first ? nil : found
  }

  /// Whether two values say the same of the events that leave them: nothing, or their time.
  private func isAlike(_ value: Value?, at place: Int, _ other: Value?, at own: Int) -> Bool {
    if value == other || value.isCleared && other.isCleared { return true }
    return value == .instant(event(at: place).at) && other == .instant(event(at: own).at)
  }

  /// Whether the machine could have left the value by itself: none, one from before, zero, the
  /// opposite, or what it recorded of the list. What came from outside it can leave only as it was.
  func isNatural(_ way: [ValueStep], _ value: Value?, at place: Int) -> Bool {
    if let element = givenElement(of: way, at: place) {
      return isUnchanged(way, value, at: place)
        && self.value(of: element, before: place)?.leaves.first
          == self.value(of: element, after: place)?.leaves.first
    }
    return switch value {
    case nil, .boolean?, .list?: true
    case .integer(0)?, .span(.zero)?: true
    case .instant?: true
    case .fields?: isUnchanged(way, value, at: place)
    default: earlierValues(of: way, upTo: place).contains(value)
    }
  }

  /// The element of a list, such as a message that was downloaded, in which a field stands as an
  /// event has brought it from outside; `nil` for all other fields.
  private func givenElement(of way: [ValueStep], at place: Int) -> [ValueStep]? {
    guard let index = way.lastIndex(where: { $0.isElement }) else { return nil }
    let (element, rest) = (Array(way[...index]), Array(way[(index + 1)...]))
    guard let own = value(of: element, after: place) else { return nil }
    let isGiven = (0...place).reversed().contains { place in
      event(at: place).fields.nodes.contains {
        $0.isCopied(to: own) && (rest.isEmpty || $0.at(rest) == own.at(rest))
      }
    }
    return isGiven ? element : nil
  }

  /// Whether the event at a place writes the field, and the value is the one before.
  func isUnchanged(_ way: [ValueStep], _ value: Value?, at place: Int) -> Bool {
    writes(way, at: place) && self.value(of: way, before: place) == value
  }
}

extension DriftPlaces {
  // MARK: - The whole trace

  /// Collects all events from the first that is looked at to the end of the trace, without their
  /// fields.
  func allEvents() throws(Diagnostic) -> [ErasedRecord] {
    guard let walk = try beginning?() else { return [] }
    var found: [ErasedRecord] = []
    while let line = try walk.next() {
      if line.kind != .event { continue }
      found.append(walk.outline(line))
    }
    return found
  }

  /// Whether an event of one party may be what another one's difference comes from.
  func reaches(_ other: String, from party: String) -> Bool {
    party == other || start == nil && (0...last).contains { event(at: $0).party == party }
  }

  // MARK: - The event with the drift

  /// The fields of its own party that the event with the drift writes, which no change before it
  /// explains; `nil` where the event has left another state than was recorded.
  var ownWrites: StateExplanation.OwnWrites? {
    guard let own = ownPlace else { return nil }
    let paths = nodes(after: own).filter { writes($0.way, at: own) }
      .map { Array($0.way.prefix(2)).path.withoutPlaces }.eachOnce()
      .filter { requirements.ids(of: $0)?.isEmpty == false }
    let inner = paths.filter { path in !paths.contains { $0.hasPrefix("\(path).") } }
    return .init(record: event(at: own), paths: inner)
  }

  // MARK: - What was recorded

  /// The times of the last events, which one of them may have noted.
  var times: [Value] {
    var found: [Value] = []
    for place in (0...last).reversed() where found.count < DriftPlaces.noted {
      let time = Value.instant(event(at: place).at)
      if !found.contains(time) { found.append(time) }
    }
    return found
  }

  private static let noted = 8

  /// The values of the effect that was recorded, and the instant of the drift.
  var implied: [Value] {
    guard let found = drift.drift else { return [] }
    let values: [Value] = [.instant(found.at)] + (found.recorded?.leaves ?? [])
    // What an effect carries as a list may stand in the state in the same order.
    return values.eachOnce() + (found.recorded?.lists ?? [])
  }

  /// The distances between instants that were recorded and ordered.
  var shifts: [TimeSpan] {
    (drift.drift?.differences ?? []).compactMap { field in
      if case (.instant(let recorded)?, .instant(let ordered)?) = (field.recorded, field.computed) {
        recorded - ordered
      } else {
        nil
      }
    }
  }
}

extension StateChange {
  /// Whether another change of the field, of no lower rank, says no more than this one: where an
  /// event leaves it as it was, each later one may, and another value stands for that.
  fileprivate func includes(_ other: StateChange) -> Bool {
    if repeats == other.repeats { return true }
    return isUnchanged && (!other.isUnchanged || record.seq == other.record.seq)
  }

  /// Whether both change one field; an element of a list may have moved to another place in it.
  fileprivate func isOfSameField(as other: StateChange) -> Bool {
    field == other.field && also == other.also
      || isUnchanged && other.isUnchanged && value == other.value
        && path.withoutPlaces == other.path.withoutPlaces
  }

  /// Whether both leave something as it was, this one a member of what the other does.
  fileprivate func isMember(of whole: StateChange) -> Bool {
    isUnchanged && whole.isUnchanged && repeats == whole.repeats && isOfEnd == whole.isOfEnd
      && record == whole.record && path.isBelow(whole.path)
  }
}

extension String {
  /// Whether it is the path of a member of a record.
  fileprivate func isBelow(_ path: String) -> Bool {
    hasPrefix(path) && dropFirst(path.count).contains(".")
  }
}

extension Value {
  /// Whether another record has its members, but for those that only one of them knows.
  fileprivate func isCopied(to other: Value) -> Bool {
    let shared = members.filter { other[$0.name] != nil }
    return shared.count > 1 && shared.allSatisfy { other[$0.name] == $0.value }
  }
}
