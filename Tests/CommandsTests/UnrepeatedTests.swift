import CommandTesting
import Diagnostics
import EventSourcing
import Foundation
import MobilePush
import Properties
import Simulation
import Specs
import SystemProperties
import Systems
import Testing

@testable import Commands

/// A counterexample that no run repeats is shown all the same, with the reason.
struct UnrepeatedTests {
  /// A property that breaks the third time that it is asked, and never again.
  private static var once: Property<MobilePushSystem> {
    let calls = Calls()
    return .always("ONCE", "It is not asked three times") { _ in calls.next() != 3 }
  }

  @Test func `a way that no run repeats is shown and its trace is saved`() throws {
    let space = SearchSpace<MobilePushSystem>(
      RunSetting(
        start: Instant(milliseconds: 1_767_603_600_000), devices: [.init(name: "device")]),
      alphabet: Alphabet(inputs: [.device(.appLaunched())]), properties: [Self.once])
    let way = try #require(Exploration(space).run().counterexamples.first)
    var example = KeptCounterexample(found: Counterexample(way, of: space), sdk: "mobilepush")
    let folder = TemporaryFolder()
    var lost: OutputFailure?
    example.save(traces: folder.url.path, specs: folder.url.path, &lost)
    #expect(lost == nil)
    let text = example.text
    #expect(text.contains("app_launched"), "\(text)")
    #expect(text.contains("error: no run repeats this: the same steps do not break it again"))
    #expect(!text.contains("repeat:"))
    let files = try folder.names()
    #expect(files.count == 1 && files.allSatisfy { $0.hasSuffix(".trace.jsonl") }, "\(files)")
  }

  @Test func `a random run that is not broken again is a finding`() throws {
    var options = SearchOptions<MobilePushSystem>(seed: 7)
    options.properties = [Self.once]
    options.comparisons = []
    let found = try #require(SearchPart(options, 0..<3).found.first)
    let example = Counterexample(
      found.plan, options.claims[found.claim], as: found.sentence, run: found.number)
    #expect(example.unrepeated != nil && example.tries == 1)
    #expect(example.sentence.hasPrefix("it does not hold after"))
    #expect(!example.steps.isEmpty)
  }

  @Test func `every run of simulate is repeated by its plan`() {
    #expect(unrepeated(MobilePushSystem.self) == [])
    #expect(unrepeated(MobileEngageSystem.self) == [])
  }

  /// The numbers of the runs that come out otherwise when they are performed again.
  private func unrepeated<S: SearchableSystem>(_ system: S.Type) -> [Int64] {
    var options = SearchOptions<S>(seed: 11)
    options.properties = []
    options.keepsPlans = true
    var logs: [Int64: EventLog<S.Machine.Event, S.Machine.Effect>] = [:]
    let drawn = SearchPart(options, 0..<20) { logs[$1] = $0.log }
    let begun = SearchPart(options, 20..<30, beginnings: [(run: 3, steps: 5), (run: 7, steps: 9)]) {
      logs[$1] = $0.log
    }
    let novel = drawn.novel + begun.novel
    #expect(novel.count > 15)
    return novel.filter { run in
      SearchedClaim.progress.run(run.plan).log.records != logs[run.number]?.records
    }.map(\.number)
  }
}

private final class Calls: @unchecked Sendable {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
