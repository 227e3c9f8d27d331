import Diagnostics

/// The codes of findings about what specs and the files beside them say, for `explain`.
public enum SpecFormatCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .unknownName, .wrongShape, .missingKey, .notADuration, .wrongType,
    .notAnInstant, .badPattern, .unknownFormat, .otherSystem, .moreFindings, .unknownText,
    .timeGoesBack, .beforeZero, .unknownRequirement, .unknownDevice, .unknownPlaceholder,
    .unusedColumn, .judgedTwice, .noSteps, .takenID, .refusedEvent, .needsSimulation,
    .unclearTime, .noCatalogue, .noTrace, .brokenFixture, .otherParty,
  ]
}

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
    with or without milliseconds, which have three digits. Leave it out unless the calendar matters.
    """)

  static let badPattern = DiagnosticCode(
    .input, "S107", "not a regular expression",
    #"""
    '{ matches: "…" }' takes a regular expression; it is searched for anywhere in the text, so
    anchor it with ^ and $ where the whole text is meant. However long the text, it is read once,
    character by character (Unicode scalars: a letter and a combining accent are two).

      . [abc] [^abc] [a-z]      any character but a line break; one of these; none of these
      \d \w \s \D \W \S         a digit, a word's character, white space; anything else
      a|b  (…)  (?:…)           one of two; a group
      * + ? {2} {2,} {2,5}      how often, counts up to 1000; a ? behind it changes nothing
      ^ $ \b \B                 the beginning, the end, a word's boundary, none
      \. \n \t \x41 \u00e9      a character that means something else, or cannot be written

    References back to a group, looking ahead or behind, options such as (?i), and classes in
    classes are refused, and so is a pattern whose counts multiply to more than 2000 steps.
    """#)

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

extension DiagnosticCode {
  package static let timeGoesBack = DiagnosticCode(
    .input, "S201", "time goes backwards",
    """
    Steps happen in the order of the file. A step lies before the one above it, a history before \
    the end of its fixture, or the run ends before its last step.

    'at' counts from the scenario's start, 'after' from the step before.
    """)

  static let beforeZero = DiagnosticCode(
    .input, "S202", "on the wrong side of time zero",
    """
    Steps begin at 0s; what happened earlier stands under 'given: history:', with negative times \
    such as -10m. Expectations and rules judge from time zero on.
    """)

  static let unknownRequirement = DiagnosticCode(
    .input, "S203", "unknown requirement",
    """
    'covers' names a requirement that is not in the catalogue: the nearest requirements.yaml in \
    the spec's folder or above it, else Specs/requirements.yaml of the working directory.

    Correct the id, or add the requirement to the catalogue.
    """)

  static let unknownDevice = DiagnosticCode(
    .input, "S204", "unknown device",
    """
    'on' and the keys under 'state' name devices of 'given: devices:'. With more than one device \
    each step has to say whose it is; a single device is called 'device' and needs no 'on'. In \
    claims 'on' may also name a simulated backend.
    """)

  static let unknownPlaceholder = DiagnosticCode(
    .input, "S205", "placeholder without a column",
    """
    '<name>' stands for the value of a column of 'examples'. No column has this name, so that \
    the text itself would have been used.

    Add the column, correct the name, or put the text into quotes where '<' is meant.
    """)

  static let unusedColumn = DiagnosticCode(
    .input, "S206", "unused column",
    """
    A column of 'examples' is used nowhere in its scenario: its rows would all do the same, and what
    its values were meant to try is not tried. Write <name> where the value belongs, or remove the
    column.

      columns: [offset, city]
      rows: [[1s, Oslo]]
      steps: [{ at: <offset>, event: … }]      <city> is used nowhere
    """)

  static let judgedTwice = DiagnosticCode(
    .input, "S207", "judged twice",
    """
    A kind of effect that has a timeline is judged by the timeline alone: every occurrence of \
    the run. An 'expect' that names it too would never be met.
    """)

  static let noSteps = DiagnosticCode(
    .input, "S208", "nothing to run, or a key that changes nothing",
    """
    A scenario needs 'steps', or a 'trace' to run instead of them. Without either it would pass
    without running anything, which looks like a promise that is kept. A trace has its own
    beginning and end: 'given' (but for 'readings'), 'run_until' and 'budget' change nothing there.

      - name: A device comes back online
        steps:
          - { at: 0s, event: connectivity_changed, with: { online: true } }
    """)

  static let takenID = DiagnosticCode(
    .input, "S209", "id taken",
    """
    Ids name one thing each: '--id', saved traces and reports find scenarios by them, and 'covers'
    finds requirements. The second of two would hide the first. Both places are shown; choose
    another id for one of them.
    """)

  static let refusedEvent = DiagnosticCode(
    .input, "S210", "an event that a step cannot bring about",
    """
    Some events are written by the harness alone, such as those that set the readings or the \
    backends: what they set stands under 'given:'. What happens at a backend takes no device.
    """)

  static let needsSimulation = DiagnosticCode(
    .input, "S211", "needs simulated backends",
    """
    Events of the backends and of the network, and assertions under 'backend', need backends \
    that are simulated: 'given: { backend: simulated }'. Scripted replies have no state.
    """)

  static let unclearTime = DiagnosticCode(
    .input, "S212", "a step without a clear time",
    """
    A step has either 'at', counted from the scenario's start, or 'after', counted from the step \
    before. 'after: 0s' is the same instant, once everything before has run.
    """)

  static let noCatalogue = DiagnosticCode(
    .input, "S213", "no catalogue",
    """
    'covers' names requirements, but there is no requirements.yaml in the spec's folder, above \
    it, or in Specs: a typo in an id stays unnoticed. --strict refuses this.
    """)

  static let noTrace = DiagnosticCode(
    .input, "S214", "no such trace",
    """
    'trace: { file: … }' names a recorded trace, beside the spec or from the working directory, that
    is not there or cannot be read. A scenario whose recording is missing does not count as run.

      trace: { file: ../Traces/login.trace.jsonl }
    """)

  static let otherParty = DiagnosticCode(
    .input, "S216", "a claim about another party",
    """
    Each event and effect has parties of its own: devices, or one of the simulated backends. A \
    claim about it at another party could never fail, or never hold.

    A rule without 'on' holds for each device by itself. One about what backends do names the \
    backend, or all parties together:

      always:
        - never: submit_push
          on: engagement
        - { whenever: push_sent, then: notification_received, within: 1m, on: all }
    """)

  package static let brokenFixture = DiagnosticCode(
    .input, "S215", "a fixture that does not hold",
    """
    What a fixture promises is checked with the device and the configuration of the scenario. Here \
    these prevent it: 'registered_device' with 'delay_registration_until_contact_key_is_set' would \
    be a device that never registered.

      use: [fresh_install]
      config: { delay_registration_until_contact_key_is_set: true }
    """)
}
