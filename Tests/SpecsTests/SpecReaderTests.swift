import Diagnostics
import Reports
import SpecFormat
import Testing

@testable import Specs

struct SpecReaderTests {
  private static let file = """
    format: 1
    sdk: outbox
    feature: Reports
    tags: [all]
    covers: [REG-1]
    observe: [greet]
    defaults:
      given: { use: [running], readings: { delay: 30s } }
      always: [{ id: TWO, never: stopped }]
    always: [{ id: ONE, never: { send_report: { request: 3 } } }]
    scenarios:
      - name: Sent after <wait>
        id: A
        tags: [own]
        covers: [REG-2.first]
        examples:
          columns: [wait]
          rows:
            - [30s]
            - [31s]
        steps:
          - { at: 0s, event: note_set, with: { key: a, value: b } }
        run_until: 1m
        timeline: { send_report: [<wait>] }
      - name: Greets
        given: { readings: { eager: true } }
        observe: [greet, send_report]
        steps:
          - { at: 0s, event: note_set, with: { key: a, value: b }, expect: [send_report] }
        always: [{ id: THREE, never: launched }]
    """

  @Test func `what the file says holds for every scenario`() throws {
    let scenarios = Checking().file(Self.file).scenarios
    #expect(scenarios.map(\.title.label) == ["A [wait=30s]", "A [wait=31s]", "Greets"])
    #expect(scenarios.map(\.title.name) == ["Sent after 30s", "Sent after 31s", "Greets"])
    #expect(scenarios.map(\.title.tags) == [["all", "own"], ["all", "own"], ["all"]])
    #expect(scenarios[0].covers.map(\.text) == ["REG-1", "REG-2.first"])
    #expect(Checking().outcomes(Self.file) == [.passed, .failed, .passed])
  }

