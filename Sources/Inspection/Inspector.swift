import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// The history of a trace of any system, for the verbs.
///
/// The closures are made where the concrete type is known, so that the code behind them is the
/// specialised one.
public struct Inspector {
  /// What there is to say about the trace as a whole.
  public let summary: HistorySummary
  /// The system's parties other than devices.
  public let backends: [String]
  /// The names of all effects of the system.
  public let effectNames: [String]
  /// Explains the record with a number; `nil` where there is none.
  public let explanation: (_ seq: Int64) throws(Diagnostic) -> Explanation?
  /// The fields that the view of a party can show.
  public let fields: (_ party: String) -> [ViewField]
  /// The last changes of a field of a party up to an instant, at most so many of them.
  public let changes:
    (_ path: String, _ party: String, _ instant: Instant, _ limit: Int) throws(Diagnostic) ->
      FieldHistory
  /// What keeps an effect of a party back at an instant; `nil` where the system has no such effect.
  public let hold:
    (_ effect: String, _ party: String, _ instant: Instant) throws(Diagnostic) -> HoldExplanation?
  /// The record at a position with the state of a party after it, by default its own.
  public let moment: (_ position: Int, _ party: String?) throws(Diagnostic) -> Moment?
  /// The records at these positions.
  public let records: (_ positions: Range<Int>) throws(Diagnostic) -> [ErasedRecord]
  /// The position of the record with a number.
  public let position: (_ seq: Int64) throws(Diagnostic) -> Int?
  /// The position of the nearest record after or before another one whose name contains a text.
  public let find: (_ text: String, _ position: Int, _ isForward: Bool) throws(Diagnostic) -> Int?

  /// Reads the whole trace once; throws where a line of it is no record.
  public init<S: System>(
    _ input: ReplayInput, as system: S.Type, lenient: Bool = false
  ) throws(Diagnostic) {
    let history = try TraceHistory(input, as: system, lenient: lenient)
    summary = history.summary
    backends = S.backends
    effectNames = history.effectNames
    explanation = { (seq) throws(Diagnostic) in try history.explanation(of: seq) }
    fields = { history.fields(of: $0) }
    changes = { (path, party, instant, limit) throws(Diagnostic) in
      try history.changes(of: path, in: party, upTo: instant, limit: limit)
    }
    hold = { (effect, party, instant) throws(Diagnostic) in
      try history.hold(of: effect, by: party, at: instant)
    }
    moment = { (position, party) throws(Diagnostic) in
      try history.moment(at: position, of: party)
    }
    records = { (positions) throws(Diagnostic) in try history.records(positions) }
    position = { (seq) throws(Diagnostic) in try history.position(of: seq) }
    find = { (text, position, isForward) throws(Diagnostic) in
      try history.find(text, from: position, isForward: isForward)
    }
  }
}
