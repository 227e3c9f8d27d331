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
  /// The machine after the events taken so far, with the effects of the last one.
  var fold: RecordedFold<S>

  private let lastWanted: Int64
  let firstCompared: Int64
  let acceptance: @Sendable (DriftSignature) -> Int?
  let file: String
  /// What can be known where the log begins mid-life; `nil` where all is known.
  var unknown: UnknownHistory<S>?
  var reader: TraceReader<S.Machine>
  var second: Engine<S>?
  var tally = DriftTally()
  private var firstDrift: FirstDrift<S.Machine>?
  // Looked at for every line, as the large values beside them need not be.
  let foldsTwice: Bool
  private var hasExplained = false
  var stateDrift: Drift?
  /// An unknown event, which a lenient reader leaves out with what it ordered.
  private var skipped: Int64?
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
    fold = RecordedFold(Engine(reader.header, override: options.override))
    fold.isPaired = unknown == nil
    foldsTwice = options.twice
    second = foldsTwice ? fold.engine : nil
  }

  /// The event folded last.
  var lastFolded: Int64? { fold.batch.record?.seq }

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
    skipped = nil
    guard let record = try reader.event(line) else {
      skipped = line.seq
      return fold.end()
    }
    outcome.events += 1
    let again = foldsTwice || unknown != nil ? record : nil
    guard fold.happen(record, line: line.number) else {
      outcome.orphans += 1
      return
    }
    guard let again else { return }
    if foldsTwice { foldAgain(fold.batch.record ?? again) }
    unknown?.happen(again)
  }

  private mutating func compare(_ line: TraceLine) throws(Diagnostic) {
    if let skipped, line.cause ?? skipped == skipped { return }
    if fold.isOrphan(line) { return }
    outcome.effects += 1
    _ = try fold.take(line, &reader)
  }

  private mutating func foldAgain(_ record: RecordedEvent<S.Machine.Event>) {
    second?.fold(record)
    guard let second, outcome.instability == nil,
      second.state != fold.engine.state
        || second.effects.ordered != fold.engine.effects.ordered
    else { return }
    let event = ErasedRecord(record)
    outcome.instability = Drift(.unstable, at: event, in: file, after: event)
  }

  /// Judges the effects of the last event, when all of them have been seen.
  mutating func closeBatch(atEnd: Bool = false) {
    if unknown != nil { return closeUnknown(atEnd: atEnd) }
    guard let comparison = fold.close(cutShort: atEnd) else { return }
    let batch = fold.batch
    let found = hasExplained ? firstDrift?.search(comparison, after: batch.event) : nil
    for difference in comparison.differences {
      let (seq, line) = difference.place(in: batch)
      guard seq >= firstCompared else { continue }
      let accepted = tally.add(
        difference.signature(after: batch.record), seq: seq, line: line, acceptance: acceptance)
      if case .missing = difference { drifted(after: seq) } else { drifted(after: seq &- 1) }
      if accepted == nil, !hasExplained {
        firstDrift = FirstDrift(difference.drift(in: file, batch), difference)
        hasExplained = true
      }
    }
    if let found { fold.map(found.recorded, to: found.ordered) }
  }

  /// Judges the effects of the last event as far as anything is known.
  private mutating func closeUnknown(atEnd: Bool) {
    let batch = fold.batch
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
    outcome.exactUpTo = min(outcome.exactUpTo ?? .max, seq)
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
    outcome.last = fold.batch.event
    let now = outcome.last?.at ?? outcome.header.started
    outcome.views = fold.engine.parties.map {
      .init(party: $0.name, view: fold.engine.view(of: $0.name, at: now))
    }
  }
}
