import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace with the effects, state hashes and snapshots that the machine gives now; `sink`
/// takes the bytes in pieces.
///
/// Events keep their instants and notes their places; numbers and causes are those of the new
/// trace. An event that follows from an effect which the machine does not order any more is left
/// out, and an answer takes the number that its request has now. A cut trace stays cut, with the
/// last line that was torn.
public func rerecord<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws -> Rerecording {
  var rewriter = try TraceRewriter<Rerecorder<S>>(input) { (header) throws(Diagnostic) in
    try Rerecorder(&header, file: input.file)
  }
  try rewriter.run(into: sink)
  var result = rewriter.rewriting.result
  result.warnings = rewriter.ending.warnings(input.file)
  if case .wrongHash = rewriter.ending.end {
    result.needsOnlySeal = rewriter.ending.damage.total == 1
  }
  return result
}

/// Writes each event with what the machine orders for it now.
private struct Rerecorder<S: System>: TraceRewriting {
  typealias Step = RecordedStep<S.Machine>

  private(set) var result: Rerecording
  private var step = RecordedStep<S.Machine>()
  /// The machine after the events of the new trace: what set a timer is named by its new number.
  private var engine: Engine<S>

  init(_ header: inout TraceHeader<S.Machine>, file: String) throws(Diagnostic) {
    if header.hasUnknownHistory {
      throw Diagnostic(
        .unknownHistory, "the effects of this trace cannot be recorded anew",
        at: Place(file: file, line: 1, column: 1), labels: [],
        notes: ["they follow from what was before it, which is not known"])
    }
    engine = Engine(header)
    result = Rerecording(started: header.started)
    guard !header.engine.isEmpty, header.engine != engineVersion else { return }
    result.formerEngine = header.engine
    header.engine = engineVersion
  }

  mutating func take(_ line: TraceLine, in pass: inout RewritingPass<S>) throws(Diagnostic) {
    if line.kind == .event { write(pass.walk.close(&step), in: &pass) }
    try engine.begin(at: line, &pass.walk.reader)
    try pass.walk.take(line, into: &step)
  }

  mutating func finish(_ pass: inout RewritingPass<S>) {
    let reader = pass.walk.reader
    // A trace that is cut after its last event has no more effects of it than before.
    write(pass.walk.close(&step, cutShort: reader.ending.isCut), in: &pass)
    pass.trace.end(like: reader)
  }

  /// Writes an event, what it orders, and then the states and notes behind it.
  private mutating func write(_ step: Step, in pass: inout RewritingPass<S>) {
    if let event = step.event { write(event, of: step, in: &pass) }
    let effects = step.entries.filter { if case .effect = $0.record { true } else { false } }
    for effect in effects where effect.place == nil {
      result.removed(ErasedRecord(effect.record, line: effect.line))
    }
    for place in step.ordered.indices {
      let index = effects.firstIndex { $0.place == place }
      write(place, of: step, replacing: index, of: effects, in: &pass)
    }
    for entry in step.entries { write(entry, in: &pass) }
  }

  private mutating func write(
    _ old: RecordedEvent<S.Machine.Event>, of step: Step, in pass: inout RewritingPass<S>
  ) {
    let record = ErasedRecord(old, line: step.line)
    guard let new = step.folded else { return result.removed(record) }
    if case .event(let event) = pass.trace.write(.event(new)) { engine.fold(event) }
    if new.event != old.event { result.altered(record, ErasedRecord(new)) }
  }

  private mutating func write(
    _ place: Int, of step: Step, replacing index: Int?, of effects: [Step.Entry],
    in pass: inout RewritingPass<S>
  ) {
    guard let event = step.folded else { return }
    let new = pass.trace.add(step.ordered[place], of: event)
    guard let index else { return result.added(ErasedRecord(new)) }
    let old = effects[index]
    pass.trace.replace(old.record.seq, by: new.seq)
    guard case .effect(let effect) = old.record else { return }
    // Without a recorded cause nothing says that it was another one.
    let isCausedAlike = effect.cause == 0 || effect.cause == step.event?.seq
    if !old.isMoved, isCausedAlike, effect.effect == step.ordered[place], effect.at == event.at,
      effect.party == event.party
    {
      return
    }
    result.altered(
      ErasedRecord(old.record, line: old.line), ErasedRecord(new),
      order: old.isMoved ? (index, place) : nil,
      cause: isCausedAlike ? nil : (effect.cause, event.seq))
  }

