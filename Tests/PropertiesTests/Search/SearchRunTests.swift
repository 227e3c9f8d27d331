import EventSourcing
import Simulation
import Testing

@testable import Properties

struct SearchRunTests {
  /// The numbers of the runs that come out otherwise when they are performed again.
  private func unrepeated<P: PlantedBug>(_ planted: P.Type) -> [Int64] {
    let options = SearchOptions<CheckoutSystem<P>>(seed: 1)
    var generator = RunGenerator(options: options)
    return (0..<60 as Range<Int64>).filter { number in
      let run = generator.run(number, isKept: true, options.tally)
      let plan = RunPlan(setting: run.setting, steps: run.steps, heals: true)
      return SearchedClaim.progress.run(plan).log.records != run.log.records
    }
  }

  @Test func `a drawn run is repeated by its steps`() {
    #expect(unrepeated(NoBug.self) == [])
  }

  @Test func `requests that have one number each have a fate of their own when it is repeated`() {
    #expect(unrepeated(Bug.identifierReused.checkout) == [])
  }
}
