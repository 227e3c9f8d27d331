import Diagnostics
import Reports
import SpecFormat
import Specs
import Testing

struct ExplanationTests {
  @Test func `an effect that comes late is one finding`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 45s, expect: [send_report] }
      run_until: 2m
      """
    let text = """
      a.spec.yaml:8:15: error[T201]: send_report came at 1m, expected at 45s
        |
      8 |       - { at: 45s, expect: [send_report] }
        |               ^^^ expected here; it came 15s later
        |                             ----------- this effect
        = virtual time  event                     effects
                    0s  note_set a=b              –
                   45s  (step)                    –               expected send_report
                  » 1m  timer_fired report        send_report #1
                    1m  response_received #1 200  –
        = cause: send_report #1 (1m)
               ← timer_fired report (1m)
               ← set_timer report 1m (0s)
               ← note_set a=b (0s)
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `an unclaimed effect names the line that would claim it`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 61s }
      """
    let text = """
      a.spec.yaml:7:15: error[T202]: send_report #1 came at 1m, and no step claims it
        |
      7 |       - { at: 0s, event: note_set, with: { key: a, value: b } }
        |               ^^ it came 1m after this step
      8 |       - { at: 61s }
        |               --- and 1s before this one
        = virtual time  event                     effects
                    0s  note_set a=b              –
                  » 1m  timer_fired report        send_report #1
                    1m  response_received #1 200  –
        = cause: send_report #1 (1m)
               ← timer_fired report (1m)
               ← set_timer report 1m (0s)
               ← note_set a=b (0s)
        = claim it with a step: { at: 1m, expect: [send_report] }
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `an unclaimed effect of a step says so`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 60s, event: launched, expect: [send_report] }
      """
    let text = """
      a.spec.yaml:8:15: error[T202]: greet came at 1m, and no step claims it
        |
      8 |       - { at: 60s, event: launched, expect: [send_report] }
        |               ^^^ at this step
        = virtual time  event                     effects
                    0s  note_set a=b              –
                    1m  timer_fired report        send_report #1
                    1m  response_received #1 200  –
                  » 1m  launched                  greet
        = cause: greet (1m)
               ← launched (1m)
        = claim it at this step: expect: [send_report, greet]
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a value that differs shows the path alone`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - at: 60s
          expect: [send_report: { notes: { a: c, land: any } }]
      """
    let text = """
      a.spec.yaml:9:45: error[T203]: send_report #1 at 1m: notes.a differs
        |
      9 |         expect: [send_report: { notes: { a: c, land: any } }]
        |                                             ^ expected
        = − notes.a: c
          + notes.a: b
        = cause: send_report #1 (1m)
               ← timer_fired report (1m)
               ← set_timer report 1m (0s)
               ← note_set a=b (0s)
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `effects in another order are no missing effects`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - at: 60s
          event: launched
          expect: [greet, send_report]
      """
    let text = """
      a.spec.yaml:10:18: error[T204]: the effects at 1m came in another order
         |
      10 |         expect: [greet, send_report]
         |                  ^^^^^ expected in this order
         = − expected: greet, send_report
           + actual:   send_report #1, greet
         = help: where the order does not matter, write { effects: […], order: any }
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `an effect that never comes is shown where it was expected`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - at: 60s
          event: launched
          expect: [send_report, greet, greet]
      """
    let text = """
      a.spec.yaml:10:38: error[T201]: greet did not come, expected at 1m
         |
       8 |       - at: 60s
         |             --- at 1m
      10 |         expect: [send_report, greet, greet]
         |                                      ^^^^^ expected
         = virtual time  event                     effects
                     0s  note_set a=b              –
                     1m  timer_fired report        send_report #1
                     1m  response_received #1 200  –
                     1m  launched                  greet
                     1m  (step)                    –               expected greet
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a timeline says by how much it was missed`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 2m
      timeline:
        send_report: [{ between: [0s, 59s] }]
      """
    let text = """
      a.spec.yaml:10:32: error[T206]: send_report #1 came at 1m, expected { between: [0s, 59s] }
         |
      10 |       send_report: [{ between: [0s, 59s] }]
         |                                ^^^^^^^^^ missed by 1s
         = virtual time  event                     effects
                     0s  note_set a=b              –
                   » 1m  timer_fired report        send_report #1
                     1m  response_received #1 200  –
         = cause: send_report #1 (1m)
                ← timer_fired report (1m)
                ← set_timer report 1m (0s)
                ← note_set a=b (0s)
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a timeline misses an occurrence`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 2m
      timeline:
        send_report: [60s, 2m]
      """
    let text = """
      a.spec.yaml:10:26: error[T206]: send_report did not come, expected at 2m
         |
      10 |       send_report: [60s, 2m]
         |       ----------- in this timeline
         |                          ^^ expected
         = occurrence 2 of 2 in the timeline
         = virtual time  event                     effects
                     0s  note_set a=b              –
                     1m  timer_fired report        send_report #1
                     1m  response_received #1 200  –
                     2m  (step)                    –               expected send_report
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a timeline has one occurrence too few`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: 2m
      timeline:
        send_report: []
      """
    let text = """
      a.spec.yaml:10:7: error[T206]: send_report #1 came at 1m and is not in the timeline
         |
      10 |       send_report: []
         |       ^^^^^^^^^^^ every occurrence stands here
         = virtual time  event                     effects
                     0s  note_set a=b              –
                   » 1m  timer_fired report        send_report #1
                     1m  response_received #1 200  –
         = cause: send_report #1 (1m)
                ← timer_fired report (1m)
                ← set_timer report 1m (0s)
                ← note_set a=b (0s)
         = it would be number 1: - 1m
         = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a state that differs shows both sides`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 60s, expect: [send_report], state: { pending: true } }
      """
    let text = """
      a.spec.yaml:8:61: error[T205]: state: pending differs at 1m
        |
      8 |       - { at: 60s, expect: [send_report], state: { pending: true } }
        |                                                             ^^^^ expected
        = − pending: true
          + pending: false
        = virtual time  event                     effects
                    0s  note_set a=b              –
                    1m  timer_fired report        send_report #1
                    1m  response_received #1 200  –
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a count says when it happened`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 60s, expect: [send_report] }
      finally: { counts: { send_report: 2 } }
      """
    let text = """
      a.spec.yaml:9:39: error[T207]: send_report happened 1 time
        |
      9 |     finally: { counts: { send_report: 2 } }
        |                                       ^ expected 2
        = at 1m
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `a known bug that passes points at its mark`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 60s, expect: [send_report] }
      known_bug: APP-1
      """
    let text = """
      a.spec.yaml:9:16: error[T208]: 'Example' is marked known_bug but passed
        |
      9 |     known_bug: APP-1
        |                ^^^^^ remove the mark
      """
    #expect(Checking().text(Checking.spec(body)) == text)
  }

  @Test func `failures beyond the limit are counted by their codes`() {
    let steps = (1...25).map { "  - { at: \($0)s, expect: [greet] }" }.joined(separator: "\n")
    let body = "given: { use: [running] }\nsteps:\n\(steps)\nfinally: { counts: { greet: 1 } }"
    let failures = Checking().results(Checking.spec(body))[0].report.failures
    #expect(failures.map(\.code.id) == Array(repeating: "T201", count: 20) + ["T212"])
    #expect(failures.last?.message == "6 more findings of this scenario not shown")
    #expect(
      failures.last?.notes == [
        "5 × T201, an expected effect did not come", "1 × T207, another count",
      ])
  }

  @Test func `instants far apart are shown without everything between them`() {
    let notes = (1...200).map {
      "  - { at: \($0)m, event: note_set, with: { key: a, value: b }, expect: unchecked }"
    }
    let body = """
      given: { use: [running] }
      observe: [greet]
      steps:
        - { at: 30s, expect: [greet] }
      \(notes.joined(separator: "\n"))
        - { at: 201m, event: launched, expect: [] }
      """
    let failures = Checking().results(Checking.spec(body))[0].report.failures
    let table = failures.first?.notes.first?.split(separator: "\n") ?? []
    #expect(failures.count == 1 && table.count < 20)
    #expect(table.contains { $0.contains("(step)") && $0.hasSuffix("expected greet") })
    #expect(table.contains { $0.trimmingPrefix { $0 == " " } == "…" })
    #expect(table.contains { $0.contains("» 3h21m") })
  }

  @Test func `the hint names the command as it was called`() {
    var checking = Checking()
    checking.options = RunOptions(command: "pt")
    let body = "given: { use: [running] }\nsteps:\n  - { at: 1s, expect: [greet] }"
    #expect(checking.text(Checking.spec(body)).hasSuffix("= run only this: pt check a.spec.yaml:4"))
  }
}
