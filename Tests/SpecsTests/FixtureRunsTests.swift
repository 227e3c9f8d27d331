import EventSourcing
import Simulation
import SpecFormat
import Specs
import Testing
import Traces

struct FixtureRunsTests {
  private static func scenarios(_ given: String...) -> [ScenarioValues<OutboxSystem>] {
    let all = given.map { given in
      """
        - name: Example
      \(given)
          steps:
            - { at: 0s, event: note_set, with: { key: city, value: Oslo }, expect: unchecked }
            - { at: 1m, expect: unchecked }

      """
    }
    return Checking().scenarios(
      "format: 1\nsdk: outbox\nscenarios:\n" + all.joined())
  }

  @Test func `scenarios that begin alike share the run of their fixtures`() throws {
    let scenarios = Self.scenarios(
      "    given: { use: [running] }",
      "    given: { use: [running], readings: { eager: true } }",
      "    given: { use: [running], history: [{ at: -1m, event: stopped }] }")
    try #require(scenarios.count == 3)
    var fixtures = FixtureRuns<OutboxSystem>()
    for scenario in scenarios {
      let run = fixtures.run(for: scenario)
      let first = fixtures.run(for: scenarios[0])
      #expect(try #require(run).log.records == first?.log.records)
      #expect(scenario.run(after: run).trace == scenario.run().trace)
    }
  }

  @Test func `scenarios that begin in other ways have runs of their own, in whatever order`() throws
  {
    let own = "    given: { use: [running] }"
    let other = "    given: { devices: { left: { use: [running] } } }"
    let scenarios = Self.scenarios(own, other, own, own, other)
    try #require(scenarios.count == 5)
    var fixtures = FixtureRuns<OutboxSystem>()
    for scenario in scenarios {
      let run = fixtures.run(for: scenario)
      #expect(
        try #require(run).log.records.first?.party == scenario.run().trace.records.first?.party)
    }
  }

  @Test(arguments: [
    "    given: { clock: 2026-01-05T09:00:00Z }", "    given: { use: [running] }\n    budget: 1000",
    "    given: { history: [{ at: -1m, event: launched }] }",
  ])
  func `a scenario without fixtures or with a budget of its own has no such run`(
    given: String
  ) throws {
    let scenario = try #require(Self.scenarios(given).first)
    var fixtures = FixtureRuns<OutboxSystem>()
    let run = fixtures.run(for: scenario)
    #expect(run == nil)
  }

  @Test func `a budget of the command line counts the records of the fixtures`() throws {
    let scenario = try #require(Self.scenarios("    given: { use: [running] }").first)
    var fixtures = FixtureRuns<OutboxSystem>()
    let run = fixtures.run(for: scenario)
    #expect(run != nil)
    let options = RunOptions(budget: 1)
    #expect(scenario.run(options, after: run).trace == scenario.run(options).trace)
  }
}
