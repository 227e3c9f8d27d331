import Diagnostics
import Traces

/// The findings of one walk over a trace: every drift, counted, and the first one explained.
struct ReplayComparison {
  private(set) var outcome: ReplayOutcome

  private let walk: AnyTraceWalk
  private let file: String
  private let options: ReplayOptions
  private var tally = DriftTally()

  private var firstDrift: FirstDrift?
  private var stateDrift: Drift?

  init(_ walk: AnyTraceWalk, file: String, _ options: ReplayOptions) {
    self.walk = walk
    self.file = file
    self.options = options
    outcome = ReplayOutcome(header: walk.header)
  }

  mutating func run() throws(Diagnostic) {
    while let line = try walk.next() {
      if walk.findings.difference != nil || walk.findings.isUnknown { judge() }
      try take(line)
    }
    judge()
    if let missing = walk.assumed().missing {
      let seq = missing.seq
      throw Diagnostic(
        .assumptionRefused,
        missing.isOfEnd
          ? "no end of a process was reached at record \(seq)" : "no record \(seq) was reached",
        at: Place(file: file, line: 1, column: 1))
    }
    finish()
  }

  private mutating func take(_ line: TraceLine) throws(Diagnostic) {
    outcome.lastSeq = line.seq
    let isUnknown = walk.findings.isUnknown
    let step = try walk.take()
    switch line.kind {
    case .event: happened(step)
    case .effect: if step == .compared { outcome.effects += 1 }
    case .snapshot:
      outcome.snapshots += 1
      if step == .restarted { countUnknown(isUnknown) } else { try compareState() }
    case .state where isUnknown: outcome.notCompared += 1
    case .state:
      outcome.states += 1
      try compareState()
    case .note: outcome.notes += 1
    }
    if firstDrift?.isInvalidated(line) == true, let record = try walk.record() {
      firstDrift?.drift.invalidated = record
    }
  }

  private mutating func happened(_ step: WalkStep) {
    if step == .unknown { return }
    outcome.events += 1
    if step == .orphaned { return outcome.orphans += 1 }
    if options.twice, outcome.instability == nil, walk.isUnstable(), let event = walk.event() {
      outcome.instability = Drift(.unstable, at: event, in: file, after: event)
    }
  }

  // MARK: - Drifts

  private mutating func judge() {
    let found = walk.differences()
    firstDrift?.search(found)
    for difference in found { judge(difference, isKnown: true) }
    // An effect is not looked for among those that are compared only as far as they are known.
    for difference in walk.findings.known { judge(difference, isKnown: false) }
  }

  private mutating func judge(_ difference: EffectDifference, isKnown: Bool) {
    guard let drift = difference.drift(in: file), add(drift), firstDrift == nil else { return }
    firstDrift = FirstDrift(drift, isKnown ? difference : nil)
  }

  private mutating func compareState() throws(Diagnostic) {
    guard let (kind, fields) = try walk.stateDifference(), let record = try walk.record() else {
      return
    }
    var drift = Drift(kind, at: record, in: file, after: walk.event() ?? record)
    drift.differences = fields
    drift.invalidated = record
    if add(drift), stateDrift == nil { stateDrift = drift }
  }

  /// Counts a drift.
  ///
  /// - Returns: Whether it is compared and not accepted: the first of those is explained.
  private mutating func add(_ drift: Drift) -> Bool {
    guard drift.seq >= options.compareFrom ?? .min else { return false }
    let signature = walk.signature(of: drift)
    let fields = signature.kind == .reordered ? [] : drift.differences.fields
    let accepted = options.acceptance(signature, fields)
    tally.add(
      DriftGroup(
        signature: signature, fields: fields, seq: drift.seq, line: drift.place.line,
        acceptance: accepted))
    // Up to an event that lacks an effect all was exact, itself included.
    let exact = drift.kind == .missing ? drift.seq : drift.seq &- 1
    outcome.exactUpTo = min(outcome.exactUpTo ?? .max, exact)
    return accepted == nil
  }

  /// Takes over what was compared while not all was known.
  private mutating func countUnknown(_ wasUnknown: Bool) {
    guard wasUnknown else { return }
    outcome.effects = walk.findings.compared
    outcome.notCompared += walk.findings.notCompared
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
    outcome.ending = walk.ending()
    outcome.last = walk.event()
    let now = outcome.last?.at ?? outcome.header.started
    outcome.views = walk.parties().map { .init(party: $0, view: walk.view($0, now)) }
  }
}
