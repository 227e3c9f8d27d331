import SpecFormat
import Specs
import Testing

struct RuleExplanationTests {
  @Test func `a gap that is too short shows both ends`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { id: SPACED, gap_between: send_report, at_least: 90s }
      """
    let text = """
      a.spec.yaml:11:59: error[T301]: rule SPACED is broken: gap_between: send_report, at_least: 90s
         |
      11 |       - { id: SPACED, gap_between: send_report, at_least: 90s }
         |                                                           ^^^ missed by 30s
         = 1m  send_report #1 ← timer_fired report
           2m  send_report #2 ← timer_fired report
           └──── 1m ────┘
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `what should never happen is shown`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { never: { send_report: { notes: { a: b } } } }
      """
    let text = """
      a.spec.yaml:11:11: error[T301]: rule is broken: never: {send_report: {notes: {a: b}}}
         |
      11 |       - { never: { send_report: { notes: { a: b } } } }
         |           ^^^^^ it happened
         = 1m  send_report #1 ← timer_fired report
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `too many in a window are shown`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { at_most: 1, of: send_report, in_any: 1d }
      """
    let text = """
      a.spec.yaml:11:48: error[T301]: rule is broken: at_most: 1, of: send_report, in_any: 1d
         |
      11 |       - { at_most: 1, of: send_report, in_any: 1d }
         |                                                ^^ 2 within 1m
         = 1m  send_report #1 ← timer_fired report
           2m  send_report #2 ← timer_fired report
           └──── 1m ────┘
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a promise names its deadline`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { whenever: note_set, then: greet, within: 10s }
      """
    let text = """
      a.spec.yaml:11:52: error[T301]: rule is broken: whenever: note_set, then: greet, within: 10s
         |
      11 |       - { whenever: note_set, then: greet, within: 10s }
         |                                                    ^^^ nothing of it came by 10s
         = 0s  note_set a=b
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `an open promise asks for a longer run`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { whenever: note_set, then: greet, within: 1d }
      """
    let text = """
      a.spec.yaml:11:52: error[T312]: rule is still open at the end of the run
         |
      11 |       - { whenever: note_set, then: greet, within: 1d }
         |                                                    ^^ its time is not over at 1h
         = 0s  note_set a=b
         = open until 1d; the run ends at 1h: extend 'run_until'
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `what should not follow is shown with its distance`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { whenever: note_set, not: send_report, for: 2m }
      """
    let text = """
      a.spec.yaml:11:54: error[T301]: rule is broken: whenever: note_set, not: send_report, for: 2m
         |
      11 |       - { whenever: note_set, not: send_report, for: 2m }
         |                                                      ^^ it happened 1m later
         = 0s  note_set a=b
           1m  send_report #1 ← timer_fired report
           └──── 1m ────┘
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `what lacks its condition is shown`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { requires: stopped, before: send_report }
      """
    let text = """
      a.spec.yaml:11:11: error[T301]: rule is broken: requires: stopped, before: send_report
         |
      11 |       - { requires: stopped, before: send_report }
         |           ^^^^^^^^ nothing of it came before
         = 1m  send_report #1 ← timer_fired report
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a count over the run is shown`() {
    let body = """
      given: { use: [running], backend: { report: { replies: [500, 201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 1h
      always:
        - { count: send_report, is: { at_most: 1 } }
      """
    let text = """
      a.spec.yaml:11:35: error[T301]: rule is broken: count: send_report, is: {at_most: 1}
         |
      11 |       - { count: send_report, is: { at_most: 1 } }
         |                                   ^^^^^^^^^^^^^^ it happened 2 times
         = 1m  send_report #1 ← timer_fired report
           2m  send_report #2 ← timer_fired report
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }
}
