import Diagnostics
import JSON
import Properties
import Reports

/// Is called between pieces of work with how far a search is; false ends it.
typealias ExploreProgress = (SearchFigures) -> Bool

/// The result of an exhaustive search, for people and machines.
struct ExploreReport: PrintedReport {
  let sdk: String
  let figures: SearchFigures
  let end: SearchEnd
  var counterexamples: [KeptCounterexample]
  /// The claims whose condition never arose.
  let unmet: [PropertyClaim]
  /// The reductions of the search: states and orders that were not searched twice.
  let reductions: [String]
  /// The remarks about the inputs that were asked for.
  let remarks: [Diagnostic]
  /// The number of claims that were held against every state.
  let claims: Int
  /// The result of the audit; `nil` where none was asked for.
  let audit: StateAudit?
  /// The command line that does the same again.
  var repetition = ""
  /// The remark that the search ended early.
  var stopped: String?
  /// Whether a claim that was never put to the test is a finding.
  var isStrict = false

  var verdict: Verdict {
    if let audit, !audit.findings.isEmpty { return .finding }
    return counterexamples.isEmpty && (!isStrict || unmet.isEmpty) ? .clean : .finding
  }

  var findings: [Diagnostic] {
    remarks
      + (unmet.isEmpty ? [] : [.untested(unmet.map(\.id), of: claims, isStrict: isStrict)])
  }

  func text(_ style: TextStyle) -> String {
    lines.map { visible($0) + "\n" }.joined() + findings.text(style)
      + (stopped.map { "\($0)\n" } ?? "") + counterexamples.map(\.text).joined()
  }

  private var lines: [String] {
    if let audit { return lines(of: audit) }
    var table = TextTable([.right, .right])
    table.add(["depth", "new states"])
    for (depth, states) in figures.levels.enumerated() { table.add(["\(depth)", "\(states)"]) }
    var lines = table.lines(indent: 2)
    lines.append(
      "\(counted(figures.states, "state")), \(counted(figures.transitions, "transition")), "
        + "\(counted(claims, "property")): \(reason)")
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
    it("stopped", \.stopped, "The remark that it ended early, with the place.")
    it("sdk", \.sdk, "The system.")
    it("end", \.end, "Why it ended.")
    it("states", \.figures.states)
    it("transitions", \.figures.transitions)
    it("levels", \.figures.levels, "The numbers of new states, move by move.")
    it("properties", \.claims, "The number of properties held against every state.")
    it("reductions", \.reductions, "The variations not searched twice.")
    it("unmet", { $0.unmet.map(\.id) }, "The properties whose condition never arose.")
    it("counterexamples", \.counterexamples, "The broken properties, by the shortest ways there.")
    it.object("audit", ifPresent: \.audit, "Whether the search can be relied on.") { audit in
      audit("states", \.states)
      audit("fingerprints", \.fingerprints)
      audit("merged", \.merged, "Pairs of different states that were taken for one.")
      audit("findings", \.findings)
    }
  }
}

extension SearchEnd: Reported {}
