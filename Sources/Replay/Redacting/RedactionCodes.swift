import Diagnostics

extension DiagnosticCode {
  /// A trace whose behaviour depends on what its personal values are.
  public static let redactionChangesBehaviour = DiagnosticCode(
    .run, "T421", "redaction would change the behaviour",
    """
    'redact' folds the trace and its redacted form side by side. At this event the two differ by
    more than the names, so the redacted trace would show something else than the original, and it
    is not written. The machine looks at the value itself there: it is one of a closed list, for
    example, or values are put in the order of their text.

    Shorten the trace to what matters ('pushtrace minimize'), or change that value by hand to
    another one of which the machine thinks the same.
    """)
  /// A personal value that redaction cannot replace.
  public static let personalValueLeft = DiagnosticCode(
    .run, "T422", "a personal value would be left",
    """
    A text that is no personal field, such as a name or a tag, contains a value that is personal
    elsewhere in the trace. A text that equals such a value is replaced with it; inside a longer
    text it would be left, and the redacted trace is not written. Values of less than five bytes are
    looked for as whole texts alone. The origin in the header, which no machine reads, has each such
    value replaced.

    Change the text by hand and redact again.
    """)
}
