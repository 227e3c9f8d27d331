import Reports
import SpecFormat
import Specs
import Testing

struct ClaimTests {
  private func outcome(_ body: String, head: String = "") -> ScenarioReport.Outcome? {
    Checking().outcomes(Checking.spec(body, head: head)).first
  }

  private static let noted = """
    given: { use: [running] }
    steps:
      - { at: 0s, event: note_set, with: { key: city, value: Oslo } }
    """

  @Test func `an effect claimed at its instant passes`() {
    #expect(outcome(Self.noted + "\n  - { at: 60s, expect: [send_report] }") == .passed)
  }

  @Test func `an effect that nobody claims fails, also after the last step`() {
    #expect(outcome(Self.noted + "\n  - { at: 61s }") == .failed)
    #expect(outcome(Self.noted + "\nrun_until: 60s") == .failed)
    #expect(outcome(Self.noted + "\nrun_until: 59s999ms") == .passed)
  }

  @Test func `unchecked leaves the instant and the time before it unjudged`() {
    #expect(outcome(Self.noted + "\n  - { at: 61s, expect: unchecked }") == .passed)
  }

  @Test func `observe narrows what has to be claimed`() {
    #expect(outcome(Self.noted + "\n  - { at: 61s }", head: "observe: [greet]") == .passed)
  }

  @Test func `internal effects are compared where they are named`() {
    let step = "steps:\n  - { at: 0s, event: note_set, with: { key: a, value: b }, expect: "
    #expect(outcome(step + "[set_timer: { due: 60s }] }") == .passed)
    #expect(outcome(step + "[set_timer: { due: 61s }] }") == .failed)
    #expect(outcome(step + "none }") == .passed)
  }

  @Test func `a second step of an instant claims only what the first left`() {
    let body = """
      steps:
        - { at: 0s, event: launched, expect: [greet] }
        - { at: 0s, event: launched, expect: [greet] }
        - { at: 0s, expect: none }
      """
    #expect(outcome(body) == .passed)
  }

  @Test(arguments: [
    ("{ effects: [greet, send_report], order: any }", ScenarioReport.Outcome.passed),
    ("[greet, send_report]", .failed), ("[send_report, greet]", .passed),
    ("{ effects: [greet], others: allowed }", .passed),
    ("{ effects: [greet], order: any }", .failed),
  ])
  func `order and others loosen a list`(expect: String, expected: ScenarioReport.Outcome) {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 60s, event: launched, expect: \(expect) }
      """
    #expect(outcome(body) == expected)
  }

  @Test(arguments: [
    ("[60s]", ScenarioReport.Outcome.passed), ("[]", .failed), ("[60s, 61s]", .failed),
    ("unchecked", .passed), ("[{ between: [0s, 60s] }]", .passed),
    ("[{ between: [0s, 59s] }]", .failed), ("[{ at: 60s, notes: { city: Oslo } }]", .passed),
    ("[{ notes: { city: Bergen } }]", .failed), ("[{ at: { at_least: 1m } }]", .passed),
  ])
  func `a timeline alone judges its kind`(
    timeline: String, expected: ScenarioReport.Outcome
  ) {
    let body = Self.noted + "\nrun_until: 5m\ntimeline:\n  send_report: \(timeline)"
    #expect(outcome(body) == expected)
  }

  @Test func `states, timers and counts are looked at`() {
    let body = """
      given: { backend: { report: { replies: [500, offline, 201], latency: 1s } } }
      observe: []
      steps:
        - { at: 0s, event: launched }
        - { at: 0s, event: note_set, with: { key: a, value: b }, state: { pending: true } }
        - { at: 61s, state: { failures: 1, last_sent: 60s, notes: { exactly: { a: b } } } }
      run_until: 5m
      finally:
        counts: { send_report: 3, request_failed: { between: [1, 1] }, greet: 1 }
        timers: none
        state: { failures: 0, pending: false }
      """
    #expect(outcome(body) == .passed)
    #expect(outcome(body.replacing("send_report: 3", with: "send_report: 2")) == .failed)
    #expect(outcome(body.replacing("timers: none", with: "timers: { report: any }")) == .passed)
    #expect(outcome(body.replacing("timers: none", with: "timers: { report: 1s }")) == .failed)
  }

  @Test func `a known bug has to fail and what is skipped does not run`() {
    let bodies = [
      "\n  - { at: 61s }\nknown_bug: A", "\nknown_bug: B", "\n  - { at: 61s }\nskip: C",
    ]
    let reports = bodies.flatMap { body in
      Checking().results(Checking.spec(Self.noted + body)).map(\.report)
    }
    #expect(reports.map(\.outcome) == [.knownBug, .unexpectedPass, .skipped])
    #expect(reports.map(\.reason) == ["A", "B", "C"])
  }

  @Test func `readings, profiles and their overrides reach the machine`() throws {
    let late = Self.noted + "\n  - { at: 90s, expect: [send_report] }"
    let given = "given: { use: [running], readings: { delay: 90s } }"
    let own = late.replacing("given: { use: [running] }", with: given)
    #expect(outcome(own) == .passed)
    var checking = Checking()
    checking.options.readings = [try ReadingOverride("delay=60s")]
    #expect(checking.outcomes(Checking.spec(own)) == [.failed])
    checking.options = RunOptions(profile: "hasty")
    #expect(checking.outcomes(Checking.spec(Self.noted)) == [.failed])
  }

  @Test func `history comes before time zero and uses up replies`() {
    let body = """
      given:
        use: [running]
        history:
          - { at: -10m, event: note_set, with: { key: a, value: b } }
        backend: { report: { replies: [500, 201] } }
      steps:
        - { at: 0s, state: { failures: 0, pending: false, notes: { a: b } } }
      run_until: 1h
      finally: { counts: { send_report: 0 } }
      """
    #expect(outcome(body) == .passed)
  }

  @Test func `examples give each row its scenario`() {
    let body = """
      given: { use: [running] }
      examples:
        columns: [value, at]
        rows:
          - [Oslo, 60s]
          - [7, 60s]
          - [Rome, 61s]
      steps:
        - { at: 0s, event: note_set, with: { key: city, value: <value> } }
        - { at: <at>, expect: [send_report: { notes: { city: <value> } }] }
      """
    #expect(Checking().outcomes(Checking.spec(body)) == [.passed, .passed, .failed])
  }
}
