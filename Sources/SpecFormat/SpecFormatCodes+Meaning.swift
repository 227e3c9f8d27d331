import Diagnostics

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
    .input, "S208", "a scenario without steps",
    """
    A scenario needs 'steps', or a 'trace' to run instead of them. Without either it would pass
    without running anything, which looks like a promise that is kept.

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
