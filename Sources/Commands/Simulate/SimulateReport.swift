import Diagnostics
import EventSourcing
import Properties
import Reports
import Specs

/// The report of `simulate` about all systems that it has searched.
struct SimulateReport: VerbReport {
  let seed: UInt64
  let options: String
  let kept: KeptRuns
  /// Whether a claim that no run puts to the test is a finding.
  let isStrict: Bool
  /// Whether the runs add to the corpus that they begin with.
  let growsCorpus: Bool
  /// The remark that a signal ended it early.
  var stopped: String?
  private(set) var results: [SearchResult] = []

  func head(_ style: TextStyle) -> String {
    var head =
      "simulate \(visible(options))\n"
      + "repeat: \(CommandContext.calledAs) simulate \(visible(options))\n"
      + (growsCorpus ? "  with a copy of the corpus as it is now: this run adds to it\n\n" : "\n")
    if kept.count > 0 {
      head += "\(counted(kept.count, "kept counterexample")) run again: "
      head += kept.broken.isEmpty ? "every property holds\n\n" : "\n"
    }
    for finding in kept.broken {
      head += DiagnosticRenderer(sources: [], style: style).text(finding) + "\n\n"
    }
    return head
  }

  mutating func add(_ runner: SearchRunner, _ found: [KeptCounterexample]) {
    results.append(SearchResult(runner: runner, found: found, isStrict: isStrict))
  }

  var verdict: Verdict {
    max(results.map(\.verdict).max() ?? .invalid, kept.broken.isEmpty ? .clean : .finding)
  }

  var findings: [Diagnostic] { results.flatMap { $0.warnings + $0.untested } }

  /// The extent of the search.
  var done: String { counted(results.reduce(0) { $0 + $1.counts.runs }, "run") }

  static let reported = ReportMembers<SimulateReport> { it in
    it("stopped", \.stopped, "The remark that a signal ended it early, with the place.")
    it("seed", { "\($0.seed)" }, "The seed of all runs.")
    it("options", \.options, "The options that repeat the search.")
    it.object("kept", \.kept, "The counterexamples of before, run again.") { kept in
      kept("runs", \.count)
      kept("broken", \.broken)
    }
    it("systems", \.results, "The counts and findings, system by system.")
  }
}

/// The counts and the findings of a search of one system.
struct SearchResult {
  let runner: SearchRunner
  let found: [KeptCounterexample]
  let isStrict: Bool

  private var search: SystemSearch { runner.search }
  fileprivate var counts: RunTally { runner.counts }
  private var corpus: (folder: CorpusFolder, tried: Int, counts: RunTally)? {
    runner.corpus.map { ($0, Int(min(counts.runs, $0.runs)), counts) }
  }

  /// The number of the rarest transitions that are shown; JSON has all.
  private static let shown = 12

  var verdict: Verdict {
    if !found.isEmpty { return .finding }
    return isStrict && !untestedClaims.isEmpty ? .finding : .clean
  }

  private var untestedClaims: [PropertyClaim] {
    zip(search.claims, counts.claims).filter { $1.times == 0 }.map(\.0)
  }

  /// The claims that no run put to the test.
  var untested: [Diagnostic] { untestedClaims.map { .untested($0, isStrict: isStrict) } }

  /// The remarks about the inputs and plans that the search was given.
  var warnings: [Diagnostic] { search.remarks + (runner.corpus?.warnings ?? []) }

