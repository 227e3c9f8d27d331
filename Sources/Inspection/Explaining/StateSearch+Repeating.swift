import Diagnostics
import EventSourcing
import Replay
import Traces

extension StateSearch {
  // MARK: - The same change again and again

  /// Leaves out the writes of events of one name, as if a rule never ran, or lets each of them
  /// leave the value that helps.
  mutating func changeRepeatedly() throws(Diagnostic) {
    for way in inputs {
      // What one change explains may have begun earlier, where each event does it again.
      let known = changes.filter { $0.path == way.path }.map(\.record.seq).min() ?? .max
      let writers = (0...places.last).filter {
        places.writes(way, at: $0) && places.event(at: $0).seq < known
      }
      let clearing = writers.filter { places.value(of: way, after: $0).isCleared }
      let ends = places.ends.filter(writers.contains)
      var isFound = try repeated(way, .unchanged, fromEither: ends, of: .ends)
      for name in places.names {
        for (content, all) in [(Repetition.Content.unchanged, writers), (.kept, clearing)] {
          let own = all.filter { places.event(at: $0).name == name }
          if try repeated(way, content, fromEither: own) { isFound = true }
        }
      }
      if isFound || places.isOfBackend { continue }
      // What no event clears is one rule for all of them; what none writes would be no rule.
      if let first = clearing.first { _ = try repeated(way, .kept, from: first, of: .any) }
    }
    for (way, value) in partial where !isExplained(way) {
      let end = places.ends.first { places.value(of: way, after: $0) != value }
      if let end, try !repeated(way, .value(value), from: end, of: .ends), way.isInList {
        _ = try repeated(way, .value(value), from: end, of: .ends, ofEach: true)
      }
      for name in places.names {
        let place = (0...places.last).first {
          places.event(at: $0).name == name && places.value(of: way, after: $0) != value
        }
        guard let place, try !repeated(way, .value(value), from: place) else { continue }
        if way.isInList { _ = try repeated(way, .value(value), from: place, ofEach: true) }
      }
    }
  }

  /// Leaves out what the events of one name write into one field, for every name and every field:
  /// the decision at the drift may read none of those that went wrong.
  mutating func changeRules() throws(Diagnostic) {
    struct Rule: Hashable {
      let events: Repetition.Events
      let path: String
      let content: Repetition.Content
    }
    var tried: Set<Rule> = []
    let ends = places.ends
    for place in 0...places.last {
      let named: [Repetition.Events] =
        places.isInside(at: place) ? [] : [.named(places.event(at: place).name)]
      for way in places.nodes(after: place).map(\.way) where places.writes(way, at: place) {
        // An element that comes or goes is a write of its list.
        if way.last?.isElement == true { continue }
        var contents: [Repetition.Content] = [.unchanged]
        if places.value(of: way, after: place).isCleared { contents.append(.kept) }
        for events in (ends.contains(place) ? [.ends] : []) + named {
          for content in contents
          where tried.insert(Rule(events: events, path: way.path.withoutPlaces, content: content))
            .inserted
          {
            if try repeated(way, content, from: place, of: events, ofEach: way.isInList) { break }
          }
        }
      }
    }
  }

  /// Repeats a change from the first of some places on, or from the last.
  private mutating func repeated(
    _ way: [ValueStep], _ content: Repetition.Content, fromEither places: [Int],
    of events: Repetition.Events? = nil
  ) throws(Diagnostic) -> Bool {
    for place in places.prefix(1) + places.dropFirst().suffix(1) {
      if try repeated(way, content, from: place, of: events) { return true }
    }
    return false
  }

  private mutating func repeated(
    _ way: [ValueStep], _ repetition: Repetition.Content, from place: Int,
    of events: Repetition.Events? = nil, ofEach: Bool = false
  ) throws(Diagnostic) -> Bool {
    let before = places.value(of: way, before: place)
    let value: Value? = if case .value(let value) = repetition { value } else { before }
    var again = self.repetition(way, repetition, from: place, of: events)
    again.isOfEach = ofEach
    var state = places.state(after: place, with: way, value, ofEach: ofEach)
    if ofEach, repetition.isUnchanged {
      // Each element has had a value of its own.
      (again.first, state) = (0, nil)
    } else if state == nil {
      return false
    }
    guard case .exact(let changed) = try verdict(of: state, at: place, again) else { return false }
    var found = change(
      way, value, from: place, last: places.last, isUnchanged: repetition.isUnchanged, repeats: true
    )
    found.isOfClearing = repetition == .kept
    found.isOfEnd = again.events == .ends
    found.isOfAny = again.events == .any
    found.isOfEach = ofEach
    found.changed = changed
    found.first = places.first(of: again.events, from: place)
    add(found)
    return true
  }

  /// The change again at each later event of the name of the one at a place.
  func repetition(
    _ way: [ValueStep], _ content: Repetition.Content, from place: Int,
    of events: Repetition.Events? = nil
  ) -> Repetition {
    let event = places.event(at: place)
    let isOfDevice = places.start != nil && event.party == places.drift.party
    return Repetition(
      events: events ?? .named(event.name), party: event.party, first: event.seq,
      isOfAllDevices: isOfDevice, way: way, prefix: places.prefix, content: content)
  }

  // MARK: - Records

  /// Leaves the whole record as it was where an event that leaves any of several members so
  /// explains the drift.
  mutating func changeWholes() throws(Diagnostic) {
    var tried: [[ValueStep]] = []
    for change in changes where change.isUnchanged && !change.isShown {
      let way = Array(change.way.dropFirst(places.prefix.count).dropLast())
      guard case .member? = change.way.last, way.count > 1, !tried.contains(way),
        !isExplained(way), let place = places.place(of: change)
      else { continue }
      tried.append(way)
      if change.repeats {
        let content = change.unchangedContent
        _ = try repeated(way, content, from: place, of: change.events)
      } else if let state = places.state(
        after: place, with: way, places.value(of: way, before: place)),
        case .exact = try verdict(of: state, at: place)
      {
        add(
          self.change(
            way, places.value(of: way, before: place), from: place, last: place, isUnchanged: true,
            repeats: false))
      }
    }
  }
}

extension [ValueStep] {
  /// Whether it leads through an element of a list to something in it.
  var isInList: Bool { dropLast().contains { $0.isElement } }
}
