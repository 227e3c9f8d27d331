import Dispatch
import EventSourcing
import Properties
import Specs

/// Searches one system: random runs, and runs that begin as those that came to something rare.
///
/// What is found does not depend on how many runs go on at once; a time limit decides how many runs
/// there are.
struct SearchRunner {
  let search: SystemSearch
  private let width: Int
  /// The folder in which the trace of every run is saved.
  private let folder: String?
  private(set) var counts: RunTally
  /// The first run of each claim that was found to be broken, in the order of the claims.
  private(set) var found: [FoundClaim] = []
  /// The number of runs directed at something rare.
  private(set) var directed: Int64 = 0
  /// The exhaustive part of the search; `nil` where the number of runs alone was asked for.
  private(set) var exhaustive: ExhaustivePart?
  /// The share of a small configuration that the runs come to; `nil` where it was not asked for.
  private(set) var coverage: StateCoverage?
  /// The plans that are tried first, and what is worth keeping beside them; `nil` where there is no
  /// folder of them.
  private(set) var corpus: CorpusFolder?
  private var next: Int64 = 0

  /// The share of the time for the exhaustive search: one part in four.
  private static let exhaustiveShare: Int64 = 4
  /// The number of the rarest transitions at which runs are directed.
  private static let rare = 40

  init(_ search: SystemSearch, width: Int, folder: String?) {
    self.search = search
    self.width = width
    self.folder = folder
    corpus = search.corpus
    counts = search.tally
  }

  /// Makes runs until `runs` are made or the time is over; where there is a time, a part of it goes
  /// to an exhaustive search of a small configuration before.
  mutating func run(
    atMost runs: Int64?, for time: TimeSpan? = nil, _ progress: (Int64) -> Void
  ) async throws {
    let runs = runs ?? .max
    let start = DispatchTime.now()
    let end = time.map { start + .milliseconds(Int($0.milliseconds)) }
    if let time {
      let small = start + .milliseconds(Int(time.milliseconds / SearchRunner.exhaustiveShare))
      exhaustive = search.exhaust(width) { _ in
        DispatchTime.now() < small && !Interruption.isRequested
      }
    }
    let plans = corpus?.runs ?? 0
    let goesOn: @Sendable (Int64) -> Bool = { number in
      if Interruption.isRequested { return false }
      // However short the time, the plans of a corpus are tried.
      guard let end, number >= max(1, plans) else { return true }
      return DispatchTime.now() < end
    }
    var beginnings: [RunBeginning] = []
    while next < runs, goesOn(next) {
      let phase = SearchPhase(of: next, after: plans)
      if next == phase.runs.lowerBound {
        let rare = phase.isDirected ? counts.rarest.prefix(SearchRunner.rare) : []
        beginnings = rare.map { ($0.run, $0.step) }
      }
      let last = min(phase.runs.upperBound, runs)
      try await add(next..<last, phase, beginnings, progress, while: goesOn)
    }
  }

  private mutating func add(
    _ runs: Range<Int64>, _ phase: SearchPhase, _ beginnings: [RunBeginning],
    _ progress: (Int64) -> Void, while goesOn: @escaping @Sendable (Int64) -> Bool
  ) async throws {
    let (search, folder) = (search, folder)
    var parts = RunParts(of: runs, for: width)
    next = runs.upperBound
    try await inOrder(width: width) {
      parts.next().flatMap { goesOn($0.lowerBound) ? $0 : nil }
    } work: { part in
      // Each part goes for what comes next in the list.
      let shift = Int(part.lowerBound - phase.runs.lowerBound) % max(1, beginnings.count)
      return try search.part(
        part, Array(beginnings[shift...] + beginnings[..<shift]), folder, goesOn)
    } take: { part in
      counts.add(part.tally)
      if !beginnings.isEmpty { directed += part.tally.runs }
      for claim in part.found where !found.contains(where: { $0.claim == claim.claim }) {
        found.append(claim)
      }
      for run in part.novel { corpus?.add(run) }
      progress(part.tally.runs)
    }
    found.sort { $0.claim < $1.claim }
  }