  func text(_ style: TextStyle) -> String {
    var lines = [
      "\(search.sdk): \(counted(counts.runs, "run")), \(runner.directed) of them directed "
        + "at what is rare, \(counted(counts.steps, "step")), "
        + "\(counted(counts.records, "record")), "
        + counted(counts.time.milliseconds / TimeSpan.days(1).milliseconds, "day")
    ]
    if let exhaustive = runner.exhaustive {
      lines.append(
        "every interleaving of a small configuration up to \(counted(exhaustive.depth, "move")): "
          + "\(counted(exhaustive.states, "state")); in all "
          + "\(counted(exhaustive.figures.states, "state")), "
          + counted(exhaustive.figures.transitions, "transition"))
    }
    if let (folder, tried, counts) = corpus {
      lines.append(
        "\(counted(folder.plans, "plan")) in the corpus, \(tried) of them tried and "
          + "\(counted(counts.mutatedRuns, "run")) with one that was changed; "
          + "\(folder.added) added, \(folder.dropped) dropped")
    }
    lines.append("")
    lines += ["Properties: in how many runs the condition arose, and how often"]
    var claims = TextTable([.left, .right, .right, .left])
    for (claim, met) in zip(search.claims, counts.claims) {
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
    lines += ["Seen: \(newTransition)"]
    lines += (runner.coverage.map { ["      \($0.sentence)"] } ?? []) + [""]
    var text = lines.map { $0 + "\n" }.joined()
    text += (warnings + untested).text(style)
    for kept in found { text += "\n" + kept.text }
    return text + "\n" + summary + "\n\n"
  }

  /// The chance that the next run shows something new.
  private var newTransition: String {
    let (own, runs) = (counts.runsWithTheirOwn, counts.drawnRuns)
    guard own > 0 else {
      return
        "no drawn run has a transition that no other has; one more run comes to a new one with "
        + "a chance below \(share(3, of: runs))"
    }
    return "one more run comes to a transition that none has come to with a chance of about "
      + "\(share(own, of: runs)): \(own) of \(counted(runs, "drawn run")) have one of their "
      + "own"
  }

  private var summary: String {
    if !found.isEmpty {
      let count = Set(found.flatMap { [$0.found.claim.id] + $0.found.also.map(\.id) }).count
      let runs = count == found.count ? "" : " by \(counted(found.count, "run"))"
      return "\(search.sdk): \(counted(count, "property")) broken\(runs)"
    }
    if untestedClaims.isEmpty { return "\(search.sdk): every property holds" }
    return "\(search.sdk): every property holds, \(untestedClaims.count) of them without a test"
  }

  private func names(_ names: [String], _ counts: [String: Int64]) -> [String] {
    var table = TextTable([.left, .right, .left, .right, .left, .right])
    for start in stride(from: 0, to: names.count, by: 3) {
      table.add(names[start...].prefix(3).flatMap { [$0, "\(counts[$0] ?? 0)"] })
    }
    return table.lines(indent: 2)
  }
}

extension SearchResult: ReportedRecord {
  static let reported = ReportMembers<SearchResult> { it in
    it("sdk", \.search.sdk, "The system.")
    it("verdict", \.verdict)
    it("runs", \.counts.runs)
    it("directed_runs", \.runner.directed, "The number of them that went for something rare.")
    it.object("exhaustive", ifPresent: \.runner.exhaustive, "The part searched completely.") {
      part in
      part("depth", \.depth, "Up to so many moves every way was searched.")
      part("complete_states", \.states, "The number of states that these ways lead to.")
      part("states", \.figures.states, "The number of states found in all.")
      part("transitions", \.figures.transitions)
    }
    it("steps", \.counts.steps)
    it("records", \.counts.records)
    it("time", \.counts.time, "The virtual time that passed.")
    it.list("properties", { Array(zip($0.search.claims, $0.counts.claims)) }) { property in
      property("id", \.0.id)
      property("claim", \.0.sentence)
      property("covers", \.0.covers)
      property("runs", \.1.runs, "In how many runs its condition arose.")
      property("times", \.1.times, "The number of times that it arose.")
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
    it.object(
      "new_transition", { $0 }, "The chance that one more run shows something new."
    ) { new in
      new("runs", \.counts.drawnRuns, "The number of runs that did not begin as another one.")
      new(
        "runs_with_their_own", \.counts.runsWithTheirOwn,
        "The number of them with a transition that no other has. Their share is about the chance.")
      new("meaning", \.newTransition, "The same in words.")
    }
    it.object(
      "coverage", ifPresent: \.runner.coverage, "The part of a small configuration that was seen."
    ) { seen in
      seen("depth", \.depth, "Up to so many moves every state was found.")
      seen("states", \.states, "The number of states found, those behind so many moves included.")
      seen("runs", \.runs, "The number of runs within it.")
      seen("visited", \.visited, "The number of them that the runs come to.")
      seen("meaning", \.sentence, "The same in words.")
    }
    it.object("corpus", ifPresent: \.corpus, "The plans of earlier searches.") { corpus in
      corpus("plans", \.folder.plans, "The number of plans that the folder had.")
      corpus("tried", \.tried, "The number of them that fit the options and were tried.")
      corpus("mutated_runs", \.counts.mutatedRuns, "The number of runs that follow a changed plan.")
      corpus("added", \.folder.added, "The number of plans that came to something new.")
      corpus("dropped", \.folder.dropped, "The number of plans with nothing beyond the others.")
    }
    it("untested", { $0.untestedClaims.map(\.id) }, "The properties that no run put to the test.")
    it("counterexamples", \.found, "The broken properties, by small runs.")
  }

  private static func counts(of names: [String], _ counts: [String: Int64]) -> NamedCounts {
    NamedCounts(names.map { ($0, counts[$0] ?? 0) })
  }
}

extension StateCoverage {
  /// The coverage in words.
  var sentence: String {
    (isComplete ? "of the \(counted(states, "state"))" : "of \(states) states, among them all")
      + " that every interleaving of up to \(counted(depth, "move")) of a small configuration "
      + "reaches, \(counted(runs, "run")) within it reached \(visited) "
      + "(\(share(Int64(visited), of: Int64(states))))"
  }
}

/// A share in per cent, with three digits that count.
private func share(_ part: Int64, of whole: Int64) -> String {
  guard whole > 0 else { return "100 %" }
  let thousandths = part * 100_000 / whole
  let rest = thousandths % 1_000
  let digits = thousandths >= 10_000 ? rest / 100 : thousandths >= 1_000 ? rest / 10 : rest
  let width = thousandths >= 10_000 ? 1 : thousandths >= 1_000 ? 2 : 3
  let text = "\(digits)"
  return "\(thousandths / 1_000).\(String(repeating: "0", count: width - text.count))\(text) %"
}

extension Diagnostic {
  /// A claim that no run has put to the test; an error where the search is strict.
  static func untested(_ claim: PropertyClaim, isStrict: Bool) -> Diagnostic {
    let what = claim.kind == .sometimes ? "met" : "put to the test"
    return Diagnostic(
      .untestedProperty, severity: isStrict ? .error : .warning,
      "\(claim.id) was never \(what): \(claim.sentence)")
  }

