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
}
