import Dispatch
import EventSourcing
import Properties

/// Searches one system: random runs, and runs that begin as those that came to something rare.
///
/// What is found does not depend on how many runs go on at once; a time limit decides how many runs
/// there are.
struct SearchRunner {
  private let search: SystemSearch
  private let width: Int
  private let save: TraceSaver?
  private(set) var counts: SearchCounts
  /// The first run of each claim that was found to be broken, in the order of the claims.
  private(set) var found: [FoundClaim] = []
  /// The number of runs directed at something rare.
  private(set) var directed: Int64 = 0
  /// What was searched exhaustively; `nil` where the number of runs alone was asked for.
  private(set) var exhaustive: ExhaustivePart?
  private var next: Int64 = 0

  /// Runs that one worker makes in one go.
  private static let partSize: Int64 = 50
  /// Of so many runs one is directed at something rare.
  private static let directedShare: Int64 = 4
  /// Of so much time one part goes to an exhaustive search.
  private static let exhaustiveShare: Int64 = 4
  /// How many of the rarest transitions are gone for.
  private static let rare = 40

  init(_ search: SystemSearch, width: Int, save: TraceSaver?) {
    self.search = search
    self.width = width
    self.save = save
    counts = SearchCounts(claims: search.claims.count)
  }

  /// Makes so many runs.
  mutating func run(_ runs: Int64, _ progress: (Int64) -> Void) async throws {
    let rare = runs / SearchRunner.directedShare
    try await add(runs - rare, beginnings: [], progress)
    try await add(rare, beginnings: beginnings, progress)
  }

  /// Searches a small configuration exhaustively for a part of the time, and makes runs until it is
  /// over, or so many.
  mutating func run(
    for time: TimeSpan, atMost runs: Int64?, _ progress: (Int64) -> Void
  ) async throws {
    let start = DispatchTime.now()
    let small = start + .milliseconds(Int(time.milliseconds / SearchRunner.exhaustiveShare))
    exhaustive = search.exhaust(width) { _ in
      DispatchTime.now() < small && !Interruption.isRequested
    }
    let end = start + .milliseconds(Int(time.milliseconds))
    let round = SearchRunner.partSize * Int64(width) * 2
    var number: Int64 = 0
    while DispatchTime.now() < end, next < runs ?? .max, !Interruption.isRequested {
      number += 1
      let isDirected = number % SearchRunner.directedShare == 0
      try await add(
        min(round, (runs ?? .max) - next), beginnings: isDirected ? beginnings : [], progress)
    }
  }

  /// Where runs came to something that few others have.
  private var beginnings: [RunBeginning] { counts.rarest.prefix(SearchRunner.rare).map(\.first) }

  private mutating func add(
    _ runs: Int64, beginnings: [RunBeginning], _ progress: (Int64) -> Void
  ) async throws {
    guard runs > 0 else { return }
    let (first, size) = (next, SearchRunner.partSize)
    let (search, save) = (search, save)
    let parts = Int((runs + size - 1) / size)
    next += runs
    if !beginnings.isEmpty { directed += runs }
    var (counts, found) = (counts, found)
    try await inOrder(parts, width: width) { place in
      let start = first + Int64(place) * size
      // Each part goes for what comes next in the list.
      let shift = place * Int(size) % max(1, beginnings.count)
      return search.part(
        start..<min(start + size, first + runs),
        Array(beginnings[shift...] + beginnings[..<shift]), save)
    } _: { part in
      if let failure = part.failure { throw failure }
      counts.add(part.counts)
      for claim in part.found where !found.contains(where: { $0.claim == claim.claim }) {
        found.append(claim)
      }
      progress(part.counts.runs)
    }
    (self.counts, self.found) = (counts, found.sorted { $0.claim < $1.claim })
  }

  /// The counterexamples of what was found, each made small, also where the search was stopped.
  func counterexamples() async throws -> [Counterexample] {
    var result = exhaustive?.counterexamples.compactMap(\.found) ?? []
    let known = result.map(\.claim.id)
    let found = found.filter { !known.contains(search.claims[$0.claim].id) }
    var waiting = found.makeIterator()
    try await inOrder(width: width) {
      waiting.next()
    } work: {
      $0.shrink()
    } take: { small in
      if let small { result.append(small) }
    }
    return result
  }
}
