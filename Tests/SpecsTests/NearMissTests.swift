import SpecFormat
import Specs
import Testing

/// What a finding adds about what did happen.
struct NearMissTests {
  @Test func `the timer that is pending is named where an effect did not come`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 30s, expect: [send_report] }
      """
    let text = Checking().text(Checking.spec(body))
    #expect(text.contains("= timer 'report' is pending then: it is due at 1m"))
  }

  @Test func `effects that no step claims are one finding with the whole line`() {
    let body = """
      steps:
        - { at: 0s, event: launched, expect: [greet] }
        - at: 1s
          event: note_set
          with: { key: a, value: b }
        - at: 61s
          event: launched
          expect:
            - send_report: { notes: { a: b } }
      """
    let text = Checking().text(Checking.spec(body))
    let line = "[send_report: { notes: { a: b } }, greet]"
    #expect(text.contains("claim it at this step: expect: \(line)"))
    #expect(text.split(separator: "error[T202]").count == 2)
  }

  @Test func `a promise that was kept too late says when`() {
    let text = NearMissTests.text(
      "{ whenever: note_set, then: send_report, within: 10s }", until: "2m")
    #expect(text.contains("= it came at 1m, 50s too late"))
  }

  @Test func `a record that is not quite what was promised is compared`() {
    let text = NearMissTests.text(
      "{ whenever: note_set, then: { send_report: { request: 7 } }, within: 70s }", until: "2m")
    #expect(text.contains("= send_report #1 at 1m is not meant:"))
    #expect(text.contains("− request: 7"))
    #expect(text.contains("+ request: 1"))
  }

  @Test func `what had to come before says when it came after`() {
    let text = NearMissTests.text("{ requires: send_report, before: note_set }", until: "2m")
    #expect(text.contains("= it came only at 1m, 1m later"))
  }

  @Test func `a wrong count names what was nearly counted`() {
    let text = NearMissTests.text(
      "{ count: { send_report: { notes: { a: c } } }, is: 1 }", until: "2m")
    #expect(text.contains("= send_report #1 at 1m is not meant:"))
    #expect(text.contains("− notes.a: c"))
  }

  @Test func `a wrong count lists the times that the excerpt leaves out`() {
    let notes = (0...3).map {
      "  - { at: \($0)s, event: note_set, with: { key: a, value: b } }"
    }
    let body =
      "given: { use: [running] }\nobserve: []\nsteps:\n\(notes.joined(separator: "\n"))\n"
      + "always: [{ count: note_set, is: 1 }]"
    let text = Checking().text(Checking.spec(body))
    #expect(text.contains("= it happened at 0s, 1s, 2s, 3s"))
  }

  @Test func `a count of what never happened names nothing`() {
    let text = NearMissTests.text("{ count: stopped, is: 2 }", until: "2m")
    #expect(text.contains("it happened 0 times"))
    #expect(!text.contains("not meant"))
  }

  private static func text(_ rule: String, until end: String) -> String {
    let body = """
      given: { use: [running] }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
      run_until: \(end)
      always:
        - \(rule)
      """
    return Checking().text(Checking.spec(body))
  }
}
