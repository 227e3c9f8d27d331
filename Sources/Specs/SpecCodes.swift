import Diagnostics

/// The codes of findings about runs of specs, for `explain`.
public enum SpecCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .nothingRan,
    .missingEffect, .unclaimedEffect, .differentEffect, .wrongOrder, .differentState,
    .wrongTimeline, .wrongCount, .unexpectedPass, .recordingDiffers, .endlessInstant,
    .budgetExceeded, .moreFailures, .tooMuchKept, .unreachedStep,
    .brokenRule, .unexercisedRule, .unbreakableRule, .inconclusiveRule, .brokenByTrace,
    .brokenProperty,
  ]
}

extension DiagnosticCode {
  static let nothingRan = DiagnosticCode(
    .input, "S001", "nothing ran",
    """
    No scenario was selected, so nothing was judged. That counts as a failure: a filter with a \
    mistake in it would otherwise look like success. Where other filters select scenarios, one \
    that selects none is a warning, which --strict makes a failure.

    Fix the filter (--tag, --covers, --id, FILE:LINE), or leave it out; --list shows what there \
    is to select.
    """)

  package static let missingEffect = DiagnosticCode(
    .run, "T201", "an expected effect did not come",
    """
    A step expects an effect at its instant, and there was none, or it came earlier or later. \
    The table shows what happened around it in virtual time, and the cause of the candidate that \
    is closest.
    """)

  static let unclaimedEffect = DiagnosticCode(
    .run, "T202", "an effect that no step claims",
    """
    Every observed effect has to be claimed: by the 'expect' of a step at its instant, or by a \
    timeline. This one was not. The finding proposes the line that would claim it.

    To speak about fewer kinds, narrow 'observe'; to leave an instant and the time since the step \
    before unjudged, write 'expect: unchecked'.
    """)

  static let differentEffect = DiagnosticCode(
    .run, "T203", "an effect with other values",
    """
    The expected effect came, with other values than the spec says. Maps match partially, lists \
    exactly; only the paths that differ are shown.
    """)

  package static let wrongOrder = DiagnosticCode(
    .run, "T204", "effects in another order",
    """
    All expected effects came, in another order. The order within one instant is documented; \
    where it does not matter, write '{ effects: […], order: any }'.
    """)

  static let differentState = DiagnosticCode(
    .run, "T205", "a state with other values",
    """
    The state of a device, its timers or the backends are not as the spec says, once everything of
    the instant has run. Only the paths that differ are shown, with '-' for what the spec expects
    and '+' for what there is; the table gives the events that led there. What a 'state:' or
    'backend:' does not name may be anything.
    """)

  package static let wrongTimeline = DiagnosticCode(
    .run, "T206", "a timeline that was not kept",
    """
    A timeline names every occurrence of one kind of effect in the run. One is missing, one is \
    too many, or one came at another time or with other values.
    """)

  static let wrongCount = DiagnosticCode(
    .run, "T207", "another count",
    """
    An event or effect happened more or less often than 'finally: counts:' says. It is counted from
    time zero on, history excluded, and over all parties together; internal effects such as
    set_timer and diagnose count too.
    """)

  static let unexpectedPass = DiagnosticCode(
    .run, "T208", "a known bug that is gone",
    """
    A scenario marked 'known_bug' has to fail; this one passed. Remove the mark, so that the bug \
    is noticed when it comes back.
    """)

  static let endlessInstant = DiagnosticCode(
    .run, "T210", "an instant without an end",
    """
    At one instant of virtual time events followed from one another without an end: each answer \
    led to the next request at once, or each timer to one that was due already. The run was \
    stopped there and nothing else of it was judged. A latency in the spec makes the circle take \
    time, but a machine that asks again at once, whatever it is answered, is most likely wrong.
    """)

  static let budgetExceeded = DiagnosticCode(
    .run, "T211", "more records than the budget allows",
    """
    A run has a budget of records: ten million, or the scenario's 'budget:'. The run was stopped \
    when it had used that up, and nothing else of it was judged. Most often 'run_until' lies years \
    ahead while something is retried all the time; the finding names the last records.
    """)

