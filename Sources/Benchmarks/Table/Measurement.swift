/// Measures the contestants of a row in turns, so that what else the machine does meets all alike.
struct Measurement {
  /// What was measured, by the names of the contestants.
  private(set) var figures: [String: Figure] = [:]
  /// Why contestants are not measured, by their names.
  private(set) var failures: [String: String] = [:]
  private let row: Row
  /// What the work comes to, by the first contestant that says so.
  private var digest: Double?

  init(_ row: Row, rounds: Int, counter: AllocationCounts.Counter?) {
    self.row = row
    for contestant in row.contestants {
      if let need = contestant.need, (try? ProcessRun(need.probe)) == nil {
        failures[contestant.name] = "not installed: \(need.install)"
      }
    }
    for _ in 0..<rounds {
      for contestant in row.contestants { attempt(contestant) { try $0.add($1) } }
    }
    guard let counter else { return }
    for contestant in row.contestants {
      attempt(contestant) { try $0.count($1, by: counter) }
    }
  }

  private mutating func attempt(
    _ contestant: Contestant, _ measure: (inout Measurement, Contestant) throws -> Void
  ) {
    guard failures[contestant.name] == nil else { return }
    do {
      try measure(&self, contestant)
    } catch {
      failures[contestant.name] = "\(error)"
      figures[contestant.name] = nil
    }
  }

  private mutating func add(_ contestant: Contestant) throws {
    var seconds = 0.0
    for _ in 0..<row.repeats {
      let run = try ProcessRun(contestant.work.command)
      let amount = try amount(of: run, contestant.work)
      // A program that prepares its work says how long the work itself took.
      let taken =
        run.number(named: "seconds") ?? (row.time == .elapsed ? run.elapsed : run.processor)
      seconds += taken / amount
    }
    figures[contestant.name, default: Figure()].add(seconds / Double(row.repeats))
  }

  /// How much was done, after a look at what it came to.
  private mutating func amount(of run: ProcessRun, _ work: Contestant.Work) throws -> Double {
    if let proof = work.proof, !run.output.contains(proof) {
      throw ProcessFailed(command: work.command, reason: "its output has no '\(proof)'")
    }
    if let own = run.number(named: "digest") {
      if let digest, digest != own {
        throw ProcessFailed(command: work.command, reason: "its result is \(own), not \(digest)")
      }
      digest = own
    }
    switch work.amount {
    case .known(let amount): return Double(amount)
    case .reported(let name):
      guard let amount = run.number(named: name), amount > 0 else {
        throw ProcessFailed(command: work.command, reason: "its output has no \"\(name)\"")
      }
      return amount
    }
  }

  private mutating func count(
    _ contestant: Contestant, by counter: AllocationCounts.Counter
  ) throws {
    guard let tenth = contestant.tenth else { return }
    let whole = try counts(contestant.work, counter)
    // A tenth comes to something else.
    digest = nil
    let part = try counts(tenth, counter)
    digest = nil
    let more = whole.amount - part.amount
    guard more > 0 else { return }
    figures[contestant.name]?.allocations = (whole.counts.calls - part.counts.calls) / more
    figures[contestant.name]?.heldBytes = (whole.counts.peakBytes - part.counts.peakBytes) / more
  }

  private mutating func counts(
    _ work: Contestant.Work, _ counter: AllocationCounts.Counter
  ) throws -> (counts: AllocationCounts, amount: Double) {
    let counts = try AllocationCounts(work.command, by: counter)
    return (counts, try amount(of: counts.run, work))
  }
}
