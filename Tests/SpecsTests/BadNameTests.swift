import SpecFormat
import Specs
import Testing

struct BadNameTests {
  private let checking = Checking(files: [
    "requirements.yaml": """
    format: 1
    requirements:
      - { id: REG-5, from: [A], says: All of it. }
    """
  ])

  @Test func `what is no duration says what to write`() {
    let body = """
      steps:
        - { at: 1:30 }
        - { at: 5 }
        - { at: soon }
      """
    let text = """
      a.spec.yaml:6:15: error[S104]: '1:30' is not a duration
        |
      6 |       - { at: 1:30 }
        |               ^^^^ write '1m30s' or '1h30m'
        = YAML 1.1 readers turn an unquoted 1:30 into the number 90, so clock notation is refused

      a.spec.yaml:7:15: error[S104]: '5' is not a duration
        |
      7 |       - { at: 5 }
        |               ^ add a unit: '5s', '5m', '5ms'
        = units are d, h, m, s and ms, largest first, as in 1d10h7m

      a.spec.yaml:8:15: error[S104]: 'soon' is not a duration
        |
      8 |       - { at: soon }
        |               ^^^^ write a number and a unit, such as 90s or 1m30s
        = units are d, h, m, s and ms, largest first, as in 1d10h7m
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `unknown effects and fields are found before anything runs`() {
    let body = """
      steps: [{ at: 0s, expect: [send_reprt, greet: { x: 1 }] }]
      """
    let text = """
      a.spec.yaml:5:32: error[S101]: unknown effect 'send_reprt'
        |
      5 |     steps: [{ at: 0s, expect: [send_reprt, greet: { x: 1 }] }]
        |                                ^^^^^^^^^^ did you mean 'send_report'?
        = known: greet, send_report, set_timer

      a.spec.yaml:5:53: error[S101]: unknown field 'x' of greet
        |
      5 |     steps: [{ at: 0s, expect: [send_reprt, greet: { x: 1 }] }]
        |                                                     ^
        = it has no fields
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `nothing under expect is refused`() {
    let body = """
      steps: [{ at: 0s, expect: }]
      """
    let text = """
      a.spec.yaml:5:31: error[S102]: nothing is written under 'expect'
        |
      5 |     steps: [{ at: 0s, expect: }]
        |                               ^ write none, unchecked or a list of effects
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `states are held to their types`() {
    let body = """
      steps: [{ at: 0s, state: { pendign: true, notes: [], failures: x } }]
      """
    let text = """
      a.spec.yaml:5:32: error[S101]: unknown field 'pendign' of the state
        |
      5 |     steps: [{ at: 0s, state: { pendign: true, notes: [], failures: x } }]
        |                                ^^^^^^^ did you mean 'pending'?
        = known fields: notes, pending, failures, last_sent

      a.spec.yaml:5:54: error[S102]: an empty list cannot stand here
        |
      5 |     steps: [{ at: 0s, state: { pendign: true, notes: [], failures: x } }]
        |                                                      ^^ a map, as '{ name: value }'

      a.spec.yaml:5:68: error[S105]: 'x' is not a whole number
        |
      5 |     steps: [{ at: 0s, state: { pendign: true, notes: [], failures: x } }]
        |                                                                    ^ write digits
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `an unknown requirement has a proposal`() {
    let body = """
      covers: [REG-O5, FOO]
      steps: [{ at: 0s }]
      """
    let text = """
      a.spec.yaml:5:14: error[S203]: requirement 'REG-O5' does not exist
        |
      5 |     covers: [REG-O5, FOO]
        |              ^^^^^^ did you mean 'REG-5'?
       ::: requirements.yaml:3  REG-5  "All of it."

      a.spec.yaml:5:22: error[S203]: requirement 'FOO' does not exist
        |
      5 |     covers: [REG-O5, FOO]
        |                      ^^^
        = the catalogue is requirements.yaml
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `columns and placeholders belong together`() {
    let body = """
      examples: { columns: [a, b], rows: [[1, 2]] }
      steps: [{ at: <a>s, note: <c> }]
      """
    let text = """
      a.spec.yaml:5:30: error[S206]: column 'b' is not used
        |
      5 |     examples: { columns: [a, b], rows: [[1, 2]] }
        |                              ^ write <b> where its value belongs, or remove the column

      a.spec.yaml:6:31: error[S205]: no column is called 'c'
        |
      6 |     steps: [{ at: <a>s, note: <c> }]
        |                               ^^^ did you mean '<a>'?
        = columns: a, b
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `an unknown timer has a proposal, below an operator too`() {
    for timers in ["{ reprot: absent }", "{ exactly: { reprot: 1m } }"] {
      let text = checking.text(
        Checking.spec("steps: [{ at: 0s }]\nfinally: { timers: \(timers) }"))
      #expect(text.contains("error[S101]: unknown timer 'reprot'"))
    }
  }

  @Test func `the field that two sides of a rule share has to exist on both`() {
    let text = checking.text(
      Checking.spec(
        """
        steps: [{ at: 0s }]
        always:
          - { whenever: send_report, then: response_received, within: 1s, same: requst }
        """))
    #expect(text.contains("unknown field of send_report 'requst'"))
    #expect(text.contains("unknown field of response_received 'requst'"))
  }
}
