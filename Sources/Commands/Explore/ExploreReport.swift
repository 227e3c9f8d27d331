import Diagnostics
import EventSourcing
import JSON
import Properties
import Reports
import Simulation
import Specs
import Traces

/// Is called between pieces of work with how far a search is; false ends it.
typealias ExploreProgress = (SearchFigures) -> Bool

/// What an exhaustive search has found, for people and machines.
struct ExploreReport: VerbReport {
  let sdk: String
  let figures: SearchFigures
  let end: SearchEnd
  let counterexamples: [ExploredCounterexample]
  /// The claims whose condition never arose.
  let unmet: [Claim]
  /// What was not searched twice.
  let reductions: [String]
  /// What is to be said of the inputs that were asked for.
  let remarks: [Diagnostic]
  /// How many claims were held against every state.
  let claims: Int
  /// What the audit says; `nil` where none was asked for.
  let audit: StateAudit?
  /// The command line that does the same again.
  var repetition = ""
  /// The remark that the search ended early.
  var stopped: String?
  /// Where counterexamples are saved.
  var folder: String?
  /// Whether a claim that was never put to the test is a finding.
  var isStrict = false

  /// Searches the configuration that is asked for; `explore` makes the search.
  init<S: SearchableSystem>(
    _ request: ExploreRequest, audits: Bool, of system: S.Type,
    explore: (Exploration<S>) -> SearchOutcome<S>
  ) throws {
    let space = try request.space(system)
    sdk = S.name
    claims = space.properties.count
    remarks = request.inputs?.remarks(of: system) ?? []
    reductions = space.effectiveReductions
    if audits {
      let audit = StateAudit(of: space, bounds: request.bounds)
      self.audit = audit
      figures = SearchFigures(levels: [audit.states])
      end = .depth
      counterexamples = []
      unmet = []
      return
    }
    audit = nil
    let outcome = explore(Exploration(space, bounds: request.bounds))
    figures = outcome.figures
    end = outcome.end
    counterexamples = outcome.counterexamples.map {
      ExploredCounterexample($0, of: space, rules: request.rulesPath)
    }.findings { $0.found }
    unmet = zip(space.properties, outcome.met).filter { !$0.1 }.map { $0.0.claim }
  }

  var verdict: Verdict {
    if let audit, !audit.findings.isEmpty { return .finding }
    return counterexamples.isEmpty && (!isStrict || unmet.isEmpty) ? .clean : .finding
  }

  var findings: [Diagnostic] {
    remarks
      + (unmet.isEmpty ? [] : [.untested(unmet.map(\.id), of: claims, isStrict: isStrict)])
  }

  /// The report, line by line.
  var lines: [String] {
    if let audit { return lines(of: audit) }
    var table = TextTable([.right, .right])
    table.add(["depth", "new states"])
    for (depth, states) in figures.levels.enumerated() { table.add(["\(depth)", "\(states)"]) }
    var lines = table.lines(indent: 2)
    lines.append(
      "\(counted(figures.states, "state")), \(counted(figures.transitions, "transition")), "
        + "\(claims == 1 ? "1 property" : "\(claims) properties"): \(reason)")
    if !reductions.isEmpty { lines.append("reduced by: \(reductions.joined(separator: ", "))") }
    return lines
  }

  private func lines(of audit: StateAudit) -> [String] {
    [
      "\(counted(audit.states, "different state")), "
        + "\(counted(audit.fingerprints, "exact fingerprint"))",
      "\(counted(audit.merged, "pair")) of different states taken for one",
    ] + audit.findings.map { "finding: \($0)" }
      + (audit.findings.isEmpty ? ["every pair goes on alike"] : [])
  }

  private var reason: String {
    switch end {
    case .exhausted: "all of them, to the end"
    case .depth: "all of them, up to this depth"
    case .states: "more states than it may find"
    case .violation: "ended at the first level with a violation"
    case .stopped: "stopped"
    }
  }

  static let reported = ReportMembers<ExploreReport> { it in
    it("repeat", \.repetition, "The command line that does the same again.")
    it("stopped", \.stopped, "That it ended early, and where.")
    it("sdk", \.sdk, "The system.")
    it("end", \.end, "Why it ended.")
    it("states", \.figures.states)
    it("transitions", \.figures.transitions)
    it("levels", \.figures.levels, "How many new states there are, move by move.")
    it("properties", \.claims, "How many properties were held against every state.")
    it("reductions", \.reductions, "What was not searched twice.")
    it("unmet", { $0.unmet.map(\.id) }, "The properties whose condition never arose.")
    it(
      "counterexamples",
      { report in
        report.counterexamples.map { $0.report(savedIn: report.folder) }
      }, "What is broken, by the shortest ways there.")
    it.object("audit", ifPresent: \.audit, "Whether the search can be relied on.") { audit in
      audit("states", \.states)
      audit("fingerprints", \.fingerprints)
      audit("merged", \.merged, "Pairs of different states that were taken for one.")
      audit("findings", \.findings)
    }
  }
}

extension SearchEnd: Reported {
  package static var form: ReportForm {
    .names([Self.exhausted, .depth, .states, .violation, .stopped].map { "\($0)" })
  }
  package func write(to json: inout JSONOutput) { json.element("\(self)") }
}

/// A shortest way to a broken property, as `simulate` shows and keeps its own.
struct ExploredCounterexample {
  /// The same as a run.
  let found: Counterexample
  private let sdk: String
  /// The file of the rule that is broken; `nil` for a property of the system.
  private let rules: String?

  /// Describes what is broken; what is no property of the system is a rule of the file `rules`.
  init<S: SearchableSystem>(
    _ example: BrokenWay<S>, of space: SearchSpace<S>, rules: String?
  ) {
    let id = space.properties[example.violation.property].claim.id
    self.rules = S.properties.contains { $0.claim.id == id } ? nil : rules
    sdk = S.name
    found = Counterexample(example, of: space)
  }

  /// Writes the trace into a folder, and a spec beside it where a spec can repeat the run.
  func save(in folder: String) throws {
    let kept = kept(in: folder)
    if let trace = kept.trace { try FileDraft.write(found.trace, to: trace) }
    if let spec = kept.spec { try FileDraft.write(Array(found.spec(sdk).utf8), to: spec) }
  }

  /// What is broken and how to repeat it; `folder` is where it was saved.
  func text(savedIn folder: String?, _ style: TextStyle) -> String {
    kept(in: folder).text(style)
  }

  func report(savedIn folder: String?) -> CounterexampleReport {
    CounterexampleReport(kept(in: folder))
  }

  private func kept(in folder: String?) -> KeptCounterexample {
    var kept = KeptCounterexample(found, sdk: sdk, rules: rules)
    let path = folder.map { "\($0)/\(found.fileName(sdk))" }
    kept.trace = path.map { "\($0).trace.jsonl" }
    if kept.hasSpec { kept.spec = path.map { "\($0).spec.yaml" } }
    return kept
  }
}