  @Test func `each row may cover a requirement of its own`() {
    let spec = Self.file.replacing("REG-2.first", with: "REG-2.<clause>")
      .replacing("columns: [wait]", with: "columns: [wait, clause]")
      .replacing("- [30s]", with: "- [30s, first]")
      .replacing("- [31s]", with: "- [31s, last]")
    let scenarios = Checking().file(spec).scenarios
    #expect(
      scenarios.map { $0.covers.map(\.text) }
        == [["REG-1", "REG-2.first"], ["REG-1", "REG-2.last"], ["REG-1"]])
  }

  @Test func `rules add up`() {
    let stopping = Self.file.replacing("event: note_set", with: "event: stopped")
      .replacing(", with: { key: a, value: b }", with: "")
    let failures = Checking().results(stopping).last?.report.failures.map(\.message) ?? []
    #expect(failures.contains { $0.contains("rule TWO is broken") })
    let results = Checking().results(Self.file)
    #expect(results.map { $0.rules.values.count(where: \.isExercised) } == [2, 2, 3])
  }

  @Test func `a line selects a scenario, the line of a row that row`() {
    let scenarios = Checking().file(Self.file).scenarios
    func chosen(_ line: Int) -> [String] {
      scenarios.filter { Selection().contains($0, line: line) }.map(\.title.label)
    }
    #expect(chosen(12) == ["A [wait=30s]", "A [wait=31s]"])
    #expect(chosen(20) == ["A [wait=31s]"])
    #expect(chosen(27) == ["Greets"])
    #expect(chosen(3).isEmpty)
  }

  @Test func `tags, requirements and ids select, and a slip has a proposal`() {
    let scenarios = Checking().file(Self.file).scenarios
    func count(_ selection: Selection) -> Int { scenarios.count { selection.contains($0) } }
    #expect(count(Selection(tags: [.tag("own")])) == 2)
    #expect(count(Selection(covers: ["REG-1"])) == 3)
    #expect(count(Selection(covers: ["REG-2"])) == 2)
    #expect(count(Selection(covers: ["REG-2.first"])) == 2)
    #expect(count(Selection(covers: ["REG-1.first"])) == 0)
    #expect(count(Selection(covers: ["REG"])) == 0)
    #expect(count(Selection(ids: ["A"])) == 2)
    #expect(count(Selection(ids: ["A [wait=31s]"])) == 1)
    let finding = Selection(tags: [.tag("onw")]).nothingRan(among: scenarios)
    #expect(finding.message == "nothing ran: no scenario has the tag 'onw'")
    #expect(finding.notes == ["did you mean 'own' (2 scenarios)?"])
    let other = Selection(covers: ["REG-99"]).nothingRan(among: scenarios)
    #expect(other.notes == ["known: REG-1, REG-2.first"])
  }

  @Test func `without a catalogue covers is a warning`() {
    let file = Checking().file(Self.file)
    #expect(file.isValid)
    #expect(file.findings.map(\.code.id) == ["S213", "S213"])
  }

  @Test func `a rule that nothing exercised is reported`() {
    let spec = Checking.spec(
      "steps: [{ at: 0s }]", head: "always: [{ at_most: 1, of: greet, in_any: 1m }]")
    let file = Checking().file(spec)
    let warnings = file.unexercisedRules(in: Checking().results(spec))
    #expect(warnings.map(\.code.id) == ["T310"])
  }

  @Test func `a scenario's own rule that nothing exercised is reported once`() {
    let spec = Checking.spec(
      """
      examples: { columns: [at], rows: [[1s], [2s]] }
      steps: [{ at: <at> }]
      always: [{ at_most: 1, of: greet, in_any: 1m }]
      """)
    let warnings = Checking().file(spec).unexercisedRules(in: Checking().results(spec))
    #expect(warnings.map(\.code.id) == ["T310"])
  }

  @Test(arguments: [
    ("- { gap_between: note_set, at_most: 1h }", "the run lasts 1m1s: no gap in it is longer"),
    ("- { count: note_set, is: { at_least: 0 } }", "every number is right to it"),
    (
      "- { never: { send_report: { notes: { b: c } } } }",
      "no send_report has 'notes.b' in any scenario"
    ),
  ])
  func `a rule that no run could break is reported`(rule: String, reason: String) {
    let spec = Checking.spec(
      """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 1s, event: note_set, with: { key: a, value: c } }
        - { at: 61s, expect: unchecked }
      always:
        \(rule)
      """)
    #expect(Checking().outcomes(spec) == [.passed])
    let warnings = Checking().file(spec).unexercisedRules(in: Checking().results(spec))
    #expect(warnings.map(\.code.id) == ["T311"])
    #expect(warnings.first?.labels.map(\.text) == [reason])
  }

  @Test func `an own fixture is found beside the spec`() {
    let fixture = """
      format: 1
      sdk: outbox
      fixture: noted
      history:
        - { at: -2h, event: launched }
        - { after: 0s, event: note_set, with: { key: a, value: b } }
      """
    let spec = Checking.spec(
      "given: { use: [noted] }\nsteps: [{ at: 0s, state: { pending: false, notes: { a: b } } }]")
    #expect(Checking(files: ["fixtures/noted.yaml": fixture]).outcomes(spec) == [.passed])
    #expect(Checking(files: ["fixtures/noted.yaml": fixture]).file(spec).findings.isEmpty)
    let renamed = Checking(files: [
      "fixtures/noted.yaml": fixture.replacing("fixture: noted", with: "fixture: note")
    ])
    #expect(renamed.outcomes(spec) == [.passed])
    #expect(renamed.text(spec).contains("fixtures/noted.yaml:3:10: warning[S101]"))
    let other = fixture.replacing("sdk: outbox", with: "sdk: inbox")
    let text = Checking(files: ["Specs/fixtures/noted.yaml": other]).text(spec)
    #expect(text.contains("Specs/fixtures/noted.yaml:2:6: error[S109]"))
  }

  @Test func `of long values the part that differs is shown`() {
    let long = String(repeating: "å", count: 20_000)
    let text = Checking().text(
      Checking.spec(
        """
        given: { use: [running] }
        steps:
          - at: 0s
            event: note_set
            with: { key: a, value: "\(long)b\(long)" }
            state: { notes: { a: "\(long)c\(long)" } }
        """))
    let same = String(repeating: "å", count: 40)
    #expect(text.contains("− notes.a: …\(same)cå"))
    #expect(text.contains("+ notes.a: …\(same)bå"))
    #expect(text.utf8.count < 20_000)
  }

  @Test func `readings that have other values are varied`() {
    #expect(OutboxSystem.readingVariants == ["eager=true"])
    #expect(Checking().file(Self.file).scenarios.map(\.namedReadings).last == ["eager", "delay"])
  }

  @Test func `simulated backends have to be there`() {
    let text = Checking().text(
      Checking.spec("given: { backend: simulated }\nsteps: [{ at: 0s }]"))
    #expect(text.contains("error[S211]: outbox has no simulated backends"))
    #expect(text.contains("^ script the replies instead"))
  }
}
