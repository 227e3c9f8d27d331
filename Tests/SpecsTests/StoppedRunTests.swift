import Diagnostics
import Reports
import SpecFormat
import Specs
import Testing

struct StoppedRunTests {
  @Test func `a run that keeps too much says what grew`() throws {
    let steps = (1...300).map { number in
      "  - { at: \(2 * number)m, event: note_set, with: { key: b, value: \"\(number)\" } }"
    }
    let long = String(repeating: "x", count: 2 << 20)
    let body = """
      given: { use: [running], backend: { report: { replies: [201] } } }
      observe: []
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: \(long) } }
      \(steps.joined(separator: "\n"))
      """
    let failure = try #require(Checking().results(Checking.spec(body)).first?.report.failures.first)
    #expect(failure.code.id == "T213")
    #expect(failure.message == "the run keeps more than 512 MiB of records")
    #expect(failure.labels.map(\.text) == ["it stopped at 8h29m, after 1276 records"])
    let sizes = "from 2097401 bytes to 2097437, 510 MiB together"
    #expect(failure.notes.first == "what grew: 255 records of 'send_report', \(sizes)")
  }
}
