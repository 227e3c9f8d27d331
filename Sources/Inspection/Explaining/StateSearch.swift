import Diagnostics
import EventSourcing
import Replay
import Traces

/// One search for the changes of the hidden state that explain a drift.
struct StateSearch {
  let places: DriftPlaces
  private let limit: Int
  private let progress: SearchProgress
  /// Whether the times of the last events are tried as values too: a field may have noted one.
  private var triesAll = true
  private var trials = 0
  private var isCut = false
  private(set) var changes: [StateChange] = []
  /// The fields that change what the event with the drift orders, in the order of their finding.
  private(set) var inputs: [[ValueStep]] = []
  /// The values that remove the first drift but not all later ones.
  private(set) var partial: [(way: [ValueStep], value: Value?)] = []
  /// The values just before the event with the drift with which it goes away.
  private(set) var atDrift: [(way: [ValueStep], value: Value?)] = []
  /// The state tried last that leads to one after an earlier event.
  private var tried: TriedState?
  /// The change after which the next difference comes last.
  private var nearest:
    (next: Int64, way: [ValueStep], value: Value?, place: Int, last: Int, rank: Int)?

  init(_ places: DriftPlaces, limit: Int, progress: @escaping SearchProgress) {
    self.places = places
    self.limit = limit
    self.progress = progress
  }

  mutating func run() throws(Diagnostic) -> StateExplanation {
    try changeOwnWrites()
    try changeOnce(at: places.last)
    try changeEarlier()
    try changeRepeatedly()
    try changeBeforeWriters()
    if !changes.contains(where: { $0.isNatural }) { try changeRules() }
    if !changes.contains(where: { $0.isNatural }) { try changeAtChosen() }
    if !changes.contains(where: { $0.isNatural }) { try changePairs() }
    try changeWholes()
    let own = try mayBeDecision() ? places.ownWrites : nil
    return StateExplanation(
      drift: places.drift.seq, changes: places.ranked(changes),
      nearest: changes.isEmpty ? nearestChange : nil,
      inputs: inputs.map { way in
        StateExplanation.Input(
          path: way.path, value: places.value(of: way, after: places.last),
          writer: places.writer(of: way, upTo: places.last))
      }.sorted { $1.writer?.seq ?? 0 < $0.writer?.seq ?? 0 }, own: own,
      trials: trials, isCut: isCut)
  }

  /// The change from the earliest record on, of fields by which the event with the drift decides.
  mutating func cause() throws(Diagnostic) -> StateChange? {
    triesAll = false
    try changeOnce(at: places.last)
    try changeEarlier()
    return places.ranked(changes).first
  }

  // MARK: - The event with the drift

  /// Leaves out what the event with the drift has written itself, or lets it write what its effects
  /// carry instead: where they carry the one value for the other, it ordered them by that field.
  private mutating func changeOwnWrites() throws(Diagnostic) {
    guard let own = places.ownPlace else { return }
    var found: [[ValueStep]] = []
    var isFelt = false
    for node in places.nodes(after: own) where places.writes(node.way, at: own) {
      if found.contains(where: { $0.starts(with: node.way) }) { continue }
      let before = places.value(of: node.way, before: own)
      let carried = places.drift.drifts.flatMap { $0.differences }
        .filter { $0.computed == node.value }.map { $0.recorded }
      for value in [before] + carried.prefix(1) where value != node.value {
        let shown = ShownWrite(written: node.value, left: value)
        guard shown.explains(places.drift.drifts),
          let state = places.state(after: own, with: node.way, value)
        else { continue }
        // A change explains nothing where all that follows is exact without it.
        if !isFelt, let same = places.state(after: own, with: node.way, node.value) {
          if case .exact = try verdict(of: same, at: own, after: shown) { return }
          isFelt = true
        }
        let isUnchanged = value == before
        let again = repetition(node.way, .unchanged, from: own)
        var repeats = false
        var verdict = try verdict(of: state, at: own, after: shown)
        if case .differs = verdict, isUnchanged {
          verdict = try self.verdict(of: state, at: own, again, after: shown)
          repeats = true
        }
        guard case .exact = verdict else { continue }
        var change = change(
          node.way, value, from: own, last: own, isUnchanged: isUnchanged, repeats: repeats)
        change.isShown = true
        change.isNatural = true
        add(change)
        found.append(node.way)
      }
    }
  }

