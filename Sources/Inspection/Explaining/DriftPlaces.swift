import Diagnostics
import EventSourcing
import Replay
import Traces

/// The events of a party before the first drift of a trace, with the hidden state around each.
struct DriftPlaces {
  /// The first drift.
  let drift: FirstDifference
  /// The place of the last event whose state decides at the drift.
  var last: Int { places.count - 1 }
  /// The way to the state of the party in all that the machine remembers.
  let prefix: [ValueStep]
  /// Whether it is the state of a backend, which all its devices change.
  let isOfBackend: Bool
  /// The names of the events, each once.
  let names: [String]

  private let places: [Place]
  /// The event with the drift; `nil` where nothing is recorded behind it, or its state differs.
  private let own: Place?
  /// The part of the party before and after each of them; the event with the drift comes last.
  private let states: [(before: Value?, after: Value?)]
  private let neverAhead = KnownAnswers()
  private let schema: Schema
  /// The requirements of the fields.
  let requirements: FieldRequirements
  /// Opens a walk before the first of the events that are looked at.
  let beginning: AnyTraceWalk.Mark?
  /// The same; `nil` where there is one device alone.
  let start: AnyTraceWalk.Mark?
  /// The numbers of the first events of each name, and of the first end of a process, of any
  /// device.
  private let firsts: [Repetition.Events: Int64]
  /// The readings and the configuration of the header, which no SDK decides.
  private let given: [Value]

  private struct Place {
    let event: ErasedRecord
    let before: Value
    let after: Value
    let mark: AnyTraceWalk.Mark
    /// Whether it lies within the event, a launch: between the end of the old process and the
    /// start of the new one.
    var isInside = false
    /// Whether a process ends, there or by the event.
    var isEnd = false
  }

  private typealias Found = (
    before: [Place], own: Place?, start: AnyTraceWalk.Mark?, firsts: [Repetition.Events: Int64]
  )

  /// The number of events before the drift that are looked at.
  private static let kept = 1_000

  /// Finds the drift; `nil` where there is none, or no state to look at.
  init?(
    _ input: ReplayInput, of system: AnySystem, lenient: Bool
  ) throws(Diagnostic) {
    guard
      let (drift, events) = try system.walk(input, lenient: lenient)
        .firstDifference(file: input.file)
    else { return nil }
    self.drift = drift
    let walk = try system.walk(input, lenient: lenient)
    isOfBackend = system.backends.contains(drift.party)
    let found = try DriftPlaces.places(
      in: walk, upTo: drift, isOfBackend: isOfBackend, from: events - DriftPlaces.kept)
    (places, own, firsts) = (found.before, found.own, found.firsts)
    let devices = walk.parties().filter { !system.backends.contains($0) }
    beginning = found.start
    start = devices.count > 1 && devices.contains(drift.party) ? found.start : nil
    guard let last = places.last else { return nil }
    let prefix = last.after.way(to: drift.party)
    self.prefix = prefix
    states = (places + [own].compactMap { $0 }).map { ($0.before.at(prefix), $0.after.at(prefix)) }
    schema = walk.hiddenSchema()
    requirements = system.requirements
    given = [walk.header.readings, walk.header.config]
    names = places.map { $0.event.name }.eachOnce()
  }

  private static func places(
    in walk: AnyTraceWalk, upTo drift: FirstDifference, isOfBackend: Bool, from first: Int
  ) throws(Diagnostic) -> Found {
    var places: [Place] = []
    var start: AnyTraceWalk.Mark?
    var firsts: [Repetition.Events: Int64] = [:]
    var events = 0
    var greatest = Int64.min
    var open: (event: ErasedRecord, before: Value, after: Value, isEnd: Bool)?
    while let line = try walk.next() {
      if let (event, before, after, isEnd) = open {
        places.append(
          Place(event: event, before: before, after: after, mark: walk.mark(), isEnd: isEnd))
        open = nil
      }
      if line.seq > drift.event {
        let last = places.last.flatMap {
          $0.event.seq == drift.event && !$0.isInside && !drift.isOfState ? $0 : nil
        }
        return (last == nil ? places : Array(places.dropLast()), last, start, firsts)
      }
      // A change is named by the number of a record: where the numbers of a damaged trace go back,
      // it could name another one.
      let isNamed = line.kind == .event && line.seq > greatest
      greatest = max(greatest, line.seq)
      let before = isNamed && events >= first ? walk.hidden() : nil
      if before != nil, start == nil { start = walk.mark() }
      let isOwn = walk.party() == drift.party
      if let before {
        let isEnd = try walk.isProcessEnd()
        let end = try end(within: walk.mark(), from: before)
        if isOwn, let end { places.append(end) }
        let ends: [Repetition.Events] = isEnd || end != nil ? [.ends] : []
        for events in ends + [.named(walk.name())] where firsts[events] == nil {
          firsts[events] = line.seq
        }
      }
      let step = try walk.take()
      if step == .folded { events += 1 }
      if step == .restarted { (places, start) = ([], nil) }
      if step == .folded, let before, let event = walk.event(), let after = walk.hidden() {
        // A device to which nothing has happened yet has no state that others could change.
        let isThere = isOfBackend || !after.way(to: drift.party).isEmpty
        if isOwn || isThere && event.changes(drift.party, from: before, to: after) {
          open = (event, before, after, isOwn ? try walk.isProcessEnd() : false)
        }
      }
    }
    return (places, nil, start, firsts)
  }

