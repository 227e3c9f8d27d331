import EventSourcing
import Simulation

extension SearchOutcome {
  /// Makes the runs of these numbers for as long as `goesOn` is true: those of `options`, drawn
  /// from the setting, the inputs and the answers of `space` alone, which was searched.
  ///
  /// - Returns: The number of runs made, and the fingerprints of those states of the search that
  ///   they come to.
  public func visited(
    in space: SearchSpace<S>, by options: SearchOptions<S>, _ numbers: Range<Int64>,
    goesOn: () -> Bool = { true }
  ) -> (runs: Int64, states: Set<UInt64>) {
    var options = options
    options.space = space
    options.properties = []
    options.plans = []
    var stepper = SearchStepper(space)
    var visited: Set<UInt64> = []
    var generator = RunGenerator(options: options)
    generator.visit = { [found] world in
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
