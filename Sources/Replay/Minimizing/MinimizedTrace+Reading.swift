import Diagnostics
import EventSourcing
import Simulation
import Traces

extension MinimizedTrace {
  /// Reads a trace up to its first drift.
  static func upToDrift(
    _ input: ReplayInput
  ) throws(Diagnostic) -> (trace: MinimizedTrace, drift: KeptDrift<S>)? {
    var reader = try MinimizedTraceReader<S>(input)
    guard let found = try reader.readToDrift(),
      let drift = KeptDrift(found, of: reader.walk.fold.batch, in: reader.trace)
    else { return nil }
    return (reader.trace, drift)
  }

  /// Reads a whole trace; `nil` for one without events, and for one that begins with a snapshot.
  static func whole(_ input: ReplayInput) throws(Diagnostic) -> MinimizedTrace? {
    var start = try TraceReader(input, of: S.self)
    if try start.next()?.kind == .snapshot { return nil }
    var reader = try MinimizedTraceReader<S>(input)
    _ = try reader.read { _, _ in false }
    return reader.trace.events.isEmpty ? nil : reader.trace
  }

  /// Reads a trace up to the first event after which `isReached`; `nil` where none is.
  static func upToState(
    _ input: ReplayInput, _ isReached: (Engine<S>, Instant) -> Bool
  ) throws(Diagnostic) -> MinimizedTrace? {
    var reader = try MinimizedTraceReader<S>(input)
    return try reader.read(to: isReached) ? reader.trace : nil
  }
}

/// One pass over a trace that folds its events and notes what each follows from.
private struct MinimizedTraceReader<S: System> {
  private typealias Origin = FoldedItem<S>.Origin

  private let input: ReplayInput
  private(set) var walk: TraceWalk<S>
  private var step = RecordedStep<S.Machine>()
  private var events: [FoldedItem<S>] = []
  private var hasAnswers: [Bool] = []
  /// The places of events by their numbers.
  private var places: [Int64: Int] = [:]
  /// The effects by the numbers that the engine has for them.
  private var ordered: [Int64: OrderedEffect] = [:]
  /// The numbers that the engine has for recorded effects.
  private var numbers: [Int64: Int64] = [:]

  /// An effect and what it leads to.
  private struct OrderedEffect {
    let event: Int
    let party: String
    let name: S.Machine.Effect.Name
    let number: Int
    let outcome: Outcome<S.Machine.Event>
  }

  init(_ input: ReplayInput) throws(Diagnostic) {
    self.input = input
    walk = try TraceWalk(input)
    walk.fold.isPaired = true
  }

  var trace: MinimizedTrace<S> {
    MinimizedTrace(header: walk.reader.header, events: events, hasAnswers: hasAnswers)
  }

  /// Reads up to the first event whose recorded effects are not those that it orders, and gives
  /// both; `nil` where all agree, and for a trace without effects.
  mutating func readToDrift() throws(Diagnostic) -> BatchComparison? {
    guard try recordsEffects() else { return nil }
    while let line = try walk.next() {
      if line.kind == .event {
        if walk.hasDifferences { return walk.comparison }
        close()
      }
      try take(line)
    }
    return walk.hasDifferences ? walk.comparison : nil
  }

  /// Whether there is anything to compare with, looked up by a reader of its own.
  private func recordsEffects() throws(Diagnostic) -> Bool {
    var reader = try TraceReader(input, of: S.self)
    while let line = try reader.next() {
      if line.kind == .effect { return true }
    }
    return false
  }

  mutating func read(
    to isReached: (Engine<S>, Instant) -> Bool
  ) throws(Diagnostic) -> Bool {
    while let line = try walk.next() {
      if line.kind == .event { close() }
      try take(line)
      if line.kind == .event, isReached(walk.fold.engine, line.at) { return true }
    }
    return false
  }

  private mutating func take(_ line: TraceLine) throws(Diagnostic) {
    // A smaller trace has the events that lead to the finding, and those before a snapshot are not
    // there.
    if line.kind == .snapshot, walk.fold.engine.parties.isEmpty {
      throw .notFromTheStart(line, file: input.file)
    }
    let known = try unrecordedCause(of: line)
    guard let folded = try walk.take(line, into: &step) else { return }
    let origin = self.origin(of: folded, known)
    places[folded.seq] = events.count
    if let origin { hasAnswers[origin.event] = true }
    hasAnswers.append(false)
    let isDelivered = origin?.effect?.isDelivered == true
    events.append(
      FoldedItem(
        index: events.count, seq: folded.seq, at: folded.at, party: folded.party,
        event: folded.event, origin: origin,
        delay: isDelivered ? origin.map { folded.at - events[$0.event].at } : nil))
  }