  // MARK: - One change

  /// Changes every field after the event at a place, as far as there are values to try.
  private mutating func changeOnce(at place: Int) throws(Diagnostic) {
    for (way, value, state) in candidates(at: place) {
      try judge(try verdict(of: state, at: place), way, value, at: place)
    }
  }

  /// The states after the event at a place in which one field has another value.
  private func candidates(at place: Int) -> [(way: [ValueStep], value: Value?, state: Value)] {
    let nodes = places.nodes(after: place)
    // The states differ from the recorded one in one member: to hash that is enough, and faster.
    var tried: [ValueStep: Set<Value?>] = [:]
    return nodes.flatMap { node in
      node.values(
        earlier: places.earlierValues(of: node.way, upTo: place),
        implied: places.implied + (triesAll ? places.times : []), shifts: places.shifts
      ).compactMap { value in
        guard let state = places.state(after: place, with: node.way, value),
          tried[node.way[0], default: []].insert(state.at(places.prefix + node.way.prefix(1)))
            .inserted
        else { return nil }
        return (node.way, value, state)
      }
    }
  }

  private mutating func judge(
    _ verdict: StateVerdict, _ way: [ValueStep], _ value: Value?, at place: Int
  ) throws(Diagnostic) {
    note(verdict, way, value, at: place)
    switch verdict {
    case .refused: return
    case .exact:
      if place == places.last { atDrift.append((way, value)) }
      try add(way, value, from: place)
    case .differs(let seq) where seq >= places.drift.next:
      if place == places.last { atDrift.append((way, value)) }
      partial.append((way, value))
    case .differs(let seq): if seq == places.drift.seq { return }
    }
    if place == places.last, !inputs.contains(way) { inputs.append(way) }
  }

  /// Tries what helps just before the drift after earlier events as well, and the values that were
  /// there before each write.
  private mutating func changeEarlier() throws(Diagnostic) {
    for (way, value) in partial where !isExplained(way) {
      for place in (0..<places.last).reversed() {
        guard places.value(of: way, after: place) != value,
          let state = places.state(after: place, with: way, value)
        else { continue }
        let verdict = try verdict(of: state, at: place, leadsEarlier: true)
        note(verdict, way, value, at: place)
        if case .exact = verdict {
          try add(way, value, from: place)
          break
        }
        if places.writes(way, at: place) { break }
      }
    }
    for way in inputs where !isExplained(way) {
      for place in (0..<places.last).reversed() where places.writes(way, at: place) {
        let value = places.value(of: way, before: place)
        guard let state = places.state(after: place, with: way, value) else { continue }
        let verdict = try verdict(of: state, at: place, leadsEarlier: true)
        note(verdict, way, value, at: place)
        if case .exact = verdict { try add(way, value, from: place) }
      }
    }
  }

  /// Looks before the events from which a change explains the drift, and before those that wrote
  /// the field: what went wrong may be a field that they read, and no decision.
  private mutating func changeBeforeWriters() throws(Diagnostic) {
    var visited: Set<Int> = []
    while let place = nextWriter(butNot: visited) {
      visited.insert(place)
      try changeOnce(at: place - 1)
    }
  }

  /// The next event that wrote a field which explains the drift, or without one a field by which
  /// the event with the drift decides.
  private func nextWriter(butNot visited: Set<Int>) -> Int? {
    var writers = changes.filter { !$0.repeats }
      .flatMap { [$0.record.seq, $0.writer?.seq ?? $0.record.seq] }
      .compactMap { places.place(of: $0) }
    if changes.isEmpty {
      for way in inputs {
        writers += (0...places.last).filter { places.writes(way, at: $0) }.suffix(3)
      }
    }
    return writers.filter { $0 > 0 && !visited.contains($0) }.min()
  }

