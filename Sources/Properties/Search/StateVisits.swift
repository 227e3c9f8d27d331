import EventSourcing
import Simulation

/// The states of a small configuration that every interleaving of a few moves reaches, and those of
/// them that random runs within it come to.
public struct SmallStates<S: SearchableSystem>: Sendable {
  /// The outcome of the exhaustive search.
  public let outcome: SearchOutcome<S>
  private let space: SearchSpace<S>

  /// Takes what was found in a space.
  public init(_ outcome: SearchOutcome<S>, of space: SearchSpace<S>) {
    self.outcome = outcome
    self.space = space
  }

  /// The states that the runs of these numbers come to, by their fingerprints: the runs of
  /// `options`, drawn from the setting, the inputs and the answers of the space alone.
  public func visited(
    by options: SearchOptions<S>, _ numbers: Range<Int64>
  ) -> Set<UInt64> {
    var options = options
    options.space = space
    options.properties = []
    options.plans = []
    let visits = StateVisits(of: outcome.found, in: space)
    var generator = RunGenerator(options: options)
    generator.visits = visits
    for number in numbers { _ = generator.run(number, isKept: false, options.tally) }
    return visits.visited
  }
}

/// Notes which of some states a run comes to.
final class StateVisits<S: SearchableSystem> {
  private let states: FingerprintSet
  private var stepper: SearchStepper<S>
  private(set) var visited: Set<UInt64> = []

  init(of states: FingerprintSet, in space: SearchSpace<S>) {
    self.states = states
    stepper = SearchStepper(space)
  }

  func note(_ world: World<S>) {
    let fingerprint = stepper.fingerprint(ofStanding: world)
    if states.contains(fingerprint) { visited.insert(fingerprint) }
  }
}

extension SearchStepper {
  /// The fingerprint of a world as if nothing were on its way: an exhaustive search decides on an
  /// answer when it arrives, and a random run when the request leaves.
  fileprivate mutating func fingerprint(ofStanding world: World<S>) -> UInt64 {
    printer.reset()
    world.show(to: &printer, withFlights: false)
    return printer.fingerprint(at: world.now, exchangeable: space.exchangesDevices)
  }
}