  /// Finds the effect from which an event follows, where the trace has no such record.
  private mutating func unrecordedCause(of line: TraceLine) throws(Diagnostic) -> Int64? {
    if let cause = line.cause, places[cause] != nil || numbers[cause] != nil { return nil }
    guard line.kind == .event, let event = try walk.reader.event(line),
      let taken = walk.fold.event(for: event)
    else { return nil }
    return walk.fold.engine.process(of: taken.party)?.cause(of: taken)
  }

  private func origin(
    of record: RecordedEvent<S.Machine.Event>, _ known: Int64?
  ) -> Origin? {
    let cause = record.cause
    if let place = cause.flatMap({ places[$0] }) { return Origin(event: place, effect: nil) }
    guard let number = known ?? cause.flatMap({ numbers[$0] }), let order = ordered[number] else {
      return nil
    }
    var effect = Origin.Effect(name: order.name, party: order.party, number: order.number)
    switch order.outcome {
    case .wake(_, let due, let event):
      effect.isFired = record.event == event
      effect.isOnTime = record.at == due
    case .request(let asked):
      effect.isDelivered = record.event == asked.arrival
      // An answer that names another request is no answer to its cause.
      if !effect.isDelivered, let number = record.event.request, number != asked.id { return nil }
    case .message(let message): effect.isDelivered = record.event == message.event
    case .internal, .external, .cancel: break
    }
    return Origin(event: order.event, effect: effect)
  }

  /// Notes what each effect of the last event leads to.
  private mutating func close() {
    let closed = walk.close(&step)
    guard let last = events.last else { return }
    for entry in closed.entries {
      if let place = entry.place { numbers[entry.record.seq] = last.seq + Int64(place) + 1 }
    }
    for (place, effect) in closed.ordered.enumerated() {
      ordered[last.seq + Int64(place) + 1] = OrderedEffect(
        event: last.index, party: last.party, name: effect.name,
        number: closed.ordered[..<place].count { $0.name == effect.name },
        outcome: S.outcome(of: effect, by: last.party, in: walk.fold.engine.state))
    }
  }
}

extension MinimizedTrace {
  /// The records of the device to which the last event happens, as if it had been recorded alone,
  /// with the numbers that repairs have there; `nil` where a backend is the last, or none recorded
  /// anything.
  ///
  /// Answers follow from the requests, and what else backends brought about comes from outside.
  func ofLastDevice(
    _ recorded: @escaping (FoldedItem<S>, Engine<S>) -> [Effect]?, _ repairs: [StateRepair]
  ) -> (input: ReplayInput, repairs: [StateRepair])? {
    guard let last = events.last, !S.backends.contains(last.party),
      events.contains(where: { S.backends.contains($0.party) })
    else { return nil }
    var own = RewrittenTrace(header, namesParties: last.party != soleParty)
    var seqs: [Int64: Int64] = [:]
    var requests: [Int64: Int64] = [:]
    _ = fold(events, reattaching: false) { item, event, engine in
      guard event.party == last.party else { return }
      let cause =
        event.cause.flatMap { own.number(of: $0) } ?? event.event.request.flatMap { requests[$0] }
      let ordered = engine.effects.ordered
      let effects = item.index == last.index ? recorded(item, engine) : nil
      own.add(event, cause: cause, ordering: effects ?? ordered)
      seqs[item.seq] = own.lastEvent
      own.replace(event.seq, by: own.lastEvent)
      for (effect, offset) in zip(ordered, Int64(1)...) {
        own.replace(event.seq + offset, by: own.lastEvent + offset)
        if let request = effect.request { requests[request] = own.lastEvent + offset }
      }
    }
    own.seal()
    let moved = repairs.map { repair in
      var repair = repair
      repair.seq = repair.seq.flatMap { seqs[$0] }
      return repair
    }
    return (ReplayInput(file: "", bytes: own.take()), moved)
  }
}
