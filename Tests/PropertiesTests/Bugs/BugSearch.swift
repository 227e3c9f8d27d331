import EventSourcing
import Simulation

@testable import Properties

/// A planted bug that was found, and how.
struct FoundBug {
  /// The property that it breaks.
  let property: String
  /// The number of runs until then, or of states.
  let searched: Int
  /// The number of steps of the run, or of moves of the way.
  let before: Int
  /// The steps of the example, in words.
  let steps: [String]
  /// The number of runs that it took to make it small.
  let tries: Int
}

extension FoundBug {
  /// Makes random runs until one breaks a property.
  static func simulated(_ bug: Bug?, seed: UInt64, atMost runs: Int64 = 2_000) -> FoundBug? {
    let options = SearchOptions(bug, seed: seed)
    for run in 0..<runs {
      guard let found = SearchPart(options, run..<run + 1).found.first else { continue }
      return FoundBug(found.plan, options.claims[found.claim], searched: Int(run) + 1)
    }
    return nil
  }

  /// Searches every way of one device, or of as many as it takes, until one breaks a property.
  static func explored(_ bug: Bug, devices: Int, atMost states: Int) -> FoundBug? {
    var setting = RunSetting<CheckoutSystem>(
      start: defaultClock,
      devices: (1...devices).map {
        Preparation.Device(name: devices == 1 ? "device" : "device-\($0)")
      })
    setting.installed.bug = bug
    let space = SearchSpace(
      setting, alphabet: CheckoutSystem.alphabet, properties: CheckoutSystem.properties)
    let outcome = Exploration(space, bounds: SearchBounds(states: states)).run()
    guard let way = outcome.counterexamples.first else { return nil }
    return FoundBug(
      RunPlan(way, of: setting), .property(space.properties[way.violation.property]),
      searched: outcome.figures.states, before: way.depth)
  }

  init<S: SearchableSystem>(
    _ plan: RunPlan<S>, _ claim: SearchedClaim<S>, searched: Int, before: Int? = nil
  ) {
    var shrinker = Shrinker(plan, breaking: claim)
    shrinker.run()
    property = claim.claim.id
    self.searched = searched
    self.before = before ?? plan.steps.count
    tries = shrinker.tries
    steps = shrinker.smallest.steps.map { "\($0.after.text) \($0.words)" }
  }
}

extension SearchOptions<CheckoutSystem> {
  /// A search where a bug is planted.
  init(_ bug: Bug?, seed: UInt64) {
    self.init(seed: seed)
    installed.bug = bug
  }
}

extension RunStep {
  fileprivate var words: String {
    switch action {
    case .wait: "time passes"
    case .due(let item): "due \(item)"
    case .input(let party, let event, let first): "\(party) \(event.name)\(first ? " first" : "")"
    case .fault(.hang(let request)): "\(request.party) \(request.number) hangs"
    case .fault(.answer(let request, let reply, let time)):
      "\(request.party) \(request.number) is answered \(reply.status) after \(time.text)"
    case .fault(.fail(let request, let why, let time)):
      "\(request.party) \(request.number) fails after \(time.text): \(why)"
    case .fault(let fault): "\(fault)"
    }
  }
}