  /// Writes a record that is neither an event nor an effect, with what the machine gives now.
  private mutating func write(_ entry: Step.Entry, in pass: inout RewritingPass<S>) {
    switch entry.record {
    case .event, .effect: return
    case .state, .note, .snapshot: break
    }
    let new = engine.renewed(entry.record)
    pass.trace.write(new)
    if new != entry.record {
      result.altered(ErasedRecord(entry.record, line: entry.line), ErasedRecord(new))
    }
  }
}

/// The changes of a trace whose effects and state hashes were recorded anew.
public struct Rerecording: Equatable, Sendable {
  /// One record that changed.
  public struct Change: Equatable, Sendable {
    /// The record before; `nil` for one that was added.
    public var old: ErasedRecord?
    /// The record now; `nil` for one that was removed.
    public var new: ErasedRecord?
    /// The fields in which the two differ.
    public var differences: [FieldDifference] = []
  }

  /// The number of records of one name that changed.
  public struct Count: Equatable, Sendable {
    /// The event's or effect's name; `state` for hashes.
    public var name: String
    /// The number of records that the trace did not have.
    public var added = 0
    /// The number of records that the trace does not have any more.
    public var removed = 0
    /// The number of records with other content.
    public var altered = 0
  }

  /// The instant from which durations are counted.
  public let started: Instant
  /// The changes by the names of records, in order of appearance.
  public var counts: [Count] { tallies.values }
  /// The changes in the order of the trace.
  public private(set) var changes = FirstOf<Change>(20)
  fileprivate var tallies = KeyedList<String, Count>()
  /// The damage of the trace before.
  public internal(set) var warnings: [Diagnostic] = []

  /// Whether nothing is wrong with the numbering, and the end line has the hash of other bytes.
  public internal(set) var needsOnlySeal = false

  /// The engine that the header named before, where it names this one now.
  public internal(set) var formerEngine: String?

  /// Whether every record is what it was before.
  public var isUnchanged: Bool { counts.isEmpty }

  mutating func added(_ record: ErasedRecord) {
    count(record.name) { $0.added += 1 }
    changes.append(Change(new: record))
  }

  /// Records that a record was removed: an effect, or an event that answered one.
  mutating func removed(_ record: ErasedRecord) {
    count(record.name) { $0.removed += 1 }
    changes.append(Change(old: record))
  }

  /// Records that a record has other content now, or that an effect stands at another place among
  /// those of its event, or names another event as its `cause`; another number does not count.
  mutating func altered(
    _ old: ErasedRecord, _ new: ErasedRecord, order: (old: Int, new: Int)? = nil,
    cause: (old: Int64, new: Int64)? = nil
  ) {
    func differ(_ old: Int64, _ new: Int64, _ path: String) -> [FieldDifference] {
      differences(recorded: .integer(old), computed: .integer(new), path: path)
    }
    let moved =
      (order.map { differ(Int64($0.old) + 1, Int64($0.new) + 1, "order") } ?? [])
      + (cause.map { differ($0.old, $0.new, "cause") } ?? [])
    let found =
      moved + differences(recorded: .instant(old.at), computed: .instant(new.at), path: "at")
      + differences(recorded: .text(old.party), computed: .text(new.party), path: "party")
      + differences(recorded: old.fields, computed: new.fields)
    if found.isEmpty, order == nil { return }
    count(new.name) { $0.altered += 1 }
    changes.append(Change(old: old, new: new, differences: found))
  }

  private mutating func count(_ name: String, _ add: (inout Count) -> Void) {
    add(&tallies[name, default: Count(name: name)])
  }
}
