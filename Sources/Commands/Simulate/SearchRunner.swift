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

  /// Makes a number of runs.
  mutating func run(_ runs: Int64, _ progress: (Int64) -> Void) async throws {
    try await run(atMost: runs, atOnce: .max, progress) { _ in true }
  }

  /// Searches a small configuration exhaustively for a part of the time, and then makes rounds of
  /// runs until the time is over or `runs` are made.
  mutating func run(
    for time: TimeSpan, atMost runs: Int64?, _ progress: (Int64) -> Void
  ) async throws {
    let start = DispatchTime.now()
    let small = start + .milliseconds(Int(time.milliseconds / SearchRunner.exhaustiveShare))
    exhaustive = search.exhaust(width) { _ in
      DispatchTime.now() < small && !Interruption.isRequested
    }
    let end = start + .milliseconds(Int(time.milliseconds))
    let round = RunParts.longest * Int64(width) * 4
    try await run(atMost: runs ?? .max, atOnce: round, progress) { made in
      // However short the time, the plans of a corpus are tried.
      made == 0 || DispatchTime.now() < end
    }
  }

  private mutating func run(
    atMost runs: Int64, atOnce round: Int64, _ progress: (Int64) -> Void,
    while goesOn: (_ made: Int64) -> Bool
  ) async throws {
    var beginnings: [RunBeginning] = []
    while next < runs, !Interruption.isRequested, goesOn(next) {
      let phase = SearchPhase(of: next, after: corpus?.runs ?? 0)
      if next == phase.runs.lowerBound {
        let rare = phase.isDirected ? counts.rarest.prefix(SearchRunner.rare) : []
        beginnings = rare.map { ($0.run, $0.step) }
      }
      let last = min(phase.runs.upperBound, runs)
      try await add(next..<(last - next > round ? next + round : last), phase, beginnings, progress)
    }
  }

  private mutating func add(
    _ runs: Range<Int64>, _ phase: SearchPhase, _ beginnings: [RunBeginning],
    _ progress: (Int64) -> Void
  ) async throws {
    let (search, folder) = (search, folder)
    let parts = RunParts(of: runs, for: width)
    next = runs.upperBound
    var (counts, found, corpus, directed) = (counts, found, corpus, directed)
    try await inOrder(parts.count, width: width) { place in
      // Each part goes for what comes next in the list.
      let shift = Int(parts[place].lowerBound - phase.runs.lowerBound) % max(1, beginnings.count)
      return try search.part(
        parts[place], Array(beginnings[shift...] + beginnings[..<shift]), folder)
    } _: { part in
      counts.add(part.tally)
      if !beginnings.isEmpty { directed += part.tally.runs }
      for claim in part.found where !found.contains(where: { $0.claim == claim.claim }) {
        found.append(claim)
      }
      for run in part.novel { corpus?.add(run) }
      progress(part.tally.runs)
    }
    (self.counts, self.found) = (counts, found.sorted { $0.claim < $1.claim })
    (self.corpus, self.directed) = (corpus, directed)
  }

  /// Writes what the runs have added to the corpus.
  mutating func saveCorpus(_ lost: inout OutputFailure?) {
    lost.keepFirst { () throws(OutputFailure) in try corpus?.save(after: counts.runs) }
  }

  /// Makes as many runs within a small configuration, and counts the states that they come to among
  /// those that every interleaving of up to `depth` moves reaches.
  mutating func cover(_ depth: Int, _ progress: (Int64) -> Void) async throws {
    let states = search.smallStates(depth, width) { _ in !Interruption.isRequested }
    let parts = RunParts(of: 0..<next, for: width)
    var visited: Set<UInt64> = []
    try await inOrder(parts.count, width: width) { place in
      (parts[place].count, states.visited(parts[place]))
    } _: { runs, found in
      visited.formUnion(found)
      progress(Int64(runs))
    }
    coverage = StateCoverage(
      depth: states.part.depth, states: states.part.figures.states, visited: visited.count)
  }

  /// The counterexamples, each made small and the smallest first, also of a stopped search.
  func counterexamples() async throws -> [Counterexample] {
    var result = exhaustive?.counterexamples ?? []
    let known = result.map(\.claim.id)
    let found = found.filter { !known.contains(search.claims[$0.claim].id) }
    var waiting = found.makeIterator()
    try await inOrder(width: width) {
      waiting.next()
    } work: {
      $0.shrink()
    } take: {
      result.append($0)
    }
    return result.findings { $0 }
  }
}

/// The share of a small configuration that random runs come to.
struct StateCoverage: Sendable {
  let depth: Int
  let states: Int
  let visited: Int
}

/// Runs with numbers in a row, divided into parts for workers; no result depends on how.
private struct RunParts {
  private let runs: Range<Int64>
  private let size: Int64

  /// The greatest number of runs in a part, which one worker makes without a break.
  static let longest: Int64 = 50
  /// The number of parts for each worker: with few large parts, workers would be idle at the end.
  private static let each: Int64 = 8

  init(of runs: Range<Int64>, for width: Int) {
    self.runs = runs
    let share = Int64(runs.count) / (RunParts.each * Int64(width))
    size = width == 1 ? RunParts.longest : min(max(1, share), RunParts.longest)
  }

  var count: Int { Int((Int64(runs.count) + size - 1) / size) }

  subscript(place: Int) -> Range<Int64> {
    let start = runs.lowerBound + Int64(place) * size
    return start..<min(start + size, runs.upperBound)
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