  /// The end of the old process inside the launch at a place of the trace; `nil` for other events,
  /// and where the launch finds none.
  private static func end(
    within mark: AnyTraceWalk.Mark, from before: Value
  ) throws(Diagnostic) -> Place? {
    let walk = try mark()
    guard try walk.next() != nil, try walk.endProcess(), let event = try walk.record(),
      let after = walk.hidden()
    else { return nil }
    return Place(
      event: event, before: before, after: after, mark: walk.mark(), isInside: true, isEnd: true)
  }

  // MARK: - The events

  func event(at place: Int) -> ErasedRecord { self[place].event }

  /// Whether a place is the end of a process inside a launch.
  func isInside(at place: Int) -> Bool { self[place].isInside }

  /// The places where a process ends.
  var ends: [Int] { places.indices.filter { places[$0].isEnd } }

  /// The place of the event with the drift, behind all others; `nil` where nothing follows it.
  var ownPlace: Int? { own == nil ? nil : places.count }

  private subscript(place: Int) -> Place {
    if let own, place == places.count { own } else { places[place] }
  }

  /// The names of the events between two records, both included, each once and the latest first.
  func names(from first: Int64, to last: Int64) -> [String] {
    places.reversed().map { $0.event }.filter { (first...max(first, last)).contains($0.seq) }
      .map { $0.name }.eachOnce()
  }

  /// The first record with which a change repeats that was found behind a place: where all devices
  /// have the same SDK it may be another one's.
  func first(of events: Repetition.Events, from place: Int) -> Int64 {
    let seq = event(at: place).seq
    return start == nil ? seq : min(seq, firsts[events] ?? seq)
  }

  func place(of seq: Int64) -> Int? { places.firstIndex { $0.event.seq == seq } }

  /// The event behind the last one after which a change helps: it reads the field, and may have
  /// changed it before.
  func event(after seq: Int64) -> Int64? {
    if let next = places.first(where: { $0.event.seq > seq }) { return next.event.seq }
    // A launch does not come behind the end of a process inside itself.
    return drift.isOfState || drift.event == seq ? nil : drift.event
  }

  /// The place behind which a change was found.
  func place(of change: StateChange) -> Int? {
    places.firstIndex {
      $0.event.seq == change.record.seq && (change.isOfEnd ? $0.isEnd : !$0.isInside)
    }
  }

  /// Opens a walk behind an event.
  func walk(after place: Int) throws(Diagnostic) -> AnyTraceWalk { try self[place].mark() }

  // MARK: - The states

  /// The parts of the party's state after an event, deeper ones first.
  func nodes(after place: Int) -> [StateNode] {
    StateNode.all(states[place].after, schema.at(prefix), butNot: given)
  }

  func value(of way: [ValueStep], before place: Int) -> Value? {
    states[place].before?.at(way)
  }

  func value(of way: [ValueStep], after place: Int) -> Value? {
    states[place].after?.at(way)
  }

  /// Whether the event at a place changes the field.
  func writes(_ way: [ValueStep], at place: Int) -> Bool {
    value(of: way, before: place) != value(of: way, after: place)
  }

  /// The state after an event with a possible value in one place, or in that of each element.
  func state(
    after place: Int, with way: [ValueStep], _ value: Value?, ofEach: Bool = false
  ) -> Value? {
    if isAhead(value, of: way, after: place) { return nil }
    let after = self[place].after
    let ways = ofEach ? after.ways(like: (prefix + way)[...]) : [prefix + way]
    return ways.reduce(Optional(after)) { $0?.setting($1, to: value) }
  }

  /// Whether a value is later than its event, although the field is never later anywhere else.
  private func isAhead(_ value: Value?, of way: [ValueStep], after place: Int) -> Bool {
    guard case .instant(let time)? = value, time > event(at: place).at else { return false }
    if let known = neverAhead.byField[way] { return known }
    let others = (0...last).compactMap { other in
      if case .instant(let own)? = self.value(of: way, after: other) {
        own > event(at: other).at
      } else {
        nil
      }
    }
    let isNever = !others.isEmpty && !others.contains(true)
    neverAhead.byField[way] = isNever
    return isNever
  }

  /// The event that wrote a field last.
  func writer(of way: [ValueStep], upTo place: Int) -> ErasedRecord? {
    (0...place).last { writes(way, at: $0) }.map { event(at: $0) }
  }

  /// The last values that a field had before.
  func earlierValues(of way: [ValueStep], upTo place: Int) -> [Value?] {
    var found: [Value?] = []
    for place in (0...place).reversed() where found.count < 3 {
      let value = value(of: way, before: place)
      if !found.contains(value) { found.append(value) }
    }
    return found
  }
}

/// The answers to whether a field is an instant that no event left later than itself, which take
/// long to find: copies share them.
private final class KnownAnswers {
  var byField: [[ValueStep]: Bool] = [:]
}

extension ErasedRecord {
  /// Whether an event of another party changes what `other` remembers at once, as one of a device
  /// can change a backend: all that is no device's is that of the backends.
  fileprivate func changes(_ other: String, from before: Value, to after: Value) -> Bool {
    let (way, own) = (after.way(to: other), after.way(to: party))
    func part(_ state: Value) -> Value? {
      (own.isEmpty ? state : state.setting(own, to: nil) ?? state).at(way)
    }
    return part(before) != part(after)
  }
}
