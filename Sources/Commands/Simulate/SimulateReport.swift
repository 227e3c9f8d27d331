import Diagnostics
import EventSourcing
import Properties
import Reports

/// What `simulate` has to say about all systems that it has searched.
struct SimulateReport: VerbReport {
  let head: String
  private let seed: UInt64
  private let options: String
  private let kept: KeptRuns
  private let style: TextStyle
  /// The remark that a signal ended it early.
  var stopped: String?
  private(set) var results: [SearchResult] = []

  /// So many runs find whatever is to be found: a claim that none of them puts to the test is a
  /// finding.
  static let enough: Int64 = 1_000

  init(seed: UInt64, options: String, kept: KeptRuns, style: TextStyle) {
    self.seed = seed
    self.options = options
    self.kept = kept
    self.style = style
    var head =
      "simulate \(visible(options))\n"
      + "repeat: \(CommandContext.calledAs) simulate \(visible(options))\n\n"
    if kept.count > 0 {
      head += "\(counted(kept.count, "kept counterexample")) run again: "
      head += kept.broken.isEmpty ? "every property holds\n\n" : "\n"
    }
    for finding in kept.broken {
      head += DiagnosticRenderer(sources: [], style: style).text(finding) + "\n\n"
    }
    self.head = head
  }

  mutating func add(
    _ search: SystemSearch, _ runner: SearchRunner, _ found: [KeptCounterexample]
  ) {
    results.append(
      SearchResult(
        search: search, counts: runner.counts, directed: runner.directed,
        exhaustive: runner.exhaustive, found: found, style: style))
  }

  var verdict: Verdict {
    max(results.map(\.verdict).max() ?? .invalid, kept.broken.isEmpty ? .clean : .finding)
  }

  /// The extent of the search.
  var done: String { counted(Int(results.reduce(0) { $0 + $1.counts.runs }), "run") }

  static let reported = ReportMembers<SimulateReport> { it in
    it("stopped", \.stopped, "That a signal ended it early, and where.")
    it("seed", { "\($0.seed)" }, "The seed of all runs.")
    it("options", \.options, "What repeats the search.")
    it.object("kept", \.kept, "The counterexamples of before, run again.") { kept in
      kept("runs", \.count)
      kept("broken", \.broken)
    }
    it("systems", \.results, "What was counted and found, system by system.")
  }
}

/// What a search of one system has counted and found.
struct SearchResult {
  let search: SystemSearch
  let counts: SearchCounts
  let directed: Int64
  let exhaustive: ExhaustivePart?
  let found: [KeptCounterexample]
  let style: TextStyle

  /// How many of the rarest transitions are shown; JSON has all.
  private static let shown = 12

  var verdict: Verdict {
    if !found.isEmpty { return .finding }
    return counts.runs >= SimulateReport.enough && !untested.isEmpty ? .finding : .clean
  }

  /// The claims that no run put to the test.
  private var untested: [SearchedClaimText] {
    zip(search.claims, counts.met).filter { $1.times == 0 }.map(\.0)
  }

  var text: String {
    var lines = [
      "\(search.sdk): \(counted(Int(counts.runs), "run")), \(directed) of them directed at what "
        + "is rare, \(counts.steps) steps, \(counts.records) records, "
        + "\(counts.time.milliseconds / TimeSpan.days(1).milliseconds) days"
    ]
    if let exhaustive {
      lines.append(
        "every interleaving of a small configuration up to \(counted(exhaustive.depth, "move")): "
          + "\(counted(exhaustive.figures.states, "state")), "
          + counted(exhaustive.figures.transitions, "transition"))
    }
    lines.append("")
    lines += ["Properties: in how many runs the condition arose, and how often"]
    var claims = TextTable([.left, .right, .right, .left])
    for (claim, met) in zip(search.claims, counts.met) {
      claims.add([visible(claim.id), "\(met.runs)", "\(met.times)", visible(claim.sentence)])
    }
    lines += claims.lines(indent: 2) + ["", "Events and effects"]
    lines += names(search.events, counts.events) + names(search.effects, counts.effects)
    lines += ["", "Faults"]
    var faults = TextTable([.left, .right, .left])
    for (kind, count) in zip(FaultKind.allCases, counts.faults) {
      faults.add([kind.rawValue, "\(count)", kind.summary])
    }
    lines += faults.lines(indent: 2)
    lines += ["", "Transitions: \(counts.transitions.count), the rarest are"]
    var rare = TextTable([.right, .left])
    for transition in counts.rarest.prefix(SearchResult.shown) {
      rare.add(["\(transition.count)", transition.text])
    }
    lines += rare.lines(indent: 2) + [""]
    for claim in untested {
      let what = claim.isSometimes ? "is never met" : "is never put to the test"
      lines.append("\(visible(claim.id)) \(what): \(visible(claim.sentence))")
    }
    var text = lines.map { $0 + "\n" }.joined()
    for kept in found { text += "\n" + kept.text(style) }
    return text + "\n" + summary + "\n\n"
  }

