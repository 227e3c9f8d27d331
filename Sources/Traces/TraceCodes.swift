import Diagnostics

extension DiagnosticCode {
  /// The codes of this module.
  public static let traceCodes: [DiagnosticCode] = [
    traceDamaged, traceCut, notATrace, newerTrace, otherSystem, notARecord, unknownInTrace,
    wrongInTrace, timeGoesBack, afterTheEnd, lineTooLong,
  ]

  /// A hash, a sequence number or a cause that does not fit.
  public static let traceDamaged = DiagnosticCode(
    "T402", "the trace was edited or damaged",
    """
    Sequence numbers rise by one, causes come before what they caused, and the end line holds a
    hash of every byte before it. One of these does not fit. Replay judges what stands there;
    'pushtrace verify --seal' numbers and hashes a trace anew after an edit.
    """)
  /// A trace without an end line.
  public static let traceCut = DiagnosticCode(
    "T403", "the trace was cut",
    """
    The last line of a whole trace says {"end":…}. Without it the recording stopped early or the
    file was cut; it is read to its last whole line and judged as far as it goes.
    """)
  /// A file whose first line is no header.
  public static let notATrace = DiagnosticCode(
    "T410", "not a trace",
    """
    The first line of a trace is its header: an object that starts with {"pushtrace":1 and names
    the sdk, the profile, the readings, the configuration and the start.
    """)
  /// A format that this version cannot read.
  public static let newerTrace = DiagnosticCode(
    "T411", "a newer trace format",
    "The header's \"pushtrace\" is higher than this version reads. Use a newer pushtrace.")
  /// A header that names another system or an unknown profile.
  public static let otherSystem = DiagnosticCode(
    "T412", "a trace of another system",
    """
    The header names an sdk, or a profile of it, that is not the one asked for. A trace is folded
    by the machine that its header names.
    """)
  /// A line that is not JSON or no record.
  public static let notARecord = DiagnosticCode(
    "T413", "this line is no record",
    """
    Every line after the header is a JSON object with "seq", "at" and one of "event", "effect",
    "state", "note"; the last one has "end" and "hash". JSON is read strictly: UTF-8, no trailing
    commas, no name twice, whole numbers only.
    """)
  /// An event, effect, field or choice that the system does not have.
  public static let unknownInTrace = DiagnosticCode(
    "T414", "an unknown name in a trace",
    """
    The system has no event, effect, field or choice of this name. A trace of a newer engine can be
    read with --lenient, which passes over such records and counts them.
    """)
  /// A value of another type, or a member that is missing.
  public static let wrongInTrace = DiagnosticCode(
    "T415", "a value does not fit",
    "A member of the record has another type than its description says, or is missing.")
  /// A record that is earlier than the one before.
  public static let timeGoesBack = DiagnosticCode(
    "T416", "time goes back",
    "A trace's clock is monotonic: \"at\" never falls. Changes of the wall clock are events.")
  /// A line behind the end line.
  public static let afterTheEnd = DiagnosticCode(
    "T417", "a line after the end",
    "The end line closes a trace; two traces were joined, or a record was added behind it.")
  /// A line beyond the limit of a reader whose memory does not grow.
  public static let lineTooLong = DiagnosticCode(
    "T418", "a line is too long", "A line of a trace has at most 16 MiB.")
}
