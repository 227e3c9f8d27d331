import ArgumentParser
import Diagnostics
import EventSourcing
import Properties
import Replay
import Reports
import Specs

/// The verbs that find a bug, each with its finding and after how much work.
struct FoundBug: ReportedRecord {
  let name: String
  /// The record of its trace at which replay and triage see the first drift.
  var drift: Int?
  /// The rules and properties of the documents that conform finds broken in its trace.
  var rules: [String]
  /// The specs of the project, those of the gallery left out, that fail with it.
  var failing: Int
  var scenarios: Int
  /// The property that random runs of seed 1 break first.
  var property: String?
  /// The number of the run that does.
  var run: Int?
  /// The property that an exhaustive search breaks.
  var explored: String?
  /// The moves up to there, or those that were searched.
  var moves: Int

  static let reported = ReportMembers<FoundBug> { it in
    it("name", \.name)
    it("drift", \.drift, "The record at which its trace drifts.")
    it("rules", \.rules, "The rules and properties that conform finds broken.")
    it("failing", \.failing, "The scenarios of the project that fail with it.")
    it("scenarios", \.scenarios, "The number of scenarios that were run.")
    it("property", \.property, "The property that random runs break first.")
    it("run", \.run, "The number of the run that does.")
    it("explored", \.explored, "The property that an exhaustive search breaks.")
    it("moves", \.moves, "The moves up to there, or those that were searched.")
  }
}

/// The table of what finds the bugs.
struct FoundBugs: PrintedReport {
  let bugs: [FoundBug]

  static let reported = ReportMembers<FoundBugs> { it in
    it("bugs", \.bugs, "The bugs, each with what finds it.")
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable([.left, .left, .left, .left, .left, .left])
    table.add(["bug", "triage", "conform", "specs", "simulate", "explore"])
    for bug in bugs {
      table.add([
        bug.name, bug.drift.map { "record \($0)" } ?? none,
        bug.rules.isEmpty ? none : bug.rules.joined(separator: " "),
        // Their number changes with every spec.
        bug.failing == 0 ? none : "yes",
        bug.property.map { "\($0), run \(bug.run ?? 0)" } ?? none,
        bug.explored.map { "\($0), \(counted(bug.moves, "move"))" } ?? none,
      ])
    }
    return table.lines().map { $0 + "\n" }.joined()
  }

  private var none: String { "–" }
}

extension GalleryBug {
  /// Looks for the bug with each verb.
  func found(runs: Int64, states: Int, in context: CommandContext) async throws -> FoundBug {
    let file = TraceFile(trace)
    let right = try file.system(among: context.systems)
    let conformed = try ConformReport(file, of: right, rules: nil, lenient: false)
    let session = try CheckSession(paths: ["Specs/\(sdk)"], systems: [system])
    let results = try await session.runs.performed(session.options)
    let random = try await brokenByRuns(runs)
    let exhaustive = try broken(states: states)
    return FoundBug(
      name: name,
      drift: try ReplayRequest().report(on: file, of: right).drift.map { Int($0.seq) },
      rules: conformed.firstBreaches.map(\.rule.text),
      failing: results.count { $0.report.outcome.isFailure }, scenarios: results.count,
      property: random?.property, run: random.map { Int($0.run) },
      explored: exhaustive.property, moves: exhaustive.moves)
  }

  /// Makes random runs until one breaks a property.
  private func brokenByRuns(_ limit: Int64) async throws -> (property: String, run: Int64)? {
    let request = SearchRequest(options: try SimulateCommand.parse([]), seed: 1)
    guard let search = try system.search?(request) else { return nil }
    var runner = SearchRunner(search, width: 1, folder: nil)
    var count: Int64 = 0
    while count < limit, runner.found.isEmpty {
      count = min(limit, max(50, count * 2))
      try await runner.run(atMost: count) { _ in }
    }
    let first = runner.found.min { ($0.run, $0.claim) < ($1.run, $1.claim) }
    return first.map { (search.claims[$0.claim].id, $0.run) }
  }

  /// Searches every interleaving of a small configuration: under the profile of the bug, and under
  /// that of the documents, of which most properties speak.
  private func broken(states: Int) throws -> (property: String?, moves: Int) {
    var moves = 0
    for profile in [bug.profile, system.erased.profiles[0].name].eachOnce() {
      let options = ["--sdk", sdk, "--profile", profile, "--states", "\(states)", "--jobs", "1"]
      let request = try ExploreRequest(ExploreCommand.parse(options))
      guard let report = try system.explore?(request, { _ in !Interruption.isRequested })
      else { break }
      moves = max(0, report.figures.levels.count - 1)
      if let found = report.counterexamples.first { return (found.found.claim.id, moves) }
    }
    return (nil, moves)
  }
}
