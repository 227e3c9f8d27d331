import Foundation

/// Measures the contestants of a row in turns, so that what else the machine does meets all alike.
struct Measurement {
  /// The figures by the names of the contestants.
  private(set) var figures: [String: Figure] = [:]
  /// The reasons why contestants are not measured, by their names.
  private(set) var failures: [String: String] = [:]
  private let row: Row
  /// The result of the work, by the first contestant that says one.
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

  /// Returns the amount of work done, after a check of its result.
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

/// A program that does the work of a row, each time in a process of its own.
struct Contestant {
  var name: String
  /// The arguments for the whole work.
  var work: Work
  /// The same for a tenth of the work. What the whole costs more is the cost of the work alone,
  /// without the start of the process; `nil` where allocations are not counted.
  var tenth: Work?
  /// The program that must be installed; `nil` for what is built with this one.
  var need: Need?

  /// One command line and how much it does.
  struct Work {
    var command: [String]
    /// The number of events, records, scenarios or bytes that it goes through.
    var amount: Amount
    /// A text that the output has when the work was done, and done right.
    var proof: String?
  }

  /// The amount of work done.
  enum Amount {
    /// As much as the workload has.
    case known(Int)
    /// The figure after this name in the output.
    case reported(String)
  }

  /// A program or package that this project does not bring along.
  struct Need {
    /// A command line that exits with 0 where it is there.
    var probe: [String]
    var install: String
  }

  /// A program that takes part where it is installed.
  static func peer(
    _ name: String, _ command: [String], _ amount: Amount = .reported("count"), need: Need
  ) -> Contestant {
    Contestant(name: name, work: Work(command: command, amount: amount), need: need)
  }
}

/// The figures of one contestant.
struct Figure {
  /// The seconds a unit of each round.
  private(set) var rounds: [Double] = []
  /// The number of blocks asked for, a unit; `nil` where they are not counted.
  var allocations: Double?
  /// The growth in peak memory for each unit, in bytes.
  var heldBytes: Double?

  mutating func add(_ seconds: Double) { rounds.append(seconds) }

  /// The seconds a unit in the middle of all rounds.
  var median: Double { rounds.sorted()[rounds.count / 2] }
  /// The distance from the fastest to the slowest round, as a fraction of the median.
  var spread: Double { ((rounds.max() ?? 0) - (rounds.min() ?? 0)) / median }
  /// The units in a second.
  var rate: Double { 1 / median }
}

/// A number with about three digits.
func digits(_ value: Double) -> String {
  String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
}

/// Seconds in a unit that suits them.
func shortTime(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-6: "\(digits(seconds * 1e9)) ns"
  case ..<1e-3: "\(digits(seconds * 1e6)) us"
  case ..<1: "\(digits(seconds * 1e3)) ms"
  case _: "\(digits(seconds)) s"
  }
}

/// Writes a rate a second, in thousands or millions.
func shortRate(_ rate: Double) -> String {
  switch rate {
  case ..<1e4: digits(rate)
  case ..<1e6: "\(digits(rate / 1e3)) k"
  case _: "\(digits(rate / 1e6)) M"
  }
}

/// One kind of work, and the programs that do it.
struct Row {
  /// The name by which a row is chosen on the command line.
  var name: String
  var title: String
  /// The unit of the figures: an event, a byte, a start.
  var unit: String
  var time = Time.processor
  /// The number of times a contestant works in one measurement.
  var repeats = 1
  /// The contestants; the others are compared with the first.
  var contestants: [Contestant]
  /// The promises of the project.
  var targets: [Target] = []

  /// A kind of time.
  enum Time {
    /// Over all cores: other work on the machine disturbs it least.
    case processor
    /// Elapsed time, where the work is spread over cores.
    case elapsed
  }
}

/// A promise about the figures of a row.
enum Target {
  /// Units a second.
  case rate(Double, String)
  /// The speed as a multiple of another contestant's; below `floor` something is broken, however
  /// busy the machine is.
  case ratio(Double, String, over: String, floor: Double)
  /// No more seconds than these.
  case limit(seconds: Double, String)

  /// A line about what came out; `nil` where a contestant was not measured.
  func line(_ figures: [String: Figure]) -> String? {
    switch self {
    case .rate(let wanted, let name):
      guard let rate = figures[name]?.rate else { return nil }
      return verdict(
        "\(name): \(shortRate(rate)) a second, wanted \(shortRate(wanted))", rate >= wanted)
    case .ratio(let wanted, let name, let other, _):
      guard let own = figures[name], let others = figures[other] else { return nil }
      let ratio = others.median / own.median
      return verdict(
        "\(name): \(digits(ratio)) times as fast as \(other), wanted \(digits(wanted))",
        ratio >= wanted)
    case .limit(let seconds, let name):
      guard let median = figures[name]?.median else { return nil }
      return verdict(
        "\(name): \(shortTime(median)), wanted below \(shortTime(seconds))", median < seconds)
    }
  }

  /// A line about a ratio below its floor; `nil` where there is none, or no floor.
  func breach(_ figures: [String: Figure]) -> String? {
    guard case .ratio(_, let name, let other, let floor) = self, let own = figures[name],
      let others = figures[other]
    else { return nil }
    let ratio = others.median / own.median
    if ratio >= floor { return nil }
    return "\(name): \(digits(ratio)) times as fast as \(other), never below \(digits(floor))"
  }

  private func verdict(_ text: String, _ isReached: Bool) -> String {
    "\(isReached ? "reached    " : "NOT reached")  \(text)"
  }
}
