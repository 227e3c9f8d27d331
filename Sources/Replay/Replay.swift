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

/// What one walk over a trace finds: every drift, counted, and the first one explained.
struct TraceComparison<S: System> {
  var outcome: ReplayOutcome<S.Machine>
  var walk: TraceWalk<S>

  let firstCompared: Int64
  let acceptance: @Sendable (DriftSignature) -> Int?
  let file: String
  /// What can be known where the log begins mid-life; `nil` where all is known.
  var unknown: UnknownHistory<S>?
  var second: Engine<S>?
  var tally = DriftTally()
  private var firstDrift: FirstDrift<S.Machine>?
  // Looked at for every line, as the large values beside them need not be.
  let foldsTwice: Bool
  private var hasExplained = false
  var stateDrift: Drift?

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    firstCompared = options.compareFrom ?? .min
    acceptance = options.acceptance
    file = input.file
    walk = try TraceWalk(
      input, lenient: options.lenient, override: options.override, stopAfter: options.stopAfter)
    let header = walk.reader.header
    unknown = header.hasUnknownHistory ? try UnknownHistory(input, options, header) : nil
    outcome = ReplayOutcome(header: header)
    foldsTwice = options.twice
    second = foldsTwice ? walk.fold.engine : nil
  }

  /// The event folded last.
  var lastFolded: Int64? { walk.fold.batch.record?.seq }

  mutating func run() throws(Diagnostic) {
    while let line = try next() { try take(line) }
    finish()
  }

  /// The next line that is wanted, with the effects of the last event judged when all of them have
  /// been seen.
  mutating func next() throws(Diagnostic) -> TraceLine? {
    let line = try walk.next()
    if unknown != nil, line.map({ $0.kind == .event || $0.kind == .snapshot }) ?? true {
      judgeUnknown(cutShort: line == nil && walk.endsEarly)
    } else if let comparison = walk.comparison {
      judge(comparison)
    }
    return line
  }

  /// Folds or compares the line read last.
  mutating func take(_ line: TraceLine) throws(Diagnostic) {
    let step = try walk.take(line)
    switch line.kind {
    case .event: happened(step)
    case .effect: if step == .compared { outcome.effects += 1 }
    case .snapshot where step == .restarted:
      outcome.snapshots += 1
      second = foldsTwice ? walk.fold.engine : nil
      countUnknown()
      unknown = nil
    case .snapshot: try compareSnapshot(line)
    case .state where unknown != nil: outcome.notCompared += 1
    case .state: try compareState(line)
    case .note: outcome.notes += 1
    }
    if hasExplained, firstDrift?.isInvalidated(line) == true,
      let record = try walk.record(line)
    {
      firstDrift?.invalidate(ErasedRecord(record, line: line.number))
    }
  }

  private mutating func happened(_ step: TraceWalk<S>.Step) {
    if step == .unknown { return }
    outcome.events += 1
    if step == .orphaned { return outcome.orphans += 1 }
    if !foldsTwice, unknown == nil { return }
    guard let event = walk.fold.batch.record else { return }
    if foldsTwice { foldAgain(event) }
    unknown?.happen(event)
  }

  private mutating func foldAgain(_ record: RecordedEvent<S.Machine.Event>) {
    second?.fold(record)
    guard let second, outcome.instability == nil,
      second.state != walk.fold.engine.state
        || second.effects.ordered != walk.fold.engine.effects.ordered
    else { return }
    let event = ErasedRecord(record)
    outcome.instability = Drift(.unstable, at: event, in: file, after: event)
  }

  private mutating func judge(_ comparison: BatchComparison<S.Machine>) {
    let batch = walk.fold.batch
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
    if let found { walk.map(found.recorded, to: found.ordered) }
  }

  /// Judges the effects of the last event as far as anything is known.
  private mutating func judgeUnknown(cutShort: Bool) {
    let batch = walk.fold.batch
    guard let event = batch.record,
      let found = unknown?.differences(after: event, batch.differing, cutShort: cutShort)
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
    outcome.end = walk.isStopped ? .sealed : walk.reader.end
    outcome.damage = walk.reader.damage
    outcome.damageCount = walk.reader.damageCount
    outcome.warnings = walk.reader.warnings
    outcome.warningCount = walk.reader.warningCount
    outcome.last = walk.fold.batch.event
    let now = outcome.last?.at ?? outcome.header.started
    outcome.views = walk.fold.engine.parties.map {
      .init(party: $0.name, view: walk.fold.engine.view(of: $0.name, at: now))
    }
  }
}
