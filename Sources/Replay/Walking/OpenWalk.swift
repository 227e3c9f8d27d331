import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The typed side of a walk, which its closures share.
final class OpenWalk<S: System> {
  private(set) var walk: TraceWalk<S>

  private let input: ReplayInput
  private let isLenient: Bool
  private let parts = RecordParts<S>()
  private var line: TraceLine?
  /// The number of bytes of the header line.
  private var headerBytes: Int?
  /// The event before the line read last, to which an effect without a cause belongs.
  private var lastEvent: Int64 = 0
  /// An unknown event or effect, from which on the fold is not what the recorder did.
  private var unknown: Int64?
  /// The effect asked about last, whose name need not be looked up again.
  private var asked: (text: String, name: S.Machine.Effect.Name?) = ("", nil)

  init(_ input: ReplayInput, lenient: Bool) throws(Diagnostic) {
    self.input = input
    isLenient = lenient
    walk = try TraceWalk(input, lenient: lenient)
  }

  private init(
    _ walk: TraceWalk<S>, _ input: ReplayInput, lenient: Bool, header: Int, lastEvent: Int64
  ) {
    self.walk = walk
    self.input = input
    isLenient = lenient
    headerBytes = header
    self.lastEvent = lastEvent
  }

  func next() throws(Diagnostic) -> TraceLine? {
    if let line, line.kind == .event { lastEvent = line.seq }
    line = try walk.next()
    unknown = nil
    if headerBytes == nil { headerBytes = walk.reader.offset }
    return line
  }

  func take() throws(Diagnostic) -> Bool {
    guard let line else { return false }
    let step = try walk.take(line)
    if step == .unknown { unknown = line.seq }
    // A remark is not folded, and has to be one all the same.
    if step == .remark { _ = try walk.record(line) }
    return step == .folded
  }

  // MARK: - The line read last

  var name: String { line.map { walk.reader.name(of: $0) } ?? "" }

  var cause: Int64? {
    line.flatMap { $0.cause ?? ($0.kind == .effect && lastEvent > 0 ? lastEvent : nil) }
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

  var difference: Int64? { unknown ?? walk.difference }

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

  func ordered(_ text: String) -> ErasedRecord? {
    let name = effect(text)
    return walk.fold.engine.effects.ordered.first { $0.name == name }.flatMap(unrecorded)
  }

  /// An effect as a record of its event, which the trace need not have.
  private func unrecorded(_ effect: S.Machine.Effect) -> ErasedRecord? {
    guard let event = walk.fold.batch.record else { return nil }
    var record = ErasedRecord(
      RecordedEffect(
        seq: event.seq, at: event.at, party: event.party, cause: event.seq, effect: effect))
    record.requestField = S.Machine.Effect.requestField
    return record
  }

  // MARK: - Other places

  func mark() -> AnyTraceWalk.Mark {
    let (fold, input, isLenient, lastEvent) = (walk.fold, input, isLenient, lastEvent)
    let (offset, line, header) = (walk.reader.offset, line?.number ?? 2, headerBytes ?? 0)
    return { () throws(Diagnostic) in
      let walk = try TraceWalk(
        goingOn: fold, lenient: isLenient, file: input.file, firstLine: line,
        source: input.section(header: header, from: offset))
      return AnyTraceWalk(
        OpenWalk(walk, input, lenient: isLenient, header: header, lastEvent: lastEvent))
    }
  }

  func sought() throws(Diagnostic) -> SoughtEvent? {
    guard let line, case .event(let event)? = try walk.record(line) else { return nil }
    return SoughtEvent(role: S.role(of: event.event), record: event)
  }

  func leading(to sought: SoughtEvent) -> ErasedRecord? {
    guard let event = walk.fold.batch.record,
      let sought = sought.record as? RecordedEvent<S.Machine.Event>
    else { return nil }
    let request = sought.event.request
    return walk.fold.engine.effects.ordered.last { effect in
      S.outcome(of: effect, by: event.party, in: walk.fold.engine.state)
        .leads(to: sought, by: event.party, request: request)
    }.flatMap(unrecorded)
  }

  var ending: TraceEnding {
    var cut: Diagnostic?
    if case .cut(let line) = walk.reader.end { cut = .cut(file: input.file, lastLine: line) }
    return TraceEnding(
      damage: walk.reader.damage.map { $0.warning }, passedOver: walk.reader.warnings, cut: cut)
  }
}
