import EventSourcing
import Replay
import Testing
import Traces

@testable import Commands

struct DriftingDevicesTests {
  private func devices(explainedBy fields: [[String]]) -> DriftingDevices {
    let signature = DriftSignature(
      event: "opened", effect: "sent", kind: .missing, subject: "", gates: [])
    var devices = DriftingDevices(
      .init(signature: signature, seq: 7, at: Instant(milliseconds: 0)))
    devices.explain(by: fields)
    return devices
  }

  @Test(arguments: [
    ([["a"]], "explained by a"), ([["a", "b"], ["a"]], "explained by a"),
    ([["a"], ["b"], ["b", "a"]], "explained by a, or b in 2 of 3 examples"),
    ([["a"], ["b"]], "its examples disagree: explained by a, or b, each in one of 2"),
    ([[], []], nil),
  ])
  func `the fields of most examples explain a group`(fields: [[String]], text: String?) {
    #expect(devices(explainedBy: fields).explanation == text)
  }

  @Test func `groups whose examples disagree are not put together`() {
    let agreeing = devices(explainedBy: [["a"], ["a"]])
    #expect(agreeing.isExplained(like: devices(explainedBy: [["a"]])))
    #expect(!agreeing.isExplained(like: devices(explainedBy: [["a"], ["b"]])))
    #expect(!agreeing.isExplained(like: devices(explainedBy: [["b"]])))
    var merged = agreeing
    merged.merge(devices(explainedBy: [["a", "b"]]))
    #expect(merged.explanation == "explained by a" && merged.signatures.count == 2)
  }
}
