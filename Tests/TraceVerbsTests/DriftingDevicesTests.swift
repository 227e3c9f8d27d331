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
    merged.merge(devices(explainedBy: [["a", "b"]]), beside: TraitCounts())
    #expect(merged.explanation == "explained by a" && merged.signatures.count == 2)
  }

  @Test func `one field does not put together devices with settings of their own`() {
    func marked(by traits: [String]) -> DriftingDevices {
      var devices = devices(explainedBy: [["online"]])
      devices.shared = traits.map { SharedTrait(trait: $0, devices: 2, exact: 0) }
      return devices
    }
    let some = marked(by: ["app_version = 2", "opened occurs"])
    #expect(!some.isExplained(like: marked(by: ["sdk_version = 9", "opened occurs"])))
    #expect(some.isExplained(like: marked(by: ["sdk_version = 9", "app_version = 2"])))
    #expect(some.isExplained(like: marked(by: ["closed occurs"])))
  }

  @Test func `the same effect and the same first trait mark one defect`() {
    func marked(_ effect: String, by traits: [String]) -> DriftingDevices {
      let signature = DriftSignature(
        event: "opened", effect: effect, kind: .missing, subject: "", gates: [])
      var devices = DriftingDevices(
        .init(signature: signature, seq: 7, at: Instant(milliseconds: 0)))
      devices.shared = traits.map { SharedTrait(trait: $0, devices: 2, exact: 0) }
      return devices
    }
    let some = marked("sent", by: ["app_version = 2", "opened occurs"])
    #expect(some.isMarked(like: marked("sent", by: ["app_version = 2"])))
    #expect(!some.isMarked(like: marked("sent", by: ["opened occurs", "app_version = 2"])))
    #expect(!some.isMarked(like: marked("shown", by: ["app_version = 2"])))
    #expect(!marked("sent", by: []).isMarked(like: marked("sent", by: [])))
  }
}
