import Diagnostics
import EventSourcing
import Replay
import Testing
import Turnstile

struct DriftReportTests {
  @Test func `an altered effect is explained by one finding`() throws {
    var trace = EditedTrace([.started(config: nil), .pushed])
    trace.lines[3].replace("closed", with: "offline")
    let outcome = try trace.replayed()
    let finding = try #require(outcome.diagnostics(file: "t").first)
    #expect(finding.code.id == "T401")
    #expect(finding.place?.description == "t:4:1")
    #expect(finding.message == "refuse is recorded with other content than the machine orders")
    #expect(
      finding.notes == [
        "at 1s in record 3 of device, after event 2 pushed",
        "- reason: offline\n+ reason: closed",
        """
        state before:
          name: gate
          price: 2
          patience: 5s
          coins: 0
          passed: 0
          requests: 0
          open: false
        """,
        "caused by:\n  2 pushed at 1s",
        "no later record depends on this one",
      ])
  }
}
