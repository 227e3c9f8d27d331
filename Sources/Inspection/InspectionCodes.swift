import Diagnostics

/// The codes of questions about a trace that it cannot answer, for `explain`.
public enum InspectionCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .noSuchRecord, .noSuchField, .noSuchEffect, .noSuchParty, .changeRefused,
  ]
}

extension DiagnosticCode {
  /// A number that no record of the trace has.
  public static let noSuchRecord = DiagnosticCode(
    .input, "T440", "no such record",
    """
    The trace has no record with this number. Numbers are those under "seq"; 'pushtrace show' lists
    them. A trace that was cut or edited may lack some.
    """)
  /// A field that the state does not have.
  public static let noSuchField = DiagnosticCode(
    .input, "T441", "no such field of the state",
    """
    The view of this party has no field of this name. Fields are named by their way from the top,
    as in specs under 'state:': registration.next_attempt, attributes.city, tags[0].

      pushtrace why field.trace.jsonl registration.next_attempt --at 2h
    """)
  /// An effect that the system does not have.
  public static let noSuchEffect = DiagnosticCode(
    .input, "T442", "no such effect",
    """
    The system that the trace is about has no effect of this name. Effects are named as in traces
    and specs, such as send_registration.
    """)
  /// A party that does not occur, or the choice among several.
  public static let noSuchParty = DiagnosticCode(
    .input, "T443", "which party",
    """
    The question is about one party, and the trace has several, or none of the name given with
    --party. Parties are the devices' names and those of the backends, as under "party" in the
    records; a trace without them has one, called device.
    """)
  /// A change to a trace that cannot be made.
  public static let changeRefused = DiagnosticCode(
    .input, "T444", "a change that cannot be made",
    """
    --skip and --set name events by their numbers, --set a field of the event's data and a value of
    its type, and --insert a file with a line for each event:

      {"at":"1m30s","event":"attribute_set","data":{"key":"city","value":"Oslo"}}

    A time is a duration from the trace's start, or milliseconds as in a trace; the number, the
    cause and the header may be missing. Effects cannot be changed: they follow from the events.
    """)
}
