import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A walk over a trace of any system: the line read last, and the machine after the lines taken.
///
/// Reading and taking are a call each; whatever is told of a record or of the machine's state is
/// made only when it is asked for.
public final class AnyTraceWalk {
  /// The first line of the trace.
  public let header: ErasedHeader
  /// Reads the next line; `nil` at the end.
  public let next: () throws(Diagnostic) -> TraceLine?
  /// Folds the event read last, or holds the effect read last against those ordered; says whether
  /// an event was folded.
  public let take: () throws(Diagnostic) -> Bool

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
  public let exchange: () throws(Diagnostic) -> (record: ErasedRecord, part: RecordPart)?
  /// Where it begins, in bytes from the start of the trace.
  public let offset: () -> Int
  /// The first difference that the line has brought to light, by the record's number; of a missing
  /// effect, the number of the event that orders it.
  public let difference: () -> Int64?

  // MARK: The machine

  /// The state of a party at an instant, as specs see it.
  public let view: (_ party: String, _ now: Instant) -> Value
  /// One field of that state; `nil` where it is absent.
  package let field: (_ path: FieldPath, _ party: String, _ now: Instant) -> Value?
  /// The fields that the view of a party can show, at an instant.
  public let fields: (_ party: String, _ now: Instant) -> [ViewField]
  /// The gates that hold an effect of a party back at an instant; `nil` for one without gates.
  public let gates: (_ effect: String, _ party: String, _ now: Instant) -> [HeldGate]?
  /// The parties to which something happened, in that order.
  public let parties: () -> [String]
  /// The first effect of this name that the last event ordered.
  public let ordered: (_ name: String) -> ErasedRecord?

  /// The last effect of the event taken last that leads to an event; it is asked for with the event
  /// of another walk over the same trace.
  package let leading: (_ event: SoughtEvent) -> ErasedRecord?

  // MARK: Other places

  /// The event read last, to be looked for; `nil` where it is none.
  package let sought: () throws(Diagnostic) -> SoughtEvent?
  /// Remembers the place before the line read last, with the machine as it is.
  package let mark: () -> Mark
  /// The way in which reading ended, as far as it went.
  public let ending: () -> TraceEnding

  /// Opens another walk at a remembered place: the line there is its next one.
  package typealias Mark = () throws(Diagnostic) -> AnyTraceWalk

  /// Opens a trace; what runs for each record is specialised where the type is known.
  public convenience init<S: System>(
    _ input: ReplayInput, as system: S.Type, lenient: Bool = false
  ) throws(Diagnostic) {
    self.init(try OpenWalk<S>(input, lenient: lenient))
  }

  init<S: System>(_ walk: OpenWalk<S>) {
    header = ErasedHeader(walk.walk.reader.header)
    next = { () throws(Diagnostic) in try walk.next() }
    take = { () throws(Diagnostic) in try walk.take() }
    party = { walk.walk.reader.party }
    name = { walk.name }
    cause = { walk.cause }
    record = { () throws(Diagnostic) in try walk.record() }
    exchange = { () throws(Diagnostic) in try walk.exchange() }
    offset = { walk.walk.reader.offset }
    difference = { walk.difference }
    view = { walk.walk.fold.engine.view(of: $0, at: $1) }
    field = { path, party, now in
      var probe = FieldProbe(path)
      S.view(of: party, in: walk.walk.fold.engine.state, at: now, &probe)
      return probe.found
    }
    fields = { party, now in
      var outline = ViewOutline()
      S.view(of: party, in: walk.walk.fold.engine.state, at: now, &outline)
      return outline.fields
    }
    gates = { walk.gates(of: $0, by: $1, at: $2) }
    parties = { walk.walk.fold.engine.parties.map { $0.name } }
    ordered = { walk.ordered($0) }
    leading = { walk.leading(to: $0) }
    sought = { () throws(Diagnostic) in try walk.sought() }
    mark = { walk.mark() }
    ending = { walk.ending }
  }
}

extension AnyTraceWalk {
  /// The line read last as a record of a name that a lenient reader passes over.
  package func unknown(_ line: TraceLine) -> ErasedRecord {
    ErasedRecord(
      seq: line.seq, at: line.at, party: party(), kind: line.kind, name: name(), cause: cause(),
      fields: .fields([]), line: line.number)
  }
}

/// An event for which it is asked what led to it.
package struct SoughtEvent {
  /// What it means to the world around the machine.
  package let role: EventRole
  /// The record, of the type that its walk knows.
  let record: any Sendable
}

/// How the reading of a trace ended, and what was found on the way.
public struct TraceEnding: Sendable {
  /// Signs of damage as warnings.
  public var damage: [Diagnostic]
  /// Names that a lenient reader passed over.
  public var passedOver: [Diagnostic]
  /// The warning that the end line is missing; `nil` where it is there.
  public var cut: Diagnostic?
}
