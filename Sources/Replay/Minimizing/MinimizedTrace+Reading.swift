import Diagnostics
import EventSourcing
import Simulation
import Traces

extension MinimizedTrace {
  /// Reads a trace up to its first drift of the event `first` or a later one.
  static func upToDrift(
    _ input: ReplayInput, from first: Int64
  ) throws(Diagnostic) -> (trace: MinimizedTrace, batch: EffectBatch<S.Machine>)? {
    var reader = try MinimizedTraceReader<S>(input)
    guard let batch = try reader.readToDrift(from: first) else { return nil }
    return (reader.trace, batch)
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
  private typealias Machine = S.Machine
  private typealias Origin = FoldedItem<S>.Origin

  private let input: ReplayInput
  private var reader: TraceReader<S.Machine>
  private var engine: Engine<S>
  private var batch = EffectBatch<S.Machine>()
  private var events: [FoldedItem<S>] = []
  private var hasAnswers: [Bool] = []
  /// The places of events and what effects lead to, by their numbers in the trace.
  private var places: [Int64: Int] = [:]
  private var ordered: [Int64: OrderedEffect] = [:]
  /// How many effects of each name the last event has in the trace.
  private var numbers: [String: Int] = [:]

  /// An effect as the trace numbers it.
  private struct OrderedEffect {
    let event: Int
    let party: String
    let name: S.Machine.Effect.Name
    let number: Int
    let outcome: Outcome<S.Machine.Event>
  }

  init(_ input: ReplayInput) throws(Diagnostic) {
    self.input = input
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    engine = Engine(reader.header)
  }

  var trace: MinimizedTrace<S> {
    MinimizedTrace(header: reader.header, events: events, hasAnswers: hasAnswers)
  }

  /// Reads up to the first event, `first` or a later one, whose recorded effects are not those that
  /// it orders, and gives both; `nil` where all agree, and for a trace without effects.
  mutating func readToDrift(from first: Int64) throws(Diagnostic) -> EffectBatch<S.Machine>? {
    guard try recordsEffects() else { return nil }
    while let line = try reader.next() {
      switch line.kind {
      case .event:
        if !batch.isComplete, batch.record.map({ $0.seq >= first }) == true { return batch }
        try happen(line)
      case .effect:
        note(line)
        if try batch.agrees(with: line, &reader) { continue }
        if let effect = try reader.effect(line) { batch.differ(effect, line: line.number) }
      case .snapshot: try refuse(line)
      case .state, .note: continue
      }
    }
    let isCut = if case .cut = reader.end { true } else { false }
    return batch.drift(in: "", cutShort: isCut) == nil ? nil : batch
  }

  /// Whether there is anything to compare with, looked up by a reader of its own.
  private func recordsEffects() throws(Diagnostic) -> Bool {
    var reader = try TraceReader<S.Machine>(
      file: input.file, defaults: .of(S.self), source: input.open())
    while let line = try reader.next() {
      if line.kind == .effect { return true }
    }
    return false
  }

  mutating func read(
    to isReached: (Engine<S>, Instant) -> Bool
  ) throws(Diagnostic) -> Bool {
    while let line = try reader.next() {
      switch line.kind {
      case .event:
        try happen(line)
        if isReached(engine, line.at) { return true }
      case .effect: note(line)
      case .snapshot: try refuse(line)
      case .state, .note: continue
      }
    }
    return false
  }

  /// A smaller trace has the events that lead to the finding, and those before a snapshot are not
  /// there.
  private func refuse(_ line: TraceLine) throws(Diagnostic) {
    if engine.parties.isEmpty { throw .notFromTheStart(line, file: input.file) }
  }

  private mutating func happen(_ line: TraceLine) throws(Diagnostic) {
    guard let record = try reader.event(line) else { return }
    let origin = record.cause.flatMap { self.origin(of: record, cause: $0) }
    places[record.seq] = events.count
    if let origin { hasAnswers[origin.event] = true }
    hasAnswers.append(false)
    events.append(
      FoldedItem(
        index: events.count, at: record.at, party: record.party, event: record.event,
        origin: origin))
    engine.fold(record)
    numbers.removeAll(keepingCapacity: true)
    batch.start(record, line: line.number, ordered: engine.effects.ordered)
  }

  private func origin(of record: RecordedEvent<S.Machine.Event>, cause: Int64) -> Origin? {
    if let place = places[cause] { return Origin(event: place, effect: nil) }
    guard let order = ordered[cause] else { return nil }
    var isDerived = false
    var isOnTime = false
    var request: Int64?
    switch order.outcome {
    case .wake(_, let due, let event):
      isDerived = record.event == event
      isOnTime = record.at == due
    case .request(let asked):
      isDerived = record.event == asked.arrival
      request = asked.id
    case .message(let message): isDerived = record.event == message.event
    case .internal, .external, .cancel: break
    }
    return Origin(
      event: order.event,
      effect: Origin.Effect(
        name: order.name, party: order.party, number: order.number, request: request,
        isDerived: isDerived,
        isOnTime: isOnTime))
  }

  /// Notes which of the effects that the last event orders has this line's number.
  private mutating func note(_ line: TraceLine) {
    let name = reader.name(of: line)
    let number = numbers[name] ?? 0
    numbers[name] = number + 1
    let same = engine.effects.ordered.filter { $0.name.description == name }
    guard number < same.count, let last = events.last else { return }
    ordered[line.seq] = OrderedEffect(
      event: last.index, party: last.party, name: same[number].name, number: number,
      outcome: S.outcome(of: same[number], by: last.party, in: engine.state))
  }
}
