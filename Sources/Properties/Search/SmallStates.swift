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

  /// Makes the runs of these numbers for as long as `goesOn` is true: those of `options`, drawn
  /// from the setting, the inputs and the answers of the space alone.
  ///
  /// - Returns: The number of runs made, and the fingerprints of the states that they come to.
  public func visited(
    by options: SearchOptions<S>, _ numbers: Range<Int64>, goesOn: () -> Bool = { true }
  ) -> (runs: Int64, states: Set<UInt64>) {
    var options = options
    options.space = space
    options.properties = []
    options.plans = []
    var stepper = SearchStepper(space)
    var visited: Set<UInt64> = []
    var generator = RunGenerator(options: options)
    generator.visit = { [found = outcome.found] world in
      let fingerprint = stepper.fingerprint(ofStanding: world)
      if found.contains(fingerprint) { visited.insert(fingerprint) }
    }
    var runs: Int64 = 0
    for number in numbers where goesOn() {
      _ = generator.run(number, isKept: false, options.tally)
      runs += 1
    }
    return (runs, visited)
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
