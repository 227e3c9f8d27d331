import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The typed side of a walk, which its closures share.
///
/// Its closures are called one after the other, so accesses never overlap. Checking that would cost
/// as much as reading the line.
final class OpenWalk<S: System> {
  @exclusivity(unchecked) private(set) var walk: TraceWalk<S>
  let findings = WalkFindings()

  private let input: ReplayInput
  private let isLenient: Bool
  private let parts = RecordParts<S>()
  private let sought: SoughtEvent<S.Machine>
  @exclusivity(unchecked) private var line: TraceLine?
  /// The number of bytes of the header line.
  @exclusivity(unchecked) private var headerBytes: Int?
  /// The judge of a log that begins mid-life; `nil` where all is known or nothing is judged.
  @exclusivity(unchecked) private var unknown: UnknownHistory<S>?
  /// A second fold of the same events.
  @exclusivity(unchecked) private var second: Engine<S>?
  // Looked at for every event, as the large values beside it need not be.
  @exclusivity(unchecked) private var foldsAgain = false
  /// The effect asked about last, whose name need not be looked up again.
  private var asked: (text: String, name: S.Machine.Effect.Name?) = ("", nil)

  init(
    _ walk: TraceWalk<S>, _ input: ReplayInput, lenient: Bool, header: Int? = nil,
    sought: SoughtEvent<S.Machine> = SoughtEvent()
  ) {
    self.walk = walk
    self.input = input
    isLenient = lenient
    headerBytes = header
    self.sought = sought
  }

  func next() throws(Diagnostic) -> TraceLine? {
    line = try walk.next()
    if walk.hasDifferences {
      findings.comparison = walk.comparison
      findings.difference = walk.difference
    } else if findings.difference != nil {
      findings.comparison = nil
      findings.difference = nil
    }
    if findings.isUnknown { judgeUnknown() }
    if headerBytes == nil { headerBytes = walk.reader.offset }
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
      if second != nil { second = walk.fold.engine }
    case .remark, .compared, .orphaned: break
    }
    return step
  }

  // MARK: - The line read last

  var name: String { line.map { walk.reader.name(of: $0) } ?? "" }

  var cause: Int64? {
    let lastEvent = walk.reader.lastEvent
    return line.flatMap { $0.cause ?? ($0.kind == .effect && lastEvent > 0 ? lastEvent : nil) }
  }

  func record() throws(Diagnostic) -> ErasedRecord? {
    guard let line, let record = try walk.record(line) else { return nil }
    var erased = ErasedRecord(record, line: line.number)
    erased.cause = cause
    return erased
  }

  func exchange() throws(Diagnostic) -> (record: ErasedRecord, part: RecordPart)? {
    guard let line, let record = try walk.record(line) else { return nil }
    return (ErasedRecord(record, line: line.number), parts.part(of: record))
  }

  func stateHashes() throws(Diagnostic) -> (recorded: UInt64, computed: UInt64)? {
    guard let line, line.kind == .state else { return nil }
    let recorded = try walk.reader.stateHash(line)
    return (recorded, walk.fold.engine.hash(of: walk.reader.party, at: line.at))
  }

  func snapshots() throws(Diagnostic) -> (recorded: Value, computed: Value)? {
    guard let line, line.kind == .snapshot, let own = walk.fold.engine.snapshot,
      try !walk.reader.records(own, in: line)
    else { return nil }
    return (try walk.reader.snapshot(line, of: S.self).value, own.value)
  }

  // MARK: - The last event

  func recordedEffect(_ place: Int) -> ErasedRecord? {
    let recorded = walk.fold.batch.differing[place]
    return ErasedRecord(recorded.effect, line: recorded.line)
  }

  func orderedEffect(_ place: Int) -> ErasedRecord? {
    let batch = walk.fold.batch
    return batch.record(of: batch.ordered[place])
  }

  func reattach(_ recorded: ErasedRecord, _ ordered: ErasedRecord) {
    guard let request = ordered.request else { return }
    walk.answers(to: recorded.seq, of: recorded.party, recorded.request, reach: request)
  }

  // MARK: - Assumed states

  /// Goes on with another state of the machine.
  ///
  /// - Returns: Whether the machine can have it.
  func assume(_ hidden: Value) -> Bool { walk.assume(hidden) }

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

  func judgeUnknownHistory(_ options: ReplayOptions<S>) throws(Diagnostic) {
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
    let batch = walk.fold.batch
    guard let event = batch.record,
      let found = unknown?.differences(
        after: event, batch.differing, cutShort: line == nil && walk.endsEarly)
    else { return }
    findings.known = found
    findings.compared = unknown?.compared ?? 0
    findings.notCompared = unknown?.notCompared ?? 0
  }

  // MARK: - The machine

  private func effect(_ text: String) -> S.Machine.Effect.Name? {
    if asked.text != text {
      asked = (text, S.Machine.Effect.Name.allCases.first { $0.description == text })
    }
    return asked.name
  }

  func gates(of effect: String, by party: String, at now: Instant) -> [HeldGate]? {
    guard let name = self.effect(effect) else { return nil }
    return S.gates(of: name, by: party, in: walk.fold.engine.state, at: now)
  }

  func choiceFields(of effect: String) -> [String] {
    guard let name = self.effect(effect) else { return [] }
    return S.Machine.Effect.schema(of: name).fields.compactMap { field in
      if case .choice = field.schema { field.name } else { nil }
    }
  }

  func ordered(_ text: String) -> ErasedRecord? {
    let name = effect(text)
    let found = walk.fold.engine.effects.ordered.first { $0.name == name }
    return found.flatMap { walk.fold.batch.record(of: $0) }
  }

  // MARK: - Other places

  func mark() -> AnyTraceWalk.Mark {
    let (fold, input, isLenient, sought) = (walk.fold, input, isLenient, sought)
    let lastEvent = walk.reader.lastEvent
    let (offset, line, header) = (walk.reader.offset, line?.number ?? 2, headerBytes ?? 0)
    return { () throws(Diagnostic) in
      let walk = try TraceWalk(
        goingOn: fold, lenient: isLenient, file: input.file, firstLine: line,
        lastEvent: lastEvent, source: input.section(header: header, from: offset))
      return AnyTraceWalk(
        OpenWalk(walk, input, lenient: isLenient, header: header, sought: sought))
    }
  }

  func seek() throws(Diagnostic) -> EventRole? {
    guard let line, case .event(let event)? = try walk.record(line) else { return nil }
    sought.event = event
    return S.role(of: event.event)
  }

  func leading() -> ErasedRecord? {
    guard let event = walk.fold.batch.record, let sought = sought.event else { return nil }
    let request = sought.event.request
    let found = walk.fold.engine.effects.ordered.last { effect in
      S.outcome(of: effect, by: event.party, in: walk.fold.engine.state)
        .leads(to: sought, by: event.party, request: request)
    }
    return found.flatMap { walk.fold.batch.record(of: $0) }
  }

  var ending: TraceEnding {
    let reader = walk.reader
    // What was not read says nothing about how the trace ends.
    return TraceEnding(
      end: walk.isStopped ? .sealed : reader.end, damage: reader.damage,
      damageCount: reader.damageCount, passedOver: reader.warnings,
      passedOverCount: reader.warningCount)
  }
}

/// The event that walks over one trace look for.
final class SoughtEvent<Machine: Reducer> {
  var event: RecordedEvent<Machine.Event>?
}
