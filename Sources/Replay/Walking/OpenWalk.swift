import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The typed side of a walk, which its closures share.
///
/// Its closures are called one after the other, so accesses never overlap. Checking that would cost
/// as much as reading the line.
final class OpenWalk<S: System> {
  @exclusivity(unchecked) var walk: TraceWalk<S>
  @exclusivity(unchecked) private(set) var line: TraceLine?
  let findings = WalkFindings()
  /// The event that this walk looks for, and all that begin at its marks.
  let sought: SoughtEvent<S.Machine>

  private let input: ReplayInput
  /// The judge of a log that begins mid-life; `nil` where all is known or nothing is judged.
  @exclusivity(unchecked) private var unknown: UnknownHistory<S>?
  /// A second fold of the same events.
  @exclusivity(unchecked) private var second: Engine<S>?
  // Looked at for every event, as the large values beside it need not be.
  @exclusivity(unchecked) private var foldsAgain = false
  /// The events by which a device learns of an answer.
  private let answers =
    [S.answered(1, with: .sample), S.failed(1, .offline)].compactMap { $0?.name }
  private lazy var writer = TraceWriter<S.Machine>(walk.reader.header, namesParties: true)
  /// The effect asked about last, whose name need not be looked up again.
  private var asked: (text: String, name: S.Machine.Effect.Name?) = ("", nil)

  init(
    _ walk: TraceWalk<S>, _ input: ReplayInput, sought: SoughtEvent<S.Machine> = SoughtEvent()
  ) {
    self.walk = walk
    self.input = input
    self.sought = sought
  }

  func next() throws(Diagnostic) -> TraceLine? {
    line = try walk.next()
    if walk.hasDifferences || findings.difference != nil { findings.difference = walk.difference }
    if findings.isUnknown { judgeUnknown() }
    return line
  }

  func take() throws(Diagnostic) -> WalkStep {
    guard let line else { return .remark }
    let step = try walk.take(line)
    switch step {
    case .folded: if foldsAgain { foldAgain() }
    case .unknown: findings.difference = findings.difference ?? line.seq
    case .restarted:
      unknown = nil
      findings.isUnknown = false
      findings.known = []
      if second != nil { second = walk.fold.engine }
    case .remark, .compared, .orphaned: break
    }
    return step
  }

  /// The record that led to the line read last; of an effect that names none, the event before it.
  var cause: Int64? {
    let lastEvent = walk.reader.lastEvent
    return line.flatMap { $0.cause ?? ($0.kind == .effect && lastEvent > 0 ? lastEvent : nil) }
  }

  /// The record read last, with its line; `nil` where a lenient reader passes over it.
  func record() throws(Diagnostic) -> (
    record: LogRecord<S.Machine.Event, S.Machine.Effect>, line: Int
  )? {
    guard let line, let record = try walk.reader.record(line) else { return nil }
    return (record, line.number)
  }

  /// The event read last; `nil` where that is another record.
  func event() throws(Diagnostic) -> RecordedEvent<S.Machine.Event>? {
    if case .event(let event)? = try record()?.record { event } else { nil }
  }

  func stateDifference() throws(Diagnostic) -> (kind: Drift.Kind, fields: [FieldDifference])? {
    guard let line else { return nil }
    return try walk.stateDifference(at: line)
  }

  func outcome(withState: Bool) -> [UInt8] {
    let engine = walk.fold.engine
    guard let event = walk.fold.batch.record else { return [] }
    let (seq, at, party) = (event.seq, event.at, event.party)
    for effect in engine.effects.ordered {
      writer.append(
        .effect(RecordedEffect(seq: seq, at: at, party: party, cause: seq, effect: effect)))
    }
    if withState {
      writer.append(.state(seq: seq, at: at, party: party, hash: engine.hash(of: party, at: at)))
    }
    return writer.take()
  }

  // MARK: - A second fold

  func foldTwice() {
    second = walk.fold.engine
    foldsAgain = true
  }

  private func foldAgain() {
    guard let event = walk.fold.batch.record else { return }
    second?.fold(event)
    unknown?.happen(event)
  }

  var isUnstable: Bool {
    guard let second else { return false }
    return second.state != walk.fold.engine.state
      || second.effects.ordered != walk.fold.engine.effects.ordered
  }

  // MARK: - A life before the log

  func judgeUnknownHistory(_ options: ReplayOptions) throws(Diagnostic) {
    guard walk.reader.header.hasUnknownHistory else { return }
    unknown = try UnknownHistory(input, options, walk.reader.header)
    findings.isUnknown = true
    foldsAgain = true
  }

