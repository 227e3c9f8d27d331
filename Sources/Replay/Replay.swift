import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Folds the events of a trace and compares every recorded effect and state hash.
///
/// The trace is read once, and a second time up to the first drift for what led to it; memory does
/// not grow with its length. All drifts are counted, the first is explained.
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
  var outcome: ReplayOutcome<S.Machine>
  /// The machine after the events taken so far.
  var engine: Engine<S>

  private let lastWanted: Int64
  let firstCompared: Int64
  let acceptance: @Sendable (DriftSignature) -> Int?
  let file: String
  /// What can be known where the log begins mid-life; `nil` where all is known.
  var unknown: UnknownHistory<S>?
  var reader: TraceReader<S.Machine>
  var second: Engine<S>?
  var batch = EffectBatch<S.Machine>()
  var tally = DriftTally()
  private var loop = OpenLoop()
  private var firstDrift: FirstDrift<S.Machine>?
  // Looked at for every line, as the large values beside them need not be.
  let foldsTwice: Bool
  private var hasDrifted = false
  private var hasExplained = false
  var stateDrift: Drift?
  /// An event that is left out, with what it ordered.
  private var skipped: (seq: Int64, isOrphan: Bool)?
  private var isStopped = false

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    lastWanted = options.stopAfter ?? .max
    firstCompared = options.compareFrom ?? .min
    acceptance = options.acceptance
    file = input.file
    reader = try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: options.lenient,
      isPart: input.firstRecord != nil, firstLine: input.firstLine, source: input.open())
    unknown =
      reader.header.hasUnknownHistory ? try UnknownHistory(input, options, reader.header) : nil
    outcome = ReplayOutcome(header: reader.header)
    engine = Engine(reader.header, override: options.override)
    foldsTwice = options.twice
    second = foldsTwice ? engine : nil
  }

  /// The event folded last.
  var lastFolded: Int64? { batch.record?.seq }

  mutating func run() throws(Diagnostic) {
    while let line = try next() { try take(line) }
    finish()
  }

  /// The next line that is wanted.
  mutating func next() throws(Diagnostic) -> TraceLine? {
    guard let line = try reader.next() else { return nil }
    isStopped = line.seq > lastWanted
    return isStopped ? nil : line
  }

  /// What the line read last records; `nil` where a lenient reader passes over it.
  mutating func record(
    _ line: TraceLine
  ) throws(Diagnostic) -> LogRecord<S.Machine.Event, S.Machine.Effect>? {
    try reader.record(line)
  }

  /// Folds or compares the line read last.
  mutating func take(_ line: TraceLine) throws(Diagnostic) {
    switch line.kind {
    case .event: try happen(line)
    case .snapshot: try takeSnapshot(line)
    case .effect: try compare(line)
    case .state where unknown != nil: outcome.notCompared += 1
    case .state: try compareState(line)
    case .note: outcome.notes += 1
    }
    if hasExplained, firstDrift?.isInvalidated(line) == true, let record = try reader.record(line) {
      firstDrift?.invalidate(ErasedRecord(record, line: line.number))
    }
  }

  private mutating func happen(_ line: TraceLine) throws(Diagnostic) {
    closeBatch()
    batch.end()
    guard let record = try event(line) else { return }
    engine.fold(record)
    if foldsTwice { foldAgain(record) }
    unknown?.happen(record)
    batch.start(
      consume record, line: line.number, ordered: unknown == nil ? engine.effects.ordered : [])
  }

  /// The event that is folded; `nil` for one that is unknown or that nothing led to.
  private mutating func event(
    _ line: TraceLine
  ) throws(Diagnostic) -> RecordedEvent<S.Machine.Event>? {
    skipped = nil
    guard let record = try reader.event(line) else {
      skipped = (line.seq, false)
      return nil
    }
    outcome.events += 1
    return hasDrifted ? inOpenLoop(record) : record
  }

  /// After a drift, the event as it is to the machine.
  private mutating func inOpenLoop(
    _ recorded: RecordedEvent<S.Machine.Event>
  ) -> RecordedEvent<S.Machine.Event>? {
    switch loop.answer(of: recorded) {
    case .asRecorded: return recorded
    case .to(let request):
      var record = recorded
      record.event = record.event.answering(request)
      return record
    case .orphaned:
      orphan(recorded.seq)
      outcome.orphans += 1
      skipped = (recorded.seq, true)
      return nil
    }
  }

  private mutating func compare(_ line: TraceLine) throws(Diagnostic) {
    if let skipped, line.cause ?? skipped.seq == skipped.seq {
      if skipped.isOrphan { orphan(line.seq) }
      return
    }
    outcome.effects += 1
    if try batch.agrees(with: line, &reader) { return }
    guard let effect = try reader.effect(line) else { return }
    batch.differ(effect, line: line.number)
  }

  /// What answers the record `seq` is left out too.
  private mutating func orphan(_ seq: Int64) {
    loop.add(seq, of: "", request: nil, now: .orphaned)
  }

  private mutating func foldAgain(_ record: RecordedEvent<S.Machine.Event>) {
    second?.fold(record)
    guard let second, outcome.instability == nil,
      second.state != engine.state || second.effects.ordered != engine.effects.ordered
    else { return }
    let event = ErasedRecord(record)
    outcome.instability = Drift(.unstable, at: event, in: file, after: event)
  }

  /// Judges the effects of the last event, when all of them have been seen.
  mutating func closeBatch(atEnd: Bool = false) {
    if unknown != nil { return closeUnknown(atEnd: atEnd) }
    if batch.isComplete { return }
    var differences = BatchDifferences(batch, cutShort: atEnd)
    let isFound = hasExplained ? firstDrift?.search(batch) : nil
    while let difference = differences.next() {
      let (seq, line) = difference.place(in: batch)
      guard seq >= firstCompared else { continue }
      let accepted = tally.add(
        difference.signature(after: batch.record), seq: seq, line: line, acceptance: acceptance)
      if case .missing = difference { drifted(after: seq) } else { drifted(after: seq &- 1) }
      if accepted == nil, !hasExplained {
        firstDrift = FirstDrift(difference.drift(in: file, batch), difference)
        hasExplained = true
      }
      remember(difference)
    }
    if let isFound { loop.remove(isFound) }
  }

  /// Judges the effects of the last event as far as anything is known.
  private mutating func closeUnknown(atEnd: Bool) {
    guard let event = batch.record,
      let found = unknown?.differences(after: event, batch.differing, cutShort: atEnd)
    else { return }
    for difference in found {
      let drift = difference.drift(in: file, batch)
      guard drift.seq >= firstCompared else { continue }
      let accepted = tally.add(
        difference.signature(after: event), seq: drift.seq, line: drift.place.line,
        acceptance: acceptance)
      drifted(after: drift.seq &- (drift.kind == .missing ? 0 : 1))
      if accepted == nil, !hasExplained {
        firstDrift = FirstDrift(drift)
        hasExplained = true
      }
    }
  }

  /// Takes over what was compared while not all was known.
  mutating func countUnknown() {
    guard let unknown else { return }
    outcome.effects = unknown.compared
    outcome.notCompared += unknown.notCompared
  }

  mutating func drifted(after seq: Int64) {
    hasDrifted = true
    outcome.exactUpTo = min(outcome.exactUpTo ?? .max, seq)
  }

  /// Remembers what a recorded effect is to the machine, for its answers.
  private mutating func remember(_ difference: BatchDifference<S.Machine>) {
    switch difference {
    case .missing, .misstamped, .reordered: return
    case .extra(let recorded):
      let effect = recorded.effect
      loop.add(
        effect.seq, of: effect.party, request: effect.effect.value["request"], now: .orphaned)
    case .altered(let recorded, let expected):
      let effect = recorded.effect
      let number = effect.effect.value["request"]
      guard effect.effect.name == expected.name else {
        return loop.add(effect.seq, of: effect.party, request: number, now: .orphaned)
      }
      if case .integer(let new)? = expected.value["request"], number != .integer(new) {
        loop.add(effect.seq, of: effect.party, request: number, now: .to(new))
      }
    }
  }

  private mutating func finish() {
    let isCut = if case .cut = reader.end { true } else { false }
    closeBatch(atEnd: isCut || lastWanted != .max)
    outcome.isInputsOnly = outcome.effects == 0
    countUnknown()
    if outcome.isInputsOnly {
      // There was nothing to compare effects with: only states count.
      outcome.groups = tally.groups.filter { $0.signature.kind.isOfState }
      outcome.driftCount = outcome.groups.reduce(0) { $0 + $1.count }
      outcome.exactUpTo = outcome.groups.first.map { $0.seq &- 1 }
      outcome.drift = stateDrift
    } else {
      outcome.groups = tally.groups
      outcome.driftCount = tally.count
      outcome.drift = [firstDrift?.drift, stateDrift].compactMap { $0 }.min { $0.seq < $1.seq }
    }
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