  static let moreFailures = DiagnosticCode(
    .run, "T212", "more failures than are shown",
    """
    Twenty failures of a scenario are explained; this finding counts the others by their codes. \
    They often have one reason: fix the first ones and run the scenario again.
    """)

  static let tooMuchKept = DiagnosticCode(
    .run, "T213", "more records than a run may keep",
    """
    A run keeps its records until it is judged, at most 512 MiB of them: 192 bytes a record and \
    what its fields take, counted alike on every machine. The run was stopped when it had more, \
    and nothing else of it was judged. Most often 'run_until' lies years ahead while something \
    is retried all the time, or each attempt carries more than the one before; the finding names \
    the records that take the most room.
    """)

  package static let unreachedStep = DiagnosticCode(
    .run, "T214", "a step that was not reached",
    """
    A step with 'when' waits for an event or effect, up to the next step that has 'at', else to \
    'run_until'. Either no such record came until then, and the finding shows the one that is most \
    like it; or it came so late that the step would happen after the next one. The run ends there, \
    and nothing after the step is judged.
    """)

  static let recordingDiffers = DiagnosticCode(
    .run, "T209", "a recording that is answered differently",
    """
    A scenario runs a recorded trace, and the machine orders other effects than the recording \
    has. Either the behaviour changed, or the recording comes from another version; 'replay' \
    shows the difference field by field, and 'trace: { compare: none }' looks at the rest alone.
    """)

  package static let brokenRule = DiagnosticCode(
    .run, "T301", "a broken rule",
    """
    A sentence of 'always' does not hold in this run. The finding shows the records that break \
    it, with the distance to the bound and how often the rule was kept before.
    """)

  static let brokenProperty = DiagnosticCode(
    .run, "T330", "a run that breaks a property",
    """
    A scenario repeats a run that 'simulate' has found ('reproduce:'), and the property is broken \
    again: what it claims of every run does not hold in this one. The comment lines above it say \
    what happens in the run; so does

      pushtrace simulate --sdk SDK --reproduce TEXT

    with the same text, step by step and with the records that show it. The scenario stays as it \
    is when the fault is fixed, and passes from then on. Where a request or message of the kept \
    run does not come any more, what went wrong with it does not happen: that is a warning, which \
    --strict refuses.
    """)

  static let unexercisedRule = DiagnosticCode(
    .run, "T310", "a rule that was never exercised",
    """
    Nothing that the rule speaks about happened in any scenario of its file: it holds because it \
    was never put to the test. Add a scenario that does, or remove the rule. --strict refuses \
    this.
    """)

  static let unbreakableRule = DiagnosticCode(
    .run, "T311", "a rule that no run could break",
    """
    The rule holds whatever the machine does: it is about a backend that no scenario simulates, \
    its bound lies beyond the run, every number is right to it, or it asks for a field that no \
    record of this kind has. The finding says which. Correct the rule, extend 'run_until', or \
    remove the rule. --strict refuses this.
    """)

  package static let inconclusiveRule = DiagnosticCode(
    .run, "T312", "a rule still open at the end",
    """
    The run ended before the time of a promise was over ('then … within', 'not … for'): it is \
    unknown whether it would have been kept. Extend 'run_until'.
    """)

  /// A rule that a recorded trace does not keep.
  public static let brokenByTrace = DiagnosticCode(
    .run, "T320", "a recorded trace breaks a rule",
    """
    'conform' holds a trace against rules alone, without the machine that recorded it. The finding
    shows the records that break the rule, each with what led to it as far as that is recorded; only
    the first time of each device is shown, because what follows from it is no second finding.

    A rule about effects of which none is recorded cannot be judged, and one whose time is not over
    when the trace ends is inconclusive: both are counted and are no findings. Rules follow the
    documents under their default readings; a trace that was recorded under others may break one
    that another reading contradicts, and the finding says so.
    """)
}
