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
) throws(Diagnostic) -> ReplayOutcome {
  var comparison = TraceComparison(
    try AnyTraceWalk(input, as: system, options), file: input.file,
    compareFrom: options.compareFrom, twice: options.twice, acceptance: options.acceptance)
  try comparison.run()
  var outcome = comparison.outcome
  if let drift = outcome.drift {
    var context = try DriftContext<S>(input, options)
    outcome.drift = try context.complete(drift)
  }
  return outcome
}

/// What one walk over a trace finds: every drift, counted, and the first one explained.
struct TraceComparison {
  private(set) var outcome: ReplayOutcome

  private let walk: AnyTraceWalk
  private let file: String
  private let firstCompared: Int64
  private let foldsTwice: Bool
  private let acceptance: Acceptance
  private var tally = DriftTally()

  typealias Acceptance = (DriftSignature, _ fields: [String]) -> Int?
  private var firstDrift: FirstDrift?
  private var stateDrift: Drift?

  init(
    _ walk: AnyTraceWalk, file: String, compareFrom first: Int64?, twice: Bool,
    acceptance: @escaping Acceptance
  ) {
    self.walk = walk
    self.file = file
    firstCompared = first ?? .min
    foldsTwice = twice
    self.acceptance = acceptance
    outcome = ReplayOutcome(header: walk.header)
  }

  mutating func run() throws(Diagnostic) {
    while let line = try walk.next() {
      if walk.findings.difference != nil || walk.findings.isUnknown { judge(walk.findings) }
      try take(line)
    }
    judge(walk.findings)
    if let seq = walk.assumed().missing {
      throw Diagnostic(
        .assumptionRefused, "no record \(seq) was reached",
        at: Place(file: file, line: 1, column: 1))
    }
    finish()
  }

  /// Folds or compares the line read last.
  private mutating func take(_ line: TraceLine) throws(Diagnostic) {
    let isUnknown = walk.findings.isUnknown
    let step = try walk.take()
    switch line.kind {
    case .event: happened(step)
    case .effect: if step == .compared { outcome.effects += 1 }
    case .snapshot:
      outcome.snapshots += 1
      if step == .restarted { countUnknown(isUnknown) } else { try compareSnapshot(line) }
    case .state:
      if isUnknown { outcome.notCompared += 1 } else { try compareState(line) }
    case .note: outcome.notes += 1
    }
    if firstDrift?.isInvalidated(line) == true, let record = try walk.record() {
      firstDrift?.invalidate(record)
    }
  }

  private mutating func happened(_ step: WalkStep) {
    if step == .unknown { return }
    outcome.events += 1
    if step == .orphaned { return outcome.orphans += 1 }
    if foldsTwice, outcome.instability == nil, walk.isUnstable(), let event = walk.event() {
      outcome.instability = Drift(.unstable, at: event, in: file, after: event)
    }
  }

  // MARK: - Effects

  private mutating func judge(_ findings: WalkFindings) {
    if let comparison = findings.comparison { judge(comparison) }
    if findings.known.isEmpty { return }
    guard let event = walk.event() else { return }
    for difference in findings.known {
      let drift = difference.drift(in: file, after: event)
      add(
        difference.signature(after: event.name, in: walk), drift.differences.fields,
        seq: drift.seq, line: drift.place.line, isMissing: drift.kind == .missing
      ) { FirstDrift(drift) }
    }
  }

  private mutating func judge(_ comparison: BatchComparison) {
    let found = firstDrift?.search(comparison, in: walk)
    for difference in comparison.differences {
      let (seq, line) = difference.place(in: walk)
      let (file, walk) = (file, walk)
      add(
        difference.signature(in: walk), difference.fields(in: walk), seq: seq, line: line,
        isMissing: difference.kind == .missing
      ) {
        difference.drift(in: file, walk).map { FirstDrift($0, difference, in: walk) }
      }
    }
    if let found { walk.reattach(found.recorded, found.ordered) }
  }

  /// Counts a drift; the first that is not accepted is the one that is explained.
  private mutating func add(
    _ signature: DriftSignature, _ fields: [String], seq: Int64, line: Int, isMissing: Bool,
    first: () -> FirstDrift?
  ) {
    guard seq >= firstCompared else { return }
    let accepted = acceptance(signature, fields)
    tally.add(signature, in: fields, seq: seq, line: line, acceptance: accepted)
    drifted(after: isMissing ? seq : seq &- 1)
    if accepted == nil, firstDrift == nil { firstDrift = first() }
  }

  private mutating func drifted(after seq: Int64) {
    outcome.exactUpTo = min(outcome.exactUpTo ?? .max, seq)
  }

  /// Takes over what was compared while not all was known.
  private mutating func countUnknown(_ wasUnknown: Bool) {
    guard wasUnknown else { return }
    outcome.effects = walk.findings.compared
    outcome.notCompared += walk.findings.notCompared
  }

  // MARK: - States

  private mutating func compareState(_ line: TraceLine) throws(Diagnostic) {
    outcome.states += 1
    guard let (recorded, computed) = try walk.stateHashes(), recorded != computed,
      line.seq >= firstCompared
    else { return }
    try add(.state(recorded: recorded, computed: computed), "state", .state, [], at: line)
  }

  private mutating func compareSnapshot(_ line: TraceLine) throws(Diagnostic) {
    guard let (recorded, computed) = try walk.snapshots(), line.seq >= firstCompared else { return }
    let found = differences(recorded: recorded, computed: computed)
    try add(.snapshot, "snapshot", .snapshot, found, at: line)
  }

  /// Counts a state that differs, and keeps the first one that is no accepted drift.
  private mutating func add(
    _ kind: Drift.Kind, _ effect: String, _ signatureKind: DriftSignature.Kind,
    _ found: [FieldDifference], at line: TraceLine
  ) throws(Diagnostic) {
    let signature = DriftSignature(
      event: walk.eventName() ?? "start", effect: effect, kind: signatureKind)
    let fields = found.fields
    let accepted = acceptance(signature, fields)
    tally.add(signature, in: fields, seq: line.seq, line: line.number, acceptance: accepted)
    drifted(after: line.seq &- 1)
    guard stateDrift == nil, accepted == nil, let record = try walk.record() else { return }
    var drift = Drift(kind, at: record, in: file, after: walk.event() ?? record)
    drift.differences = found
    drift.invalidated = record
    stateDrift = drift
  }

  // MARK: - The end

  private mutating func finish() {
    outcome.isInputsOnly = outcome.effects == 0
    countUnknown(walk.findings.isUnknown)
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
    outcome.assumed = walk.assumed().fields
    let ending = walk.ending()
    outcome.end = ending.end
    outcome.damage = ending.damage
    outcome.damageCount = ending.damageCount
    outcome.warnings = ending.passedOver
    outcome.warningCount = ending.passedOverCount
    outcome.last = walk.event()
    let now = outcome.last?.at ?? outcome.header.started
    outcome.views = walk.parties().map { .init(party: $0, view: walk.view($0, now)) }
  }
}