  /// Judges the effects of the last event as far as anything is known.
  private func judgeUnknown() {
    findings.known = []
    switch line?.kind {
    case .event, .snapshot, nil: break
    case .effect, .state, .note: return
    }
    guard walk.fold.batch.record != nil,
      let found = unknown?.differences(
        in: walk.fold.batch, cutShort: line == nil && walk.endsEarly)
    else { return }
    findings.known = found
    findings.compared = unknown?.compared ?? 0
    findings.notCompared = unknown?.notCompared ?? 0
  }

  // MARK: - Drifts

  /// The parts of the state without influence on `event`: with the parts of a party to which
  /// nothing else has happened, it orders the same.
  func unread(by event: RecordedEvent<S.Machine.Event>) -> [String] {
    let engine = walk.fold.engine
    var fresh = Engine<S>(walk.reader.header)
    fresh.fold(event)
    guard let hidden = engine.hiddenState, let first = fresh.hiddenState else { return [] }
    func ordered(from state: Value) -> [S.Machine.Effect]? {
      var engine = engine
      guard engine.assume(state) else { return nil }
      engine.fold(event)
      return engine.effects.ordered
    }
    let way = hidden.way(to: event.party)
    let initial = first.at(first.way(to: event.party))
    guard let effects = ordered(from: hidden), case .fields(let fields)? = hidden.at(way) else {
      return []
    }
    return fields.map { $0.name }.filter { name in
      let changed = hidden.setting(way + [.member(name)], to: initial?[name])
      guard let others = changed.flatMap({ ordered(from: $0) }) else { return false }
      return EffectPairs(recorded: effects, ordered: others).areSame(for: others.count)
    }
  }

  /// Finds the timer or answer that a party should have had before `now`, with its last instant.
  func overdue(
    of party: String, before now: Instant, butNot event: S.Machine.Event?
  ) -> (at: Instant, sign: MissingInput.Sign)? {
    guard let process = walk.fold.engine.process(of: party) else { return nil }
    if let timer = process.timers.first(where: { $0.due < now && $0.event != event }) {
      return (timer.due, .timer(timer.name, due: timer.due))
    }
    guard let request = process.requests.first(where: { $0.number != nil && $0.limit < now })
    else { return nil }
    let made = request.effect
    return (
      request.limit,
      .answer(to: made.effect.name.description, seq: made.seq, until: request.limit)
    )
  }

  // MARK: - Names

  func effect(_ text: String) -> S.Machine.Effect.Name? {
    if asked.text != text { asked = (text, .named(text)) }
    return asked.name
  }

  // MARK: - Exchanges

  /// The part of a record in an exchange, by what the system says about events and effects.
  func part(of record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> RecordPart {
    switch record {
    case .event(let record):
      guard answers.contains(record.event.name), let number = record.event.request else {
        return .other
      }
      return .answer(RequestID(party: record.party, number: number))
    case .effect(let record): return part(of: record.effect, by: record.party)
    case .state, .note, .snapshot: return .other
    }
  }

  /// An effect is seen without the state that ordered it, which decides only how long its request
  /// waits.
  private func part(of effect: S.Machine.Effect, by party: String) -> RecordPart {
    switch effect.name.role {
    case .timer: return .timer
    case .toApp: return .other
    case .internal: return .internal
    case .request:
      switch S.outcome(of: effect, by: party, in: S.Machine.initial) {
      case .request(let request):
        return request.id.map { .request(RequestID(party: party, number: $0)) } ?? .other
      case .message: return .message
      case .internal, .external, .wake, .cancel: return .other
      }
    }
  }

  // MARK: - Other places

  func mark() -> AnyTraceWalk.Mark {
    let (walk, input, sought) = (walk, input, sought)
    return { () throws(Diagnostic) in
      let other = try TraceWalk(from: walk) { (offset) throws(Diagnostic) in
        try input.open(at: offset)
      }
      return AnyTraceWalk(OpenWalk(other, input, sought: sought))
    }
  }
}

/// The event that walks over one trace look for.
final class SoughtEvent<Machine: Reducer> {
  var event: RecordedEvent<Machine.Event>?
}

/// The findings about the effects of the last event, once all of them have been seen.
package final class WalkFindings {
  /// The first record that differs, or whose name a lenient reader does not know; of a missing
  /// effect, the event that orders it.
  @exclusivity(unchecked) package internal(set) var difference: Int64?
  /// Whether what was before the log is not known.
  @exclusivity(unchecked) package internal(set) var isUnknown = false
  /// The differences that no life before the log explains.
  @exclusivity(unchecked) var known: [EffectDifference] = []
  /// The number of effects that could be compared without knowing what was before.
  var compared: Int64 = 0
  /// The number of effects that could not.
  var notCompared: Int64 = 0
}
