import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A walk over a trace of any system: the line read last, and the machine after the lines taken.
///
/// Reading and taking are a call each; what is said about a record or the machine's state is made
/// only when it is asked for. Copies are the same walk.
public struct AnyTraceWalk {
  /// The first line of the trace.
  public let header: ErasedHeader
  /// The first line as it stands, as a tree, which may leave out what `header` has.
  package let writtenHeader: () -> Value
  /// Reads the next line; `nil` at the end.
  public private(set) var next: () throws(Diagnostic) -> TraceLine?
  /// Folds the event read last, or holds the effect read last against those ordered.
  public private(set) var take: () throws(Diagnostic) -> WalkStep

  // MARK: The line read last

  /// The party whose record it is.
  public let party: () -> String
  /// The name of its event or effect; the kind for other records.
  public let name: () -> String
  /// The record that led to it; of an effect that names none, the event before it.
  public let cause: () -> Int64?
  /// The record; `nil` where a lenient reader passes over it.
  public let record: () throws(Diagnostic) -> ErasedRecord?
  /// The record with its part in an exchange; `nil` where a lenient reader passes over it.
  public let exchange: () throws(Diagnostic) -> TimelineRecord?
  /// Refuses what is no record of the machine, such as a snapshot of another one.
  let check: () throws(Diagnostic) -> Void
  /// The place where it begins, in bytes from the start of the trace.
  public let offset: () -> Int
  /// The difference of the state that it records from the machine's, of a `state` or a `snapshot`.
  package let stateDifference:
    () throws(Diagnostic) -> (kind: Drift.Kind, fields: [FieldDifference])?

  // MARK: The last event

  package let findings: WalkFindings
  /// The event taken last.
  public let event: () -> ErasedRecord?
  /// The differences between its recorded and its ordered effects, once all of them have been seen.
  let differences: () -> [EffectDifference]
  /// Whether a second fold of the same events has come to another state or other effects.
  let isUnstable: () -> Bool
  /// The effects that it orders as lines of a trace, with the hash of its party's state if wanted.
  let outcome: (_ withState: Bool) -> [UInt8]

  // MARK: The machine

  /// The state of a party at an instant, as specs see it.
  public let view: (_ party: String, _ now: Instant) -> Value
  /// One field of that state; `nil` where it is absent.
  package let field: (_ path: String, _ party: String, _ now: Instant) -> Value?
  /// The fields that the view of a party can show, at an instant.
  public let fields: (_ party: String, _ now: Instant) -> [ViewField]
  /// The gates that hold an effect of a party back at an instant; `nil` for one without gates.
  public let gates: (_ effect: String, _ party: String, _ now: Instant) -> [HeldGate]?
  /// The effects of a party that have gates, each with those that hold it back at an instant; none
  /// for a backend.
  public let held: (_ party: String, _ now: Instant) -> [HeldEffect]
  /// The fields of an effect that have a name of a closed set, such as a timer or a reason.
  package let choiceFields: (_ effect: String) -> [String]
  /// The parties to which something happened, in that order.
  public let parties: () -> [String]
  /// The timers that are set in a party's process, in the order of setting.
  package let timers: (_ party: String) -> [SetTimer]
  /// The first effect of this name that the last event ordered.
  public let ordered: (_ name: String) -> ErasedRecord?

  /// The last effect of the event taken last that leads to the event that was sought last.
  package let leading: () -> ErasedRecord?

  // MARK: What the machine remembers

  /// All of it, as a tree; `nil` where the machine does not describe its state.
  package let hidden: () -> Value?
  package let hiddenSchema: () -> Schema
  /// Goes on with another state, and returns whether the machine can have it.
  package let assume: (_ hidden: Value) -> Bool
  /// Ends the process that the launch read last finds alive, as the launch would do at first;
  /// returns whether there is one.
  package let endProcess: () throws(Diagnostic) -> Bool
  /// The fields that assumptions have changed, and an assumption whose record was not met.
  private(set) var assumed: () -> (fields: [AssumedField], missing: Assumption?)

  // MARK: Other places

  /// Keeps the event read last for `leading`, in this walk and all that begin at its marks; gives
  /// the role of the event, `nil` where it is none.
  package let seek: () throws(Diagnostic) -> EventRole?
  /// Remembers the place before the line read last, with the machine as it is.
  package let mark: () -> Mark
  /// The way in which reading ended, as far as it went.
  public let ending: () -> TraceEnding

  /// Adds the record read last to recent ones; returns whether there is one.
  let keep: (inout RecentRecords) throws(Diagnostic) -> Bool
  /// Finds the timer or answer that a party should have had before an instant, and when.
  let overdue: (_ party: String, _ now: Instant) -> (at: Instant, sign: MissingInput.Sign)?
  /// The same for the party of the event read last before its instant; that event does not count.
  let overdueBefore: () throws(Diagnostic) -> (at: Instant, sign: MissingInput.Sign)?
  /// Finds the parts of the state without influence on the event read last.
  let unread: () throws(Diagnostic) -> [String]

  /// Opens another walk at a remembered place: the line there is its next one.
  package typealias Mark = () throws(Diagnostic) -> AnyTraceWalk

  /// Opens a trace; where it is judged and begins mid-life, its effects are compared as far as
  /// anything is known.
  ///
  /// What runs for each record is specialised where the type is known.
  package init<S: System>(
    _ input: ReplayInput, as system: S.Type, _ options: ReplayOptions = ReplayOptions(),
    judges: Bool = false
  ) throws(Diagnostic) {
    let walk = try TraceWalk<S>(
      input, lenient: options.lenient, override: Engine<S>.override(options.override),
      stopAfter: options.stopAfter)
    let open = OpenWalk(walk, input)
    if options.twice { open.foldTwice() }
    if judges { try open.judgeUnknownHistory(options) }
    self.init(open)
    assume(options.assumptions, in: input.file)
  }