  /// Writes what the runs have added to the corpus.
  mutating func saveCorpus(_ lost: inout OutputFailure?) {
    lost.keepFirst { () throws(OutputFailure) in try corpus?.save(after: counts.runs) }
  }

  /// Makes as many runs within a small configuration, and counts the states that they come to among
  /// those that every interleaving of up to `depth` moves reaches.
  mutating func cover(_ depth: Int, _ progress: (Int64) -> Void) async throws {
    let states = search.smallStates(depth, width) { _ in !Interruption.isRequested }
    var parts = RunParts(of: 0..<counts.runs, for: width)
    var (runs, visited) = (Int64(0), Set<UInt64>())
    try await inOrder(width: width) {
      Interruption.isRequested ? nil : parts.next()
    } work: { part in
      states.visited(part)
    } take: { part in
      runs += part.runs
      visited.formUnion(part.states)
      progress(part.runs)
    }
    let (found, complete) = (states.part.figures.states, states.part.states)
    coverage = StateCoverage(
      depth: states.part.depth, states: found, isComplete: found == complete, runs: runs,
      visited: visited.count)
  }

  /// The counterexamples, each made small and the smallest first, also of a search that a signal
  /// stopped.
  func counterexamples() async throws -> [Counterexample] {
    var result = exhaustive?.counterexamples ?? []
    let known = result.map(\.claim.id)
    let found = found.filter { !known.contains(search.claims[$0.claim].id) }
    let goesOn = Interruption.untilNextSignal()
    var waiting = found.makeIterator()
    try await inOrder(width: width) {
      waiting.next()
    } work: {
      $0.shrink(goesOn)
    } take: {
      result.append($0)
    }
    return result.findings
  }
}

/// The share of a small configuration that random runs come to.
struct StateCoverage: Sendable {
  /// The number of moves up to which no state is missing.
  let depth: Int
  /// The number of states that were found.
  let states: Int
  /// Whether these are the states within `depth` alone.
  let isComplete: Bool
  let runs: Int64
  /// The number of states, of those that were found, to which the runs came.
  let visited: Int
}

/// Runs with numbers in a row, divided into parts for workers; no result depends on how.
private struct RunParts: IteratorProtocol {
  private var rest: Range<Int64>
  private let size: Int64

  /// The greatest number of runs in a part, so that progress is shown and the other workers learn
  /// what was found.
  private static let longest: Int64 = 50
  /// The number of parts for each worker: with few large parts, workers would be idle at the end.
  private static let each: Int64 = 8

  init(of runs: Range<Int64>, for width: Int) {
    rest = runs
    let share = Int64(runs.count) / (RunParts.each * Int64(width))
    size = width == 1 ? RunParts.longest : min(max(1, share), RunParts.longest)
  }

  mutating func next() -> Range<Int64>? {
    if rest.isEmpty { return nil }
    let part = rest.prefix(Int(size))
    rest = part.upperBound..<rest.upperBound
    return part
  }
}

/// Runs with numbers in a row that are all drawn alike, or all directed at what is rare until then.
///
/// Where one begins and ends follows from the numbers alone, and so does what it is directed at: a
/// search for more runs makes the runs of a shorter one, and then others.
private struct SearchPhase {
  let runs: Range<Int64>
  let isDirected: Bool

  /// The share of directed runs: one in four.
  private static let directedShare: Int64 = 4
  /// The number of directed runs in the first round; each later round has twice as many.
  private static let directedFirst: Int64 = 15

  /// Finds the phase that a run belongs to, where the first `plans` runs follow a corpus.
  init(of number: Int64, after plans: Int64) {
    if number < plans {
      (runs, isDirected) = (0..<plans, false)
      return
    }
    let number = number - plans
    var start: Int64 = 0
    var share = SearchPhase.directedFirst
    while number >= start + share * SearchPhase.directedShare {
      start += share * SearchPhase.directedShare
      share *= 2
    }
    let turn = start + share * (SearchPhase.directedShare - 1)
    isDirected = number >= turn
    let own = isDirected ? turn..<turn + share : start..<turn
    runs = own.lowerBound + plans..<own.upperBound + plans
  }
}