  /// Keeps the change that comes nearest to explaining all; of several the earliest.
  private mutating func note(
    _ verdict: StateVerdict, _ way: [ValueStep], _ value: Value?, at place: Int
  ) {
    guard case .differs(let next) = verdict, next >= nearest?.next ?? places.drift.next else {
      return
    }
    let rank = places.isNatural(way, value, at: place) ? 1 : 0
    if let nearest, (nearest.next, nearest.rank, -nearest.place) >= (next, rank, -place) { return }
    var last = place
    if let nearest, (nearest.next, nearest.way, nearest.value) == (next, way, value) {
      last = max(last, nearest.last)
    }
    nearest = (next, way, value, place, last, rank)
  }

  private var nearestChange: StateChange? {
    nearest.map { found in
      var change = change(
        found.way, found.value, from: found.place, last: found.last,
        isUnchanged: places.isUnchanged(found.way, found.value, at: found.place), repeats: false)
      change.next = found.next
      change.candidates = places.names(from: change.record.seq, to: change.last)
      return change
    }
  }

  /// Takes down a change that explains all, from the earliest event on from which it does.
  private mutating func add(
    _ way: [ValueStep], _ value: Value?, from place: Int
  ) throws(Diagnostic) {
    var first = place
    while first > 0, places.value(of: way, after: first - 1) != value,
      let state = places.state(after: first - 1, with: way, value),
      case .exact = try verdict(of: state, at: first - 1, leadsEarlier: true)
    {
      first -= 1
    }
    add(
      change(
        way, value, from: first, last: place,
        isUnchanged: places.isUnchanged(way, value, at: first),
        repeats: false))
  }

  mutating func add(_ change: StateChange) {
    if !changes.contains(change) { changes.append(change) }
  }

  func change(
    _ way: [ValueStep], _ value: Value?, from place: Int, last: Int, isUnchanged: Bool,
    repeats: Bool
  ) -> StateChange {
    StateChange(
      path: way.path, way: places.prefix + way, machine: places.value(of: way, after: place),
      value: value,
      isUnchanged: isUnchanged, repeats: repeats, isOfEnd: places.isInside(at: place),
      record: places.event(at: place),
      last: places.event(at: last).seq, isNatural: places.isNatural(way, value, at: place),
      writer: places.writer(of: way, upTo: place))
  }

  func isExplained(_ way: [ValueStep]) -> Bool {
    changes.contains { $0.path == way.path }
  }

  // MARK: - One trial

  /// The outcome of another state after an event; without one, of a change that is repeated from
  /// the beginning on. One that leads to a trial after an earlier event is kept for that one to
  /// meet.
  mutating func verdict(
    of state: Value?, at place: Int, _ repetition: Repetition? = nil,
    after shown: ShownWrite? = nil, leadsEarlier: Bool = false
  ) throws(Diagnostic) -> StateVerdict {
    guard trials < limit, progress(trials) else {
      isCut = true
      return .refused
    }
    trials += 1
    let start = repetition?.isOfAllDevices == true ? places.start : nil
    if let begin = state == nil ? places.beginning : start {
      return try begin().verdict(repetition, after: shown)
    }
    let walk = try places.walk(after: place)
    guard let state, walk.assume(state) else { return .refused }
    if repetition != nil || shown != nil { return try walk.verdict(repetition, after: shown) }
    let seq = places.event(at: place).seq
    // A member set anew stands last here, and in the order of its description later. Inside a
    // launch the state is that before its event.
    let assumed = leadsEarlier && !places.isInside(at: place) ? walk.hidden() : nil
    let verdict = try walk.verdict(meeting: tried.flatMap { $0.seq > seq ? $0 : nil })
    if let assumed { tried = (seq, assumed, verdict) }
    return verdict
  }
}
