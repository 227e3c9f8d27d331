import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// The events of a party before the first drift of a trace, with the hidden state around each.
struct DriftPlaces {
  /// The first drift.
  let drift: FirstDifference
  /// The place of the last event whose state decides at the drift.
  var last: Int { places.count - 1 }
  /// The way to the state of the party in all that the machine remembers.
  let prefix: [StateStep]
  /// The names of the events, each once.
  let names: [String]

  private let places: [Place]
  private let schema: Schema
  /// The readings and the configuration of the header, which no SDK decides.
  private let given: [Value]

  private struct Place {
    let event: ErasedRecord
    let before: Value
    let after: Value
    let mark: AnyTraceWalk.Mark
  }

  /// Where a walk and a trace part.
  struct FirstDifference {
    /// The record with it; of a missing effect, the event that orders it.
    var seq: Int64
    /// The number of the first record that has nothing to do with it.
    var next: Int64
    /// The number of the event.
    var event: Int64
    var party: String
    /// The state differs, which the event has left behind; not its effects.
    var isOfState: Bool
    /// Both sides, where an effect differs.
    var drift: Drift?
  }

  /// Earlier events than these are not looked at.
  private static let kept = 1_000

  /// Finds the drift; `nil` where there is none, or no state to look at.
  init?(
    _ input: ReplayInput, of system: AnySystem, lenient: Bool
  ) throws(Diagnostic) {
    guard
      let (drift, events) = try DriftPlaces.firstDifference(
        in: try system.walk(input, lenient: lenient), file: input.file)
    else { return nil }
    self.drift = drift
    let walk = try system.walk(input, lenient: lenient)
    places = try DriftPlaces.places(in: walk, before: drift, from: events - DriftPlaces.kept)
    guard let last = places.last else { return nil }
    prefix = last.after.way(to: drift.party)
    schema = walk.hiddenSchema()
    given = [walk.header.readings, walk.header.config]
    var names: [String] = []
    for place in places where !names.contains(place.event.name) { names.append(place.event.name) }
    self.names = names
  }

  private static func firstDifference(
    in walk: AnyTraceWalk, file: String
  ) throws(Diagnostic) -> (FirstDifference, events: Int)? {
    var events = 0
    func found(_ seq: Int64, next: Int64, isOfState: Bool) -> (FirstDifference, events: Int)? {
      guard let event = walk.event() else { return nil }
      let drift = isOfState ? nil : walk.drifts(in: file).first
      return (
        FirstDifference(
          seq: seq, next: next, event: event.seq, party: event.party, isOfState: isOfState,
          drift: drift), events
      )
    }
    while let line = try walk.next() {
      if let seq = walk.findings.difference {
        return found(seq, next: line.seq, isOfState: false)
      }
      if try walk.take() == .folded { events += 1 }
      if try walk.stateDiffers() { return found(line.seq, next: line.seq &+ 1, isOfState: true) }
    }
    return walk.findings.difference.flatMap { found($0, next: .max, isOfState: false) }
  }

  private static func places(
    in walk: AnyTraceWalk, before drift: FirstDifference, from first: Int
  ) throws(Diagnostic) -> [Place] {
    var places: [Place] = []
    var events = 0
    var open: (event: ErasedRecord, before: Value, after: Value)?
    while let line = try walk.next() {
      if let (event, before, after) = open {
        places.append(Place(event: event, before: before, after: after, mark: walk.mark()))
        open = nil
      }
      if line.seq > drift.event || (line.seq == drift.event && !drift.isOfState) { break }
      let before = line.kind == .event && events >= first ? walk.hidden() : nil
      let isOwn = walk.party() == drift.party
      let step = try walk.take()
      if step == .folded { events += 1 }
      if step == .restarted { places = [] }
      if step == .folded, let before, let event = walk.event(), let after = walk.hidden() {
        if isOwn || event.changes(drift.party, from: before, to: after) {
          open = (event, before, after)
        }
      }
    }
    return places
  }

  // MARK: - The events

  func event(at place: Int) -> ErasedRecord { places[place].event }

  /// The names of the events between two records, both included, each once and the latest first.
  func names(from first: Int64, to last: Int64) -> [String] {
    var found: [String] = []
    for place in places.reversed() where (first...max(first, last)).contains(place.event.seq) {
      if !found.contains(place.event.name) { found.append(place.event.name) }
    }
    return found
  }

  func place(of seq: Int64) -> Int? { places.firstIndex { $0.event.seq == seq } }

  /// Opens a walk behind an event.
  func walk(after place: Int) throws(Diagnostic) -> AnyTraceWalk { try places[place].mark() }

  // MARK: - The states

  /// The parts of the party's state after an event, deeper ones first.
  func nodes(after place: Int) -> [StateNode] {
    StateNode.all(places[place].after.at(prefix), schema.at(prefix), butNot: given)
  }

  func value(of way: [StateStep], before place: Int) -> Value? {
    places[place].before.at(prefix + way)
  }

  func value(of way: [StateStep], after place: Int) -> Value? {
    places[place].after.at(prefix + way)
  }

  /// Whether the event at a place changes the field.
  func writes(_ way: [StateStep], at place: Int) -> Bool {
    value(of: way, before: place) != value(of: way, after: place)
  }

  /// The state after an event with another value in one place.
  func state(after place: Int, with way: [StateStep], _ value: Value?) -> Value? {
    places[place].after.setting(prefix + way, to: value)
  }

  /// The event that wrote a field last.
  func writer(of way: [StateStep], upTo place: Int) -> ErasedRecord? {
    (0...place).last { writes(way, at: $0) }.map { event(at: $0) }
  }

  /// The last values that a field had before.
  func earlierValues(of way: [StateStep], upTo place: Int) -> [Value?] {
    var found: [Value?] = []
    for place in (0...place).reversed() where found.count < 3 {
      let value = value(of: way, before: place)
      if !found.contains(value) { found.append(value) }
    }
    return found
  }

  // MARK: - What was recorded

  /// The values of the effect that was recorded, and the instant of the drift.
  var implied: [Value] {
    guard let found = drift.drift else { return [] }
    var values: [Value] = [.instant(found.at)]
    for value in (found.recorded?.leaves ?? []) where !values.contains(value) {
      values.append(value)
    }
    // What an effect carries as a list may stand in the state in the same order.
    return values + (found.recorded?.lists ?? [])
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

extension Schema {
  /// The type at the end of a way.
  func at(_ way: some Collection<StateStep>) -> Schema {
    guard let step = way.first else { return self }
    switch (step, self) {
    case (_, .nullable(let inner)): return inner.at(way)
    case (.member(let name), .record(let fields)):
      return fields.first { $0.name == name }?.schema.at(way.dropFirst()) ?? .open
    case (.element, .list(let element)): return element.at(way.dropFirst())
    default: return .open
    }
  }
}