  /// Changes the state on the way as it is assumed.
  mutating func assume(_ assumptions: [Assumption], in file: String) {
    if assumptions.isEmpty { return }
    let state = AssumedState(assumptions, on: self, file: file)
    next = { () throws(Diagnostic) in try state.next() }
    take = { () throws(Diagnostic) in try state.take() }
    assumed = { (state.fields, state.missing) }
  }

  init<S: System>(_ open: OpenWalk<S>) {
    findings = open.findings
    header = ErasedHeader(open.walk.reader.header)
    writtenHeader = { Value(json: open.walk.reader.headerLine) }
    next = { () throws(Diagnostic) in try open.next() }
    take = { () throws(Diagnostic) in try open.take() }

    party = { open.walk.reader.party }
    name = { open.line.map { open.walk.reader.name(of: $0) } ?? "" }
    cause = { open.cause }
    record = { () throws(Diagnostic) in
      guard let (record, line) = try open.record() else { return nil }
      var erased = ErasedRecord(record, line: line)
      erased.cause = open.cause
      return erased
    }
    exchange = { () throws(Diagnostic) in
      guard let (record, line) = try open.record() else { return nil }
      return TimelineRecord(ErasedRecord(record, line: line), part: open.part(of: record))
    }
    check = { () throws(Diagnostic) in
      if let line = open.line { _ = try open.walk.reader.checkedRecord(line, of: S.self) }
    }
    offset = { open.walk.reader.offset }
    stateDifference = { () throws(Diagnostic) in try open.stateDifference() }

    event = { open.walk.fold.batch.event }
    differences = { open.walk.differences }
    isUnstable = { open.isUnstable }
    outcome = { open.outcome(withState: $0) }

    view = { open.walk.fold.engine.view(of: $0, at: $1) }
    field = { path, party, now in
      var maker = ValueMaker(FieldSelection(path: path[...]))
      S.view(of: party, in: open.walk.fold.engine.state, at: now, &maker)
      return Value.fields(maker.fields).at(path: path[...])
    }
    fields = { party, now in
      var maker = SchemaMaker(details: true)
      S.view(of: party, in: open.walk.fold.engine.state, at: now, &maker)
      return [ViewField](maker.fields)
    }
    gates = { effect, party, now in
      guard let name = open.effect(effect) else { return nil }
      return S.gates(of: name, by: party, in: open.walk.fold.engine.state, at: now)
    }
    lazy var gated = S.gatedEffects.map { (name: $0, text: $0.description) }
    held = { party, now in
      if S.backends.contains(party) { return [] }
      let state = open.walk.fold.engine.state
      return gated.map { (name, text) in
        HeldEffect(effect: text, gates: S.gates(of: name, by: party, in: state, at: now) ?? [])
      }
    }
    choiceFields = { effect in
      guard let name = open.effect(effect) else { return [] }
      return S.Machine.Effect.schema(of: name).fields.compactMap { field in
        if case .choice = field.schema { field.name } else { nil }
      }
    }
    parties = { open.walk.fold.engine.parties.map { $0.name } }
    timers = { party in
      (open.walk.fold.engine.process(of: party)?.timers ?? []).map {
        SetTimer(name: $0.name, due: $0.due)
      }
    }
    ordered = { effect in
      let name = open.effect(effect)
      let found = open.walk.fold.engine.effects.ordered.first { $0.name == name }
      return found.flatMap { open.walk.fold.batch.record(of: $0) }
    }
    leading = {
      guard let event = open.walk.fold.batch.record, let sought = open.sought.event else {
        return nil
      }
      let engine = open.walk.fold.engine
      let found = engine.effects.ordered.last { effect in
        S.outcome(of: effect, by: event.party, in: engine.state)
          .leads(to: sought, by: event.party, request: sought.event.request)
      }
      return found.flatMap { open.walk.fold.batch.record(of: $0) }
    }

    hidden = { open.walk.fold.engine.hiddenState }
    hiddenSchema = { Engine<S>.hiddenSchema }
    assume = { open.walk.fold.engine.assume($0) }
    endProcess = { () throws(Diagnostic) in
      guard let line = open.line else { return false }
      return try open.walk.endProcess(line)
    }
    assumed = { ([], nil) }

    seek = { () throws(Diagnostic) in
      guard let event = try open.event() else { return nil }
      open.sought.event = event
      return event.event.name.role
    }
    mark = { open.mark() }
    keep = { (recent) throws(Diagnostic) in
      guard let (record, line) = try open.record() else { return false }
      recent.add(record, line: line)
      return true
    }
    overdue = { open.overdue(of: $0, before: $1, butNot: nil) }
    overdueBefore = { () throws(Diagnostic) in
      try open.event().flatMap { open.overdue(of: $0.party, before: $0.at, butNot: $0.event) }
    }
    unread = { () throws(Diagnostic) in try open.event().map { open.unread(by: $0) } ?? [] }
    ending = { open.walk.ending }
  }
}

extension AnyTraceWalk {
  /// Makes a record of the line read last, without its fields, which are not read.
  package func outline(_ line: TraceLine) -> ErasedRecord {
    ErasedRecord(
      seq: line.seq, at: line.at, party: party(), kind: line.kind, name: name(), cause: cause(),
      fields: .fields([]), line: line.number)
  }
}

/// A timer that a party has set and that has not fired.
package struct SetTimer: Equatable, Sendable {
  package var name: String
  package var due: Instant
}