  private var summary: String {
    if !found.isEmpty {
      let count = Set(found.flatMap { [$0.found.claim.id] + $0.found.also.map(\.id) }).count
      let broken = count == 1 ? "1 property" : "\(count) properties"
      let runs = count == found.count ? "" : " by \(counted(found.count, "run"))"
      return "\(search.sdk): \(broken) broken\(runs)"
    }
    if untested.isEmpty { return "\(search.sdk): every property holds" }
    return "\(search.sdk): every property holds, \(untested.count) of them without a test"
  }

  private func names(_ names: [String], _ counts: [String: Int64]) -> [String] {
    var table = TextTable([.left, .right, .left, .right, .left, .right])
    var row: [String] = []
    for name in names {
      row += [name, "\(counts[name] ?? 0)"]
      if row.count == 6 {
        table.add(row)
        row = []
      }
    }
    if !row.isEmpty { table.add(row) }
    return table.lines(indent: 2)
  }
}

extension SearchResult: ReportedRecord {
  static let reported = ReportMembers<SearchResult> { it in
    it("sdk", \.search.sdk, "The system.")
    it("verdict", \.verdict)
    it("runs", \.counts.runs)
    it("directed_runs", \.directed, "How many of them went for something rare.")
    it.object("exhaustive", ifPresent: \.exhaustive, "What was searched completely.") { part in
      part("depth", \.depth)
      part("states", \.figures.states)
      part("transitions", \.figures.transitions)
    }
    it("steps", \.counts.steps)
    it("records", \.counts.records)
    it("time", \.counts.time, "How much virtual time passed.")
    it.list("properties", { Array(zip($0.search.claims, $0.counts.met)) }) { property in
      property("id", \.0.id)
      property("claim", \.0.sentence)
      property("covers", \.0.covers)
      property("runs", \.1.runs, "In how many runs its condition arose.")
      property("times", \.1.times, "How often it did.")
    }
    it("events", { counts(of: $0.search.events, $0.counts.events) })
    it("effects", { counts(of: $0.search.effects, $0.counts.effects) })
    it(
      "faults",
      { NamedCounts(zip(FaultKind.allCases, $0.counts.faults).map { ($0.rawValue, $1) }) })
    it.list("transitions", \.counts.rarest, "The rarest first.") { transition in
      transition("event", \.event)
      transition("effects", \.effects)
      transition("count", \.count)
    }
    it("untested", { $0.untested.map(\.id) }, "The properties that no run put to the test.")
    it(
      "counterexamples", { $0.found.map { CounterexampleReport($0) } },
      "What is broken, by small runs.")
  }

  private static func counts(of names: [String], _ counts: [String: Int64]) -> NamedCounts {
    NamedCounts(names.map { ($0, counts[$0] ?? 0) })
  }
}

/// The outcome of a run that was repeated.
struct ReproducedRun: PrintedReport {
  let sdk: String
  let kept: KeptCounterexample?

  var verdict: Verdict { kept == nil ? .clean : .finding }

  static let reported = ReportMembers<ReproducedRun> { it in
    it("sdk", \.sdk, "The system.")
    it("counterexample", { $0.kept.map { CounterexampleReport($0) } }, "What is broken.")
  }

  func text(_ style: TextStyle) -> String {
    kept?.text(style) ?? "\(sdk): the claim holds in this run\n"
  }
}
