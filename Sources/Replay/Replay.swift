import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Folds the events of a trace and compares every recorded effect and state hash.
///
/// The trace is read once, and a second time up to the first drift for what led to it; memory does
/// not grow with its length.
public func replay<S: System>(
  _ input: ReplayInput, as system: S.Type, _ options: ReplayOptions<S> = ReplayOptions()
) throws(Diagnostic) -> ReplayOutcome<S.Machine> {
  var comparison = try TraceComparison<S>(input, options)
  try comparison.run()
  var outcome = comparison.outcome
  if let drift = outcome.drift {
    var context = try DriftContext<S>(input, options)
    outcome.drift = try context.complete(drift)
  }
  return outcome
}

/// One pass over a trace that holds it against the fold of its events.
struct TraceComparison<S: System> {
  private(set) var outcome: ReplayOutcome<S.Machine>

  private let lastWanted: Int64
  private let firstCompared: Int64
  private let file: String
  private var reader: TraceReader<S.Machine>
  private var engine: Engine<S>
  private let isTwice: Bool
  private var second: Engine<S>?
  private var batch = EffectBatch<S.Machine>()
  private var firstDrift: FirstDrift<S.Machine>?
  // Looked at for every line, as the large values beside it need not be.
  private var hasDrifted = false
  private var stateDrift: Drift?
  private var skippedCause: Int64?
  private var isStopped = false

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    lastWanted = options.stopAfter ?? .max
    firstCompared = options.compareFrom ?? .min
    file = input.file
    reader = try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: options.lenient, source: input.open())
    outcome = ReplayOutcome(header: reader.header)
    engine = Engine(reader.header, override: options.override)
    isTwice = options.twice
    second = isTwice ? engine : nil
  }

  mutating func run() throws(Diagnostic) {
    while let line = try reader.next() {
      if line.seq > lastWanted {
        isStopped = true
        break
      }
      switch line.kind {
      case .event: try happen(line)
      case .effect: try compare(line)
      case .state: try compareState(line)
      case .note: outcome.notes += 1
      }
      if hasDrifted, firstDrift?.isInvalidated(line) == true, let record = try reader.record(line) {
        firstDrift?.invalidate(ErasedRecord(record, line: line.number))
      }
    }
    finish()
  }

  private mutating func happen(_ line: TraceLine) throws(Diagnostic) {
    closeBatch()
    batch.end()
    guard let record = try reader.event(line) else {
      skippedCause = line.seq
      return
    }
    outcome.events += 1
    engine.fold(record)
    if isTwice { foldAgain(record) }
    batch.start(consume record, line: line.number, ordered: engine.effects.ordered)
  }

  private mutating func compare(_ line: TraceLine) throws(Diagnostic) {
    if let skippedCause, line.cause ?? skippedCause == skippedCause { return }
    outcome.effects += 1
    if try batch.agrees(with: line, &reader) { return }
    guard let effect = try reader.effect(line) else { return }
    batch.differ(effect, line: line.number)
  }

  private mutating func compareState(_ line: TraceLine) throws(Diagnostic) {
    outcome.states += 1
    let recorded = try reader.stateHash(line)
    let computed = engine.hash(of: line.party, at: line.at)
    guard recorded != computed, stateDrift == nil, line.seq >= firstCompared else { return }
    let state = ErasedRecord(
      LogRecord<S.Machine.Event, S.Machine.Effect>.state(
        seq: line.seq, at: line.at, party: line.party, hash: recorded),
      line: line.number)
    var drift = Drift(
      .state(recorded: recorded, computed: computed), at: state, in: file,
      after: batch.event ?? state)
    drift.invalidated = state
    stateDrift = drift
  }

  private mutating func foldAgain(_ record: RecordedEvent<S.Machine.Event>) {
    second?.fold(record)
    guard let second, stateDrift == nil,
      second.state != engine.state || second.effects.ordered != engine.effects.ordered
    else { return }
    let event = ErasedRecord(record)
    stateDrift = Drift(.unstable, at: event, in: file, after: event)
  }

  /// Judges the effects of the last event, when all of them have been seen.
  private mutating func closeBatch(atEnd: Bool = false) {
    if batch.isComplete { return }
    if hasDrifted {
      firstDrift?.search(batch)
      return
    }
    guard let drift = batch.drift(in: file, cutShort: atEnd), drift.seq >= firstCompared else {
      return
    }
    firstDrift = FirstDrift(drift, of: batch)
    hasDrifted = true
  }

  private mutating func finish() {
    let isCut = if case .cut = reader.end { true } else { false }
    closeBatch(atEnd: isCut || lastWanted != .max)
    outcome.isInputsOnly = outcome.effects == 0
    let effectDrift = outcome.isInputsOnly ? nil : firstDrift?.drift
    outcome.drift = [effectDrift, stateDrift].compactMap { $0 }.min { $0.seq < $1.seq }
    // What was not read says nothing about how the trace ends.
    outcome.end = isStopped ? .sealed : reader.end
    outcome.damage = reader.damage
    outcome.damageCount = reader.damageCount
    outcome.warnings = reader.warnings
    outcome.warningCount = reader.warningCount
    outcome.last = batch.event
    let now = outcome.last?.at ?? outcome.header.started
    outcome.views = engine.parties.map {
      .init(party: $0.name, view: engine.view(of: $0.name, at: now))
    }
  }
}
