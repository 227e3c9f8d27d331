import Diagnostics

extension DiagnosticCode {
  package static let unknownName = DiagnosticCode(
    .input, "S101", "unknown key or name",
    """
    A key, an event, an effect, a field, a fixture or another name is not known where it stands. \
    Unknown names are refused because a misspelt expectation would never be judged.

    The finding lists what may stand there and proposes the name that is closest. When a key has \
    a colon in it, the space after the colon is missing: write 'key: city', not 'key:city'.
    """)

  static let wrongShape = DiagnosticCode(
    .input, "S102", "wrong shape",
    """
    A list stands where a map was expected, a map where one value was, or nothing at all is \
    written after a colon.

    Write what the finding proposes. For no effects, write 'expect: none'; for empty text, "".
    """)

  static let missingKey = DiagnosticCode(
    .input, "S103", "missing key",
    """
    Something that has no default was left out: a field of an event, 'sdk' or 'format' of a file, \
    the second half of a rule.

    Add the key that the finding names.
    """)

  static let notADuration = DiagnosticCode(
    .input, "S104", "not a duration",
    """
    Durations are numbers with units, largest first: 90s, 1m30s, 1d10h7m, 300ms, with d, h, m, s \
    and ms. A number without a unit could be anything, and clock notation such as 1:30 is the \
    number 90 to readers of YAML 1.1; both are refused.

    Every field that holds a moment is written as a duration from the scenario's start.
    """)

  static let wrongType = DiagnosticCode(
    .input, "S105", "wrong type or value",
    """
    The value is not of the type that its field has: a whole number, true or false, one of a \
    closed list of names, a status from 100 to 599, bounds in rising order. Or it is null without \
    quotes where a text is declared and nothing may be null: text that reads null needs quotes.

    The finding says what may stand there.
    """)

  static let notAnInstant = DiagnosticCode(
    .input, "S106", "not an instant",
    """
    'clock' is the moment that the scenario starts at, in UTC, such as 2026-01-05T09:00:00Z, \
    with or without milliseconds. Leave it out unless the calendar matters.
    """)

  static let badPattern = DiagnosticCode(
    .input, "S107", "not a regular expression",
    """
    '{ matches: "…" }' takes a regular expression of the Swift kind; it is searched for anywhere \
    in the text, so anchor it with ^ and $ where the whole text is meant.
    """)

  static let unknownFormat = DiagnosticCode(
    .input, "S108", "unknown format",
    """
    'format' numbers the rules by which a file is read; this version knows 1. A higher number was
    written for a newer pushtrace, which may mean something else by the same words, so nothing of
    the file is run.

      format: 2        refused
      format: 1
    """)

  static let otherSystem = DiagnosticCode(
    .input, "S109", "another system",
    """
    A file that the spec uses was written for another system: its events and fields would not \
    mean the same. Use a fixture of the same 'sdk', or copy what is needed.
    """)

  static let moreFindings = DiagnosticCode(
    .input, "S110", "more findings than are listed",
    """
    A file with this many findings is most likely broken in one place, or is no spec at all. Fix \
    the first ones and check again: what follows from them goes away with them.
    """)

  static let unknownText = DiagnosticCode(
    .input, "S111", "text that the machine does not know",
    """
    The field takes any text, because a machine has to bear any, and this text is none of those \
    that the machine does something with: it will be diagnosed and ignored.

    Where that is what the scenario is about, leave it; otherwise write one of those listed.
    """)
}
