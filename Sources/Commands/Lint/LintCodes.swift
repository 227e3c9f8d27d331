import Diagnostics

/// The codes of what makes a spec questionable although it can be run.
enum LintCodes {
  static let all: [DiagnosticCode] = [
    .vagueName, .assertsNothing, .twinScenario, .unusedFixture, .wideWindow, .replacedSteps,
  ]

  /// The text on justifying a finding, for the pages of all codes.
  fileprivate static let justification = """
    Where it is meant as it stands, say why in a comment on that line or the one above it:

      # lint: CODE the reason, in a few words
    """
}

extension DiagnosticCode {
  static let vagueName = DiagnosticCode(
    .run, "L001", "a name that says nothing",
    """
    The name of a scenario is its claim: when it fails, the name is what people read first. One that
    says that something works, or is shorter than three words, does not tell what failed.

      - name: Throttle works                                       what is it to do?
      - name: Changes inside a minute leave as one call            a claim

    \(LintCodes.justification)
    """)

  static let assertsNothing = DiagnosticCode(
    .run, "L002", "a scenario that asserts nothing",
    """
    The scenario would pass with any machine: all its claims are 'unchecked', it observes no effect
    and looks at no state, or nothing happens in it. It counts as covered all the same.

      - at: 0s
        event: attribute_set
        with: { key: city, value: Oslo }
        expect: unchecked                    and nothing else is judged anywhere

    Name what the step leads to, or what state it leaves.

    \(LintCodes.justification)
    """)

  static let twinScenario = DiagnosticCode(
    .run, "L003", "said twice",
    """
    Two scenarios start from the same, do the same and claim the same, or two rows of one scenario
    do. Only their names, ids, tags or notes differ. One of them is probably a copy that was to be
    changed; else it costs time and says nothing.

    Change what was to be different, or remove one; 'covers' can name several requirements.

    \(LintCodes.justification)
    """)

  static let unusedFixture = DiagnosticCode(
    .run, "L004", "a fixture that no spec uses",
    """
    No spec below the folder that was named has this fixture under 'use'. A fixture that nobody runs
    is never checked: it may not even be right any more.

    Use it, or remove its file.

    \(LintCodes.justification)
    """)

  static let replacedSteps = DiagnosticCode(
    .run, "L006", "steps that replace those of 'defaults'",
    """
    'defaults' has steps and the scenario has steps too. The two are not joined: a list of the
    scenario replaces that of 'defaults', so that nothing of the common steps happens in it. What
    is to come before the steps of every scenario is a history.

      defaults:
        given: { history: [{ at: -1m, event: app_foregrounded }] }

    \(LintCodes.justification)
    """)

  static let wideWindow = DiagnosticCode(
    .run, "L005", "a window wider than the requirement allows",
    """
    The scenario or rule covers a requirement whose 'window' in requirements.yaml says how much time
    it leaves, and accepts the effect later than that. It would pass although the requirement is
    broken.

      - id: REG-2
        says: "… at most sixty seconds after …"
        window: 60s

      send_registration:
        - at: { between: [0s, 2m] }          wider than 60s

    Where several requirements with a window are covered, the widest counts.

    \(LintCodes.justification)
    """)
}
