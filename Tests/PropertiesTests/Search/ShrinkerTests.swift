import EventSourcing
import Properties
import Simulation
import Testing
import Turnstile

struct ShrinkerTests {
  private let options = SearchOptions<TurnstileGate>(seed: 7)

  /// A run that breaks the claim at a place, made small.
  private func shrunk(
    _ place: Int
  ) throws -> (claim: SearchedClaim<TurnstileGate>, plan: RunPlan<TurnstileGate>) {
    let part = SearchPart(options, 0..<200)
    let found = try #require(part.found.first { $0.claim == place })
    let claim = options.claims[place]
    var shrinker = Shrinker(found.plan, breaking: claim)
    shrinker.run()
    return (claim, shrinker.smallest)
  }

  @Test(arguments: [0, 1, 4])
  func `without any step of a small run the claim holds`(property: Int) throws {
    let (claim, plan) = try shrunk(property)
    #expect(claim.run(plan).broken != nil)
    for step in plan.steps.indices {
      var fewer = plan
      fewer.steps.remove(at: step)
      #expect(claim.run(fewer).broken == nil, "step \(step) of \(plan.steps)")
    }
  }

  @Test func `two coins at once are all that it takes to open twice`() throws {
    let (_, plan) = try shrunk(0)
    let coin = TurnstileEvent.coinInserted(value: 2, donor: "", remark: nil)
    let events = plan.steps.compactMap { step -> TurnstileEvent? in
      if case .input(_, let event, _) = step.action { event } else { nil }
    }
    #expect(events.count == 2)
    #expect(events.allSatisfy { $0.name == coin.name })
    #expect(plan.steps.allSatisfy { $0.after == .zero })
    #expect(!plan.heals)
    #expect(plan.setting.devices.map(\.name) == ["device"])
  }

  @Test func `a claim about rest keeps the end of all faults`() throws {
    let (_, plan) = try shrunk(4)
    #expect(plan.heals)
    #expect(plan.steps.count == 1)
  }

  @Test func `each step says what does not come about without it`() throws {
    let (claim, plan) = try shrunk(0)
    let reasons = try #require(claim.reasons(claim.run(plan)))
    #expect(reasons.count == plan.steps.count)
    #expect(reasons.allSatisfy { $0.missing != nil }, "\(reasons)")
  }

  @Test func `a run that keeps the claim stays as it is`() {
    let plan = RunPlan<TurnstileGate>(
      setting: RunSetting(start: Instant(milliseconds: 0), devices: [.init(name: "north")]),
      steps: [RunStep(.input(party: "north", .pushed, first: false))])
    var shrinker = Shrinker(plan, breaking: options.claims[0])
    shrinker.run()
    #expect(shrinker.smallest == plan)
  }
}
