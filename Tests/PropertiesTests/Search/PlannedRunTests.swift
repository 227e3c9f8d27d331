import EventSourcing
import Foundation
import Simulation
import Testing
import Turnstile

@testable import Properties

struct PlannedRunTests {
  private let setting = RunSetting<TurnstileGate>(
    start: defaultClock, devices: [Preparation.Device(name: "device")])

  /// The plans of the runs of another seed that came to something new.
  private func plans<S: SearchableSystem>(
    of options: SearchOptions<S>, seed: UInt64, runs: Int64
  ) -> [RunPlan<S>] {
    var options = options
    options.seed = seed
    options.keepsPlans = true
    return SearchPart(options, 0..<runs).novel.map { run in
      var plan = run.plan
      plan.steps.removeLast(
        max(0, plan.steps.count - 1 - (run.features.map(\.step).max() ?? 0)))
      return plan
    }
  }

  private func runs<S: SearchableSystem>(
    _ options: SearchOptions<S>, _ numbers: Range<Int64>
  ) -> [FinishedRun<S>] {
    var runs: [FinishedRun<S>] = []
    _ = SearchPart(options, numbers) { run, _ in runs.append(run) }
    return runs
  }

  /// Counts the runs until a property is broken.
  private func runs<S: SearchableSystem>(_ options: SearchOptions<S>) -> Int64? {
    (0..<4_000 as Range<Int64>).first { !SearchPart(options, $0..<$0 + 1).found.isEmpty }
      .map { $0 + 1 }
  }

  @Test func `a plan is followed as it is before anything is drawn`() {
    var options = SearchOptions<TurnstileGate>(seed: 7)
    options.plans = plans(of: options, seed: 8, runs: 20)
    #expect(options.plans.count > 1)
    let runs = runs(options, 0..<Int64(options.plans.count))
    for (run, plan) in zip(runs, options.plans) {
      #expect(run.log.records == SearchedClaim.progress.run(plan).log.records)
    }
  }

  @Test func `a later run is drawn as without plans, or is a mutation of one`() {
    let plain = SearchOptions<TurnstileGate>(seed: 7)
    var options = plain
    options.plans = plans(of: options, seed: 8, runs: 20)
    let numbers = Int64(options.plans.count)..<60
    let tally = SearchPart(options, numbers).tally
    let (drawn, mutated) = (tally.drawnRuns, tally.mutatedRuns)
    #expect(mutated > 10 && drawn > 10 && mutated + drawn == Int64(numbers.count))
    let pairs = zip(runs(options, numbers), runs(plain, numbers))
    let alike = pairs.filter { $0.log.records == $1.log.records }
    #expect(alike.count == Int(drawn))
  }

  @Test func `mutations are the same however runs are parted, and fit the machine`() throws {
    var options = SearchOptions<CheckoutSystem>(seed: 7)
    options.plans = plans(of: options, seed: 8, runs: 40)
    let whole = runs(options, 0..<40)
    let parts = runs(options, 0..<13) + runs(options, 13..<40)
    #expect(whole.map(\.log.records) == parts.map(\.log.records))
    var changed = 0
    for number in 0..<200 as Range<Int64> {
      guard let planned = options.planned(number), planned.isMutation else { continue }
      #expect(planned.plan.misfit == nil)
      if !options.plans.contains(planned.plan) { changed += 1 }
    }
    #expect(changed > 50)
  }

  @Test func `a plan may name requests and messages that no run reaches`() {
    func plan(_ fault: RunPlan<TurnstileGate>.Step.Action) -> RunPlan<TurnstileGate> {
      RunPlan(
        setting: setting,
        steps: [
          RunStep(.input(party: "device", .pushed, first: false)), RunStep(fault), RunStep(fault),
        ])
    }
    var options = SearchOptions<TurnstileGate>(seed: 7)
    let last = plan(.fault(.hang(RequestID(party: "device", number: .max))))
    options.plans = [last]
    for number in 1..<200 as Range<Int64> {
      for step in options.planned(number)?.plan.steps ?? [] where step.fault != nil {
        #expect(step.fault == last.steps[1].fault)
      }
    }
    let first = FlightID(party: "device", half: .message, number: .min)
    for action in [
      .fault(.hang(RequestID(party: "device", number: .min))),
      .due(.limit(RequestID(party: "device", number: .min))),
      .fault(.drop(SentMessage(first, earlier: .min))),
    ] as [RunPlan<TurnstileGate>.Step.Action] {
      #expect(!plan(action).without(0..<1, way: 0).isEmpty)
    }
  }

