import EventSourcing
import MobileEngage
import Systems
import Testing

struct BatchMonitorTests {
  @Test(
    arguments: [([1, 2, 5], []), ([], ["E14"]), ([2, 1], ["E14"]), ([3, 3], ["E14"])]
      as [([Int64], [String])])
  func `a batch has events in the order of tracking`(entries: [Int64], broken: [String]) {
    var run = HandMadeRun<MobileEngageSystem>()
    let events = entries.map { TrackedEvent(entry: $0, type: .custom, name: "", at: zero) }
    run.record(.device(.sendEvents(.sample, events: events)))
    #expect(run.broken == broken)
    #expect(run.met.contains("E14"))
  }
}
