import Diagnostics
import Reports
import SpecFormat
import Specs
import Testing

struct StateTimelineTests {
  private func spec(_ states: String) -> String {
    Checking.spec(
      """
      given: { use: [running] }
      steps:
        - { at: 10s, event: note_set, with: { key: city, value: Oslo } }
      run_until: 5m
      observe: []
      states: { \(states) }
      """)
  }

  private func outcome(_ states: String) -> ScenarioReport.Outcome? {
    Checking().outcomes(spec(states)).first
  }

  @Test func `a field has each value from its time until the next`() {
    #expect(outcome("notes.city: [{ at: 0s, is: absent }, { at: 10s, is: Oslo }]") == .passed)
    #expect(outcome("notes.city: [{ at: 0s, is: absent }, { at: 9s, is: Oslo }]") == .failed)
    #expect(outcome("notes.city: [{ at: 0s, is: absent }, { at: 10s1ms, is: Oslo }]") == .failed)
    #expect(outcome("notes.city: [{ at: 0s, is: absent }]") == .failed)
  }

  @Test func `nothing is judged before the first value, and none begins after the end`() {
    #expect(outcome("notes.city: [{ at: 10s, is: Oslo }]") == .passed)
    #expect(outcome("notes.city: [{ at: 10s, is: Oslo }, { at: 6m, is: absent }]") == .failed)
    #expect(outcome("notes.city: [{ at: 10s, is: Oslo }, { at: 5m, is: absent }]") == .failed)
  }

  @Test func `what cannot be is a finding`() {
    func codes(_ states: String) -> [String] {
      Checking().file(spec(states)).findings.map(\.code.id)
    }
    #expect(codes("nots: [{ at: 0s, is: absent }]") == ["S101"])
    #expect(codes("notes: [{ at: 0s, is: {} }, { at: 0s, is: {} }]") == ["S201"])
    #expect(codes("notes: [{ at: 0s, is: {} }, { at: -1s, is: {} }]") == ["S201"])
    #expect(codes("notes: []") == ["S102"])
    #expect(codes("notes: [{ at: 0s }]") == ["S103"])
  }
}
