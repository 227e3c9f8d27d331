import Diagnostics
import EventSourcing
import Replay
import Traces

extension StateSearch {
  // MARK: - The same change at some of the events

  /// Changes a field in the same way at several events of one name, those after which it helps:
  /// a defect that strikes again and again, but not each time.
  mutating func changeAtChosen() throws(Diagnostic) {
    let events = try places.allEvents()
    var tried: [(way: [ValueStep], content: Repetition.Content)] = []
    for (way, value) in seeds {
      for content in contents(way, value) {
        if tried.contains(where: { $0 == (way, content) }) { continue }
        tried.append((way, content))
        var found: [ChosenEvents] = []
        for isBefore in content == .unchanged ? [false] : [false, true] {
          for name in names(of: events, isBefore: isBefore) {
            for isOfEach in way.isInList && content != .unchanged ? [false, true] : [false] {
              let repetition = Repetition(
                events: .named(name), isBefore: isBefore, isOfEach: isOfEach,
                party: places.drift.party, first: 0, isOfAllDevices: places.start != nil, way: way,
                prefix: places.prefix, content: content)
              let seqs = try chosen(repetition, among: events, name)
              if let seqs, let place = places.place(of: seqs[0]) {
                found.append(ChosenEvents(name: name, rule: repetition, seqs: seqs, place: place))
              }
            }
          }
        }
        // Fewer events are the better reason; several names that do as well are all said.
        guard let fewest = found.map({ $0.seqs.count }).min() else { continue }
        found.removeAll { $0.seqs.count > fewest }
        // What comes later may be a consequence.
        found = found.stablySorted { $0.seqs[0] }.stablySorted { $0.rule.isBefore ? 1 : 0 }
        let plain = found.first { places.writes(way, at: $0.place) && !$0.rule.isBefore }
        let first = plain ?? found[0]
        var change = change(first.rule, value, at: first.seqs, from: first.place)
        change.candidates = ([first.name] + found.map { $0.name }).eachOnce()
        add(change)
      }
    }
  }

  /// Events of one name after which the same change helps.
  private struct ChosenEvents {
    let name: String
    let rule: Repetition
    let seqs: [Int64]
    /// The place of the first of them.
    let place: Int
  }

  /// The changes that help at the first drift, those that the machine could have made first.
  private var seeds: [(way: [ValueStep], value: Value?)] {
    let natural = partial.filter { places.isNatural($0.way, $0.value, at: places.last) }
    let others = partial.filter { !places.isNatural($0.way, $0.value, at: places.last) }
    return Array((natural + others).prefix(StateSearch.seeds))
  }

  private static let seeds = 24
  /// The greatest number of events chosen: more of them are no pattern.
  private static let longest = 24
  /// The number of earlier events that are tried for each difference.
  private static let reach = 8

  /// The ways in which each of the events may change the field.
  private func contents(_ way: [ValueStep], _ value: Value?) -> [Repetition.Content] {
    var contents: [Repetition.Content] = [.unchanged]
    switch (value, places.value(of: way, after: places.last)) {
    case (.integer(let other)?, .integer(let own)?) where other != 0:
      contents.append(.raised(by: other &- own))
    case (nil, _), (.boolean?, _), (.integer?, _), (.list?, _), (.text?, _):
      contents.append(.value(value))
    case (.instant?, _): contents.append(.time)
    default: break
    }
    return contents
  }

  /// The names of the events up to the drift, the latest first.
  private func names(of events: [ErasedRecord], isBefore: Bool) -> [String] {
    events.reversed().filter { event in
      places.reaches(places.drift.party, from: event.party)
        && (isBefore ? event.seq <= places.drift.event : event.seq < places.drift.event)
    }.map(\.name).eachOnce()
  }

  /// Chooses for each difference the latest event that takes it away, until there is none; gives
  /// the numbers of these events, the lowest first.
  private mutating func chosen(
    _ repetition: Repetition, among events: [ErasedRecord], _ name: String
  ) throws(Diagnostic) -> [Int64]? {
    var repetition = repetition
    var seqs: Set<Int64> = []
    var (difference, next) = (places.drift.seq, places.drift.next)
    while seqs.count < StateSearch.longest {
      // Effects follow their event.
      let party = events.last { $0.seq <= difference }?.party ?? places.drift.party
      let earlier = events.filter {
        $0.name == name && !seqs.contains($0.seq) && places.reaches(party, from: $0.party)
          && ($0.seq < difference || repetition.isBefore && $0.seq == difference)
      }
      var isFound = false
      for seq in earlier.reversed().prefix(StateSearch.reach).map({ $0.seq }) {
        repetition.chosen = seqs.union([seq])
        switch try verdict(of: nil, at: 0, repetition) {
        case .refused: continue
        case .differs(let other):
          guard other >= next, other > difference else { continue }
          (difference, next) = (other, other &+ 1)
        case .exact: difference = .max
        }
        seqs.insert(seq)
        isFound = true
        break
      }
      if !isFound { return nil }
      if difference == .max { return seqs.sorted() }
    }
    return nil
  }

  private func change(
    _ rule: Repetition, _ value: Value?, at chosen: [Int64], from place: Int
  ) -> StateChange {
    let isUnchanged = rule.content == .unchanged
    var found = change(
      rule.way, isUnchanged ? places.value(of: rule.way, before: place) : value, from: place,
      last: place, isUnchanged: isUnchanged, repeats: true)
    found.chosen = chosen
    (found.isBefore, found.isOfEach) = (rule.isBefore, rule.isOfEach)
    found.isTime = rule.content == .time
    if case .raised(let number) = rule.content { found.raised = number }
    return found
  }
}