  @Test func `a run goes on as one that followed a plan`() {
    var options = SearchOptions<TurnstileGate>(seed: 7)
    options.plans = plans(of: options, seed: 8, runs: 20)
    let first = runs(options, 1..<2)
    let part = SearchPart(options, 100..<101, beginnings: [(run: 1, steps: 2)]) { run, _ in
      #expect(run.choices.first == first[0].choices.first)
      #expect(run.choices != first[0].choices)
    }
    #expect(part.tally.mutatedRuns == 0)
  }

  @Test func `what a search may not draw is not followed either`() throws {
    let start = RunPlan<TurnstileGate>.Step(.input(party: "device", .pushed, first: false))
    var plan = RunPlan(setting: setting, steps: [start])
    var options = SearchOptions<TurnstileGate>(seed: 1)
    #expect(options.allows(plan) && plan.misfit == nil)
    options.inputs = [SearchedInput(.coinInserted)]
    #expect(!options.allows(plan))
    options.inputs = nil
    options.faults = []
    #expect(options.allows(plan))
    plan.steps.append(RunStep(.fault(.hang(RequestID(party: "device", number: 1)))))
    #expect(!options.allows(plan))
    options.faults = [.hanging]
    #expect(options.allows(plan))
    options.span = .seconds(1)
    plan.steps[0].after = .seconds(1)
    // A fault at the instant of the last step.
    #expect(options.allows(plan))
    plan.steps[1].after = .milliseconds(1)
    #expect(!options.allows(plan))
    plan.steps[0].action = .input(party: "other", .pushed, first: false)
    #expect(plan.misfit?.hasPrefix("step 1 is about 'other', and the run has ") == true)
    let device = plan.setting.devices[0]
    plan.setting.devices = [device, device]
    #expect(plan.misfit == "two of its devices have one name")
    plan.setting.devices = []
    #expect(plan.misfit == "it has no device")
  }

  @Test func `a run is worth keeping for gates that hold something back together`() {
    var options = SearchOptions<Telegraph>(seed: 7)
    options.keepsPlans = true
    let keys = Set(SearchPart(options, 0..<40).novel.flatMap(\.features).map(\.key))
    for held in [[], [Telegraph.busy], [Telegraph.share], [Telegraph.busy, Telegraph.share]] {
      #expect(keys.contains(TransitionKey(Telegraph.Effect.Name.send, heldBy: held).bits))
    }
    let never = TransitionKey(
      Telegraph.Effect.Name.send, heldBy: [Telegraph.share, Telegraph.busy])
    #expect(!keys.contains(never.bits))
  }

  @Test func `a rare bug takes fewer runs after those that came to something new`() throws {
    var without: [Int64] = []
    var with: [Int64] = []
    for seed in 1...3 as ClosedRange<UInt64> {
      var options = SearchOptions(.sixSteps, seed: seed)
      without.append(try #require(runs(options)))
      options.plans = plans(of: options, seed: seed + 100, runs: 100)
      with.append(try #require(runs(options)))
    }
    let (plain, planned): (Int64, Int64) = (without.reduce(0, +), with.reduce(0, +))
    #expect(planned * 2 < plain, "\(with) against \(without)")
    let article = try String(contentsOf: BugTests.article, encoding: .utf8)
    for numbers in [without, with] {
      let text = "after \(numbers[0]), \(numbers[1]) and \(numbers[2])"
      #expect(article.replacing("\n", with: " ").contains(text), "\(text)")
    }
  }
}
