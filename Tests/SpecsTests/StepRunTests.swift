import Diagnostics
import Reports
import SpecFormat
import Specs
import Testing

/// Steps that wait for a record, and values kept from it.
struct StepRunTests {
  private func outcome(_ steps: String, _ rest: String = "run_until: 1h") -> ScenarioReport.Outcome?
  {
    Checking().outcomes(Checking.spec(Self.body(steps, rest))).first
  }

  private func codes(_ steps: String, _ rest: String = "run_until: 1h") -> [String] {
    Checking().file(Checking.spec(Self.body(steps, rest))).findings.map(\.code.id)
  }

  private static func body(_ steps: String, _ rest: String) -> String {
    """
    given: { use: [running] }
    steps:
      - { at: 0s, event: note_set, with: { key: city, value: Oslo } }
    \(steps.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    \(rest)
    """
  }

  @Test func `a step happens when its record is seen, before anything else of the instant`() {
    let step = """
      - when: send_report
        AFTER
        event: note_set
        with: { key: city, value: Rome }
        expect: unchecked
      """
    func timeline(_ after: String, _ times: String) -> ScenarioReport.Outcome? {
      outcome(
        step.replacing("AFTER", with: after), "run_until: 1h\ntimeline: { send_report: \(times) }")
    }
    // The report is not answered yet, so that the note is not one for the next report.
    #expect(timeline("note: at once", "[1m]") == .passed)
    #expect(timeline("after: 0s", "[1m, { at: 2m, notes: { city: Rome } }]") == .passed)
  }

  @Test func `with 'after' it happens so much later, after what else comes then`() {
    let seen = "- { when: send_report, after: 5s, expect: none }"
    #expect(outcome("- { at: 60s, expect: [send_report] }\n" + seen) == .passed)
    #expect(outcome("- { when: send_report, after: 0s, expect: [send_report] }") == .passed)
    #expect(outcome(seen) == .failed)
  }

  @Test func `the step before may bring the record about`() {
    let steps = """
      - { at: 1m, expect: [send_report] }
      - { when: send_report, expect: unchecked }
      """
    #expect(outcome(steps) == .passed)
    #expect(outcome("- { at: 1m1ms, expect: unchecked }\n- when: send_report") == .failed)
  }

  @Test func `records are counted from the step before on`() {
    let more = """
      - when: response_received
        event: note_set
        with: { key: a, value: b }
        expect: [send_report]
      - { when: response_received, expect: [send_report] }
      """
    #expect(outcome(more) == .passed)
    #expect(outcome(more + "\n- { when: response_received, expect: unchecked }") == .failed)
    #expect(outcome("- { when: send_report, nth: 2, expect: unchecked }") == .failed)
  }

  @Test func `only the records of the party named are seen`() {
    let world = """
      given: { use: [running], devices: { phone: , tablet: } }
      steps:
        - { at: 0s, on: phone, event: launched, expect: unchecked }
        - { when: launched, by: PARTY, expect: unchecked }
      run_until: 1h
      """
    func outcome(_ party: String) -> ScenarioReport.Outcome? {
      let body = world.replacing("PARTY", with: party)
      return Checking().outcomes(Checking.spec(body)).first
    }
    #expect(outcome("phone") == .passed)
    #expect(outcome("tablet") == .failed)
  }

  @Test func `what follows counts from the step, and may not come before it`() {
    let seen = "- { when: send_report, expect: [send_report] }\n"
    #expect(outcome(seen + "- { after: 1m }\n- { at: 2m }") == .passed)
    #expect(outcome(seen + "- { after: 1m1ms }\n- { at: 2m }") == .failed)
    #expect(outcome(seen + "- { at: 59s }") == .failed)
  }

  @Test func `a step that is not reached ends the judgement with one finding`() throws {
    let body = Self.body(
      "- { when: { send_report: { notes: { city: Rome } } }, event: launched }\n- { at: 2m }", "")
    let text = Checking().text(Checking.spec(body))
    #expect(text.contains("error[T214]: send_report did not come, and the step waits for it"))
    #expect(text.contains("− notes: { city: Rome }\n") || text.contains("− notes.city: Rome\n"))
    #expect(text.contains("nothing after this step was judged"))
    #expect(!text.contains("error[T202]"))
  }

  @Test func `a kept value is the same in later steps, timelines and at the end`() {
    let steps = """
      - { when: send_report, keep: { first: request, where: notes.city }, expect: [send_report] }
      - { after: 1s, event: note_set, with: { key: copy, value: $where } }
      """
    func last(_ claim: String) -> ScenarioReport.Outcome? {
      outcome(steps + "\n- { after: 1m, expect: [send_report: { \(claim) }] }")
    }
    #expect(last("notes: { copy: $where }") == .passed)
    #expect(last("notes: { copy: Oslo }") == .passed)
    #expect(last("request: $first") == .failed)
    let claimed = steps.replacing("expect: [send_report]", with: "expect: none")
    func end(_ value: String) -> ScenarioReport.Outcome? {
      outcome(
        claimed,
        """
        run_until: 1h
        timeline: { send_report: [1m, { at: 2m1s, notes: { copy: \(value) } }] }
        finally: { state: { notes: { copy: \(value) } } }
        """)
    }
    #expect(end("$where") == .passed)
    #expect(end("$first") == .failed)
  }

  @Test func `names of kept values are checked before anything runs`() {
    let keep = "- { when: send_report, keep: { first: request }, expect: unchecked }\n"
    #expect(codes(keep + "- { after: 1s, expect: [send_report: { request: $first }] }").isEmpty)
    #expect(codes(keep + "- { after: 1s, expect: [send_report: { request: $frist }] }") == ["S101"])
    #expect(codes("- { at: 1s, expect: [send_report: { request: $first }] }\n" + keep) == ["S101"])
    let misspelt = keep.replacing("request", with: "requset")
    #expect(codes(misspelt) == ["S101"])
    #expect(
      codes(misspelt + "- { after: 1s, expect: [send_report: { request: $first }] }") == ["S101"])
    #expect(codes(keep.replacing("first:", with: "1st:")) == ["S102"])
    // What nobody keeps is text.
    #expect(codes("- { at: 1s, event: note_set, with: { key: a, value: $b } }").isEmpty)
  }

  @Test func `a stand-in has the type of the value`() {
    let keep =
      "- { when: send_report, keep: { first: request, where: notes.city }, expect: unchecked }\n"
    func codes(_ status: String) -> [String] {
      self.codes(
        keep + "- { after: 1s, event: response_received, with: { request: 1, status: \(status) } }")
    }
    #expect(codes("$first").isEmpty)
    #expect(codes("$where") == ["S105"])
  }

  @Test func `a step that waits needs an end, and no second time`() {
    #expect(codes("- { when: send_report }", "") == ["S212"])
    #expect(codes("- { when: send_report }\n- { at: 5m }", "").isEmpty)
    #expect(codes("- { at: 1m, when: send_report }") == ["S212"])
    #expect(codes("- { at: 1m, nth: 2 }") == ["S103"])
  }

  @Test func `a time may count from a record`() {
    func timeline(_ at: String) -> ScenarioReport.Outcome? {
      outcome("", "run_until: 1h\ntimeline: { send_report: [{ at: 60s, from: \(at) }] }")
    }
    #expect(timeline("note_set") == .passed)
    #expect(timeline("timer_fired") == .failed)
    #expect(timeline("note_set, nth: 2") == .failed)
  }
}
