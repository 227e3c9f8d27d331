import EventSourcing
import MobilePush
import Platform
import Systems
import Testing

struct DeviceWorldTests {
  private let start = Instant(milliseconds: 1_767_603_600_000)

  @Test func `a copy of a world does not see what happens to the original`() {
    var original = MobilePushWorld.initial
    happen(.device(.appLaunched()), to: "phone", in: &original)
    let copy = original
    happen(.device(.appBackgrounded), to: "phone", in: &original)
    happen(.backend(.engagement(.serverDown)), to: "engagement", in: &original)
    #expect(copy != original)
    #expect(copy.device("phone").process.phase == .foreground)
    #expect(copy.backend.value.engagement.value != original.backend.value.engagement.value)
  }

  @Test func `worlds that went the same way are equal and have one hash`() {
    var left = MobilePushWorld.initial
    happen(.device(.appLaunched()), to: "phone", in: &left)
    var right = left
    for event in [MobilePushEvent.tagAdded(tag: "a"), .appBackgrounded] {
      happen(.device(event), to: "phone", in: &left)
      happen(.device(event), to: "phone", in: &right)
    }
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test func `a diagnosis of a backend is recorded under the name that devices use`() {
    let diagnosis = MobilePushBackendEffect.engagement(.diagnose(code: .sample, detail: "x"))
    #expect(
      MobilePushSystem.recorded(diagnosis) == .device(.diagnose(code: .sample, detail: "x")))
    let names = MobilePushWorldEffect.Name.allCases
    #expect(names.count { $0.description == "diagnose" } == 1)
  }

  private func happen(
    _ event: MobilePushWorldEvent, to party: String, in world: inout MobilePushWorldState
  ) {
    var effects = Effects<MobilePushWorldEffect>()
    MobilePushWorld.reduce(
      &world, RecordedEvent(seq: 1, at: start, party: party, event: event), into: &effects)
  }
}