  /// The claims that no state has put to the test, by their ids.
  static func untested(_ ids: [String], of count: Int, isStrict: Bool) -> Diagnostic {
    Diagnostic(
      .untestedProperty, severity: isStrict ? .error : .warning,
      "\(ids.count) of \(counted(count, "property")) never put to the test: "
        + ids.joined(separator: ", "))
  }
}

/// The outcome of a run that was repeated.
struct ReproducedRun: PrintedReport {
  let sdk: String
  /// The file in which its trace was saved.
  let trace: String?
  let kept: KeptCounterexample?
  let unmet: Int?

  var verdict: Verdict { kept == nil ? .clean : .finding }

  static let reported = ReportMembers<ReproducedRun> { it in
    it("sdk", \.sdk, "The system.")
    it("counterexample", \.kept, "The run, with what it breaks.")
    it("trace", \.trace, "The trace that was saved.")
    it("unmet", \.unmet, "The first step whose fault found no request or message.")
  }

  func text(_ style: TextStyle) -> String {
    if let kept { return kept.text }
    let unmet =
      unmet.map { "  the fault of step \($0) found no request or message in it\n" } ?? ""
    let saved = trace.map { "  trace: \(visible($0))\n" } ?? ""
    return "\(sdk): the claim holds in this run\n\(unmet)\(saved)"
  }
}
