import Diagnostics
import SpecFormat
import Specs
import Testing

struct BadMeaningTests {
  private let checking = Checking(files: [
    "requirements.yaml": """
    format: 1
    requirements:
      - { id: REG-5, from: [A], says: All of it. }
    """
  ])

  @Test func `rows are as long as their columns`() {
    let body = """
      examples: { columns: [a, b], rows: [[1]] }
      steps: [{ at: <a>s, note: <b> }]
      """
    let text = """
      a.spec.yaml:5:41: error[S102]: a row with 1 value for 2 columns
        |
      5 |     examples: { columns: [a, b], rows: [[1]] }
        |                                         ^^^ columns: a, b
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `a scenario without steps is refused`() {
    let body = """
      steps: []
      """
    let text = """
      a.spec.yaml:5:12: error[S208]: there is no step in the list
        |
      5 |     steps: []
        |            ^^ it would pass without running anything; add '- at: 0s'
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `fixtures, profiles and readings have proposals`() {
    let body = """
      given:
        use: [runing]
        profile: hast
        readings: { delai: 1s }
      steps: [{ at: 0s, on: phone }]
      """
    let text = """
      a.spec.yaml:6:13: error[S101]: unknown fixture 'runing'
        |
      6 |       use: [runing]
        |             ^^^^^^ did you mean 'running'?
        = known: running
        = help: own ones stand in Specs/fixtures/NAME.yaml

      a.spec.yaml:7:16: error[S101]: unknown profile 'hast'
        |
      7 |       profile: hast
        |                ^^^^ did you mean 'hasty'?
        = known: documents, hasty

      a.spec.yaml:8:19: error[S101]: unknown field 'delai' of the readings
        |
      8 |       readings: { delai: 1s }
        |                   ^^^^^ did you mean 'delay'?
        = known fields: delay, eager

      a.spec.yaml:9:27: error[S204]: unknown device 'phone'
        |
      9 |     steps: [{ at: 0s, on: phone }]
        |                           ^^^^^
        = known: device
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `replies are checked`() {
    let body = """
      given:
        backend: { report: { replies: [2xx, 99, { status: x }] } }
      steps: [{ at: 0s }]
      """
    let text = """
      a.spec.yaml:6:38: error[S105]: '2xx' is not a whole number
        |
      6 |       backend: { report: { replies: [2xx, 99, { status: x }] } }
        |                                      ^^^ write digits

      a.spec.yaml:6:43: error[S105]: 99 is no HTTP status
        |
      6 |       backend: { report: { replies: [2xx, 99, { status: x }] } }
        |                                           ^^ write one from 100 to 599

      a.spec.yaml:6:57: error[S105]: 'x' is not a whole number
        |
      6 |       backend: { report: { replies: [2xx, 99, { status: x }] } }
        |                                                         ^ write digits
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `history goes on where the fixture ends`() {
    let body = """
      given:
        use: [running]
        history: [{ at: -2h, event: stopped }]
      steps: [{ at: 0s }]
      """
    let text = """
      a.spec.yaml:7:23: error[S201]: time goes backwards
        |
      7 |       history: [{ at: -2h, event: stopped }]
        |                       ^^^ the fixture ends at -1h; history goes on from there
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `history and steps meet at time zero`() {
    let body = """
      given: { history: [{ at: 0s, event: stopped }] }
      steps: [{ at: -1s }]
      """
    let text = """
      a.spec.yaml:5:30: error[S202]: history ends before time zero
        |
      5 |     given: { history: [{ at: 0s, event: stopped }] }
        |                              ^^ write a time before zero, such as '-10m'

      a.spec.yaml:6:19: error[S202]: a step lies before time zero
        |
      6 |     steps: [{ at: -1s }]
        |                   ^^^ what happened earlier stands under 'given: history:'
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `backends have to be there`() {
    let body = """
      given: { backend: simulated }
      steps: [{ at: 0s }]
      """
    let text = """
      a.spec.yaml:5:23: error[S211]: outbox has no simulated backends
        |
      5 |     given: { backend: simulated }
        |                       ^^^^^^^^^ script the replies instead
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `a pattern has to be one`() {
    let body = """
      steps:
        - at: 0s
          state: { notes: { city: { matches: "(" } } }
      """
    let text = """
      a.spec.yaml:7:45: error[S107]: '(' is not a regular expression
        |
      7 |         state: { notes: { city: { matches: "(" } } }
        |                                             ^ this group is not closed
        = help: put a backslash before . * + ? ( ) [ ] { } | ^ $ to mean the character
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test(arguments: [
    ("'^(O|o)slo\\1$'", "'^(O|o)slo\\1$'", 68, "a pattern cannot refer back to a group"),
    (#""\u0028\u0061""#, "'(a'", 58, "from character 1: this group is not closed"),
    (
      "'(a{100}){100}'", "'(a{100}){100}'", 58,
      "its counts repeat too much: together more than 2000 steps"
    ),
  ])
  func `a pattern is refused where it goes too far`(
    written: String, text: String, column: Int, reason: String
  ) throws {
    let body = "steps: [{ at: 0s, state: { notes: { city: { matches: \(written) } } } }]"
    let finding = try #require(Checking().file(Checking.spec(body)).findings.first)
    #expect(finding.message == "\(text) is not a regular expression")
    #expect(finding.labels.map { $0.text } == [reason])
    #expect(finding.place?.column == column)
  }

  @Test func `rules say one of their sentences`() {
    let body = """
      always:
        - { newer: greet }
        - { whenever: gret, then: greet, within: 5s }
        - { gap_between: greet }
      steps: [{ at: 0s }]
      """
    let text = """
      a.spec.yaml:6:11: error[S101]: unknown key 'newer' in a rule
        |
      6 |       - { newer: greet }
        |           ^^^^^ did you mean 'never'?
        = keys: never, gap_between, whenever, requires, count, at_most, each, use

      a.spec.yaml:7:21: error[S101]: unknown event or effect 'gret'
        |
      7 |       - { whenever: gret, then: greet, within: 5s }
        |                     ^^^^ did you mean 'greet'?

      a.spec.yaml:8:11: error[S103]: 'at_least' is missing in a 'gap_between' rule, or another bound
        |
      8 |       - { gap_between: greet }
        |           ^^^^^^^^^^^ add 'at_least:'
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test(arguments: [
    ("{ whenever: launched, then: greet, within: 1s, not: launched, for: 1s }", "S102"),
    ("{ whenever: launched, not: greet, for: 1s, within: 1s }", "S102"),
    ("{ at_most: -1, of: greet, in_any: 1s }", "S105"),
  ])
  func `a rule that says two sentences or none is refused`(rule: String, code: String) {
    let file = Checking().file(Checking.spec("steps: [{ at: 0s }]\nalways: [\(rule)]"))
    #expect(Set(file.findings.map(\.code.id)) == [code])
  }

  @Test func `a column stands once`() {
    let file = Checking().file(
      Checking.spec(
        "examples: { columns: [at, at], rows: [[1s, 2s]] }\nsteps: [{ at: <at> }]"))
    #expect(file.findings.map(\.code.id) == ["S206"])
  }

  @Test func `a note is text`() {
    let file = Checking().file(Checking.spec("steps: [{ at: 0s }]\nnote: [a]"))
    #expect(file.findings.map(\.code.id) == ["S102"])
  }
}
