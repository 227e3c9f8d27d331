import Diagnostics

/// The codes of what can go wrong between traces and other formats, for `explain`.
public enum ExchangeCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .otherLine, .unusableLine, .noTimestamp, .otherShape, .lostCause, .unfoundPath,
  ]
}

extension DiagnosticCode {
  /// Lines of another program among those of the log.
  public static let otherLine = DiagnosticCode(
    .run, "T433", "lines that say nothing about the machine",
    """
    'import' takes the lines that are records and passes over the others: lines that are no JSON,
    that have no name, or whose name the map does not have. They are counted by their reason, and
    the first line of each is named. Nothing is guessed from them.

    Where one of them should be a record, add its name to the map under 'records'. The schema of a
    map is printed by 'pushtrace schema import_map'.
    """)
  /// A line that names a record and does not hold what it needs.
  public static let unusableLine = DiagnosticCode(
    .run, "T434", "a line that cannot be a record",
    """
    The line is named as an event or an effect, and the machine has none of that name, or its time
    or a field is missing or has a value that does not fit. Or it is the header, and no trace can
    begin with it: then one is made of what the command line and the records say.
    What is not known is not made up: such a line is left out of the trace, and 'import' ends with
    exit code 1. It is a warning where the times of a log can hardly be meant as they are read: a
    larger 'time_unit' would put them into this century.

    Name the place of the field in the map under 'fields', or its value under 'values'.
    'pushtrace vocabulary SDK NAME' lists the fields with their types.
    """)
  /// An instant for which another format has no text.
  public static let noTimestamp = DiagnosticCode(
    .run, "T435", "an instant that the other format cannot say",
    """
    CloudEvents have times as RFC 3339 writes them, which is defined for the years 1 to 9999, and
    OpenTelemetry counts nanoseconds from 1970 in 64 bits, which last until 2554. An instant of the
    trace lies outside, so the export stops: left out, the order of the records would be lost.
    """)
  /// A value of another shape than its format has there.
  public static let otherShape = DiagnosticCode(
    .run, "T439", "a value of another shape than its format has",
    """
    The document is JSON, but has a number where OTLP has a list, say, or a member that OTLP does
    not have in place of the one with the records. The value is left out with all that is in it,
    and 'import' ends with exit code 1. The finding names its place and its path from the start of
    the document, as 'jq' has paths.

    Members that OTLP does not have are passed over where nothing is lost by that, as its
    specification asks.
    """)
  /// A cause that does not come before its record.
  public static let lostCause = DiagnosticCode(
    .run, "T446", "a cause that does not come before its record",
    """
    The record names as its cause a record that is not in the log, that comes later, or itself. It
    is taken without a cause. A log that was cut at its start, or of which lines were left out, has
    such records; otherwise the program that wrote it counts in another way than its map says
    ('id', 'cause').
    """)
  /// A path of a map that leads to nothing.
  public static let unfoundPath = DiagnosticCode(
    .run, "T447", "a path of a map that leads to nothing",
    """
    The map of 'import' says where a field, or the device of a line, stands, and no line that should
    have it has anything there. Most likely the path is mistyped. The records then lack the field:
    without 'party' all lines are those of one device, and a field that may be left out has the
    value that the machine takes in its place.

    Correct the path. Where the log does not say it at all, remove the path from the map.
    """)
}
