import Diagnostics
import Dispatch
import EventSourcing
import JSON
import Properties
import Replay
import Reports
import Rules
import Simulation
import Specs
import Traces

/// Is called between pieces of work with how far a search is; false ends it.
typealias ExploreProgress = (SearchFigures) -> Bool

/// What an exhaustive search has found, for people and machines.
struct ExploreReport {
  let sdk: String
  let figures: SearchFigures
  let end: SearchEnd
  let counterexamples: [ExploredCounterexample]
  /// The claims whose condition never arose.
  let unmet: [Claim]
  /// What was not searched twice.
  let reductions: [String]
  /// How many claims were held against every state.
  let claims: Int
  /// What the audit says; `nil` where none was asked for.
  let audit: StateAudit?

  /// Searches the configuration that is asked for.
  init<S: SearchableSystem>(
    _ request: ExploreRequest, audits: Bool, of system: S.Type, _ progress: ExploreProgress
  ) throws {
    let space = try request.space(system)
    sdk = S.name
    claims = space.properties.count
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
    let exploration = Exploration(space, bounds: request.bounds)
    let outcome =
      request.jobs < 2
      ? exploration.run(progress: progress)
      : exploration.run(
        spread: { pieces, work in
          DispatchQueue.concurrentPerform(iterations: pieces) { work($0) }
        }, progress: progress)
    figures = outcome.figures
    end = outcome.end
    counterexamples = outcome.counterexamples.map {
      ExploredCounterexample($0, of: space)
    }
    unmet = zip(space.properties, outcome.met).filter { !$0.1 }.map { $0.0.claim }
  }

  var verdict: Verdict {
    if let audit, !audit.findings.isEmpty { return .finding }
    return counterexamples.isEmpty ? .clean : .finding
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
    for example in counterexamples { lines += example.lines }
    if !unmet.isEmpty {
      lines.append("never arose here: \(unmet.map(\.id).joined(separator: ", "))")
    }
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

  /// Writes the report's members into the object that is open.
  func write(to document: inout JSONOutput) {
    document.member("sdk", sdk)
    document.member("end", "\(end)")
    document.member("states", Int64(figures.states))
    document.member("transitions", Int64(figures.transitions))
    document.list("levels") { list in
      for states in figures.levels { list.element(Int64(states)) }
    }
    document.member("properties", Int64(claims))
    document.list("reductions") { list in for name in reductions { list.element(name) } }
    document.list("unmet") { list in for claim in unmet { list.element(claim.id) } }
    document.list("counterexamples") { list in
      for example in counterexamples { list.object { example.write(to: &$0) } }
    }
    guard let audit else { return }
    document.object("audit") { object in
      object.member("states", Int64(audit.states))
      object.member("fingerprints", Int64(audit.fingerprints))
      object.member("merged", Int64(audit.merged))
      object.list("findings") { list in for finding in audit.findings { list.element(finding) } }
    }
  }
}

/// A shortest way to a broken property, with its trace and, where one can say it, its spec.
struct ExploredCounterexample {
  let claim: Claim
  let sentence: String
  let party: String?
  let moves: Int
  let trace: [UInt8]
  let spec: String?
  private let records: [ErasedRecord]
  private let witnesses: [Int64]
  private let values: ValueText

  init<S: SearchableSystem>(_ example: BrokenWay<S>, of space: SearchSpace<S>) {
    claim = space.properties[example.violation.property].claim
    sentence = example.violation.sentence
    party = example.violation.party
    moves = example.depth
    witnesses = example.violation.witnesses.map(\.seq)
    var world = space.setting.world
    var log = EventLog<S.Machine.Event, S.Machine.Effect>()
    for choice in example.choices + example.healing { world.step(choice, into: &log) }
    let header = TraceHeader<S.Machine>(
      sdk: S.name, profile: space.setting.profile, readings: space.setting.readings,
      config: space.setting.devices.first?.config ?? S.defaultConfig,
      origin: "explore \(claim.id)", started: space.setting.start)
    let bytes = encode(Trace<S.Machine>(header: header, records: log.records))
    trace = bytes
    let input = ReplayInput(file: "\(claim.id).trace.jsonl", bytes: bytes)
    spec = try? SpecWriter<S>(strength: .effects).spec(of: input, title: claim.sentence).text
    records = log.records.map { ErasedRecord($0) }
    values = ValueText(from: space.setting.start)
  }

  /// What is broken, and the records that lead there.
  var lines: [String] {
    let whose = party.map { " (\($0))" } ?? ""
    var lines = [
      "\(claim.id) is broken\(whose) after \(counted(moves, "move")): \(claim.sentence)",
      "  \(sentence)",
    ]
    var table = TextTable([.right, .left, .left, .left])
    for record in records {
      let mark = witnesses.contains(record.seq) ? "▶" : record.kind == .event ? "●" : "○"
      table.add([
        values.instant(record.at), mark, record.name,
        truncate(values.summary(record.fields), to: 60),
      ])
    }
    lines += table.lines(indent: 2)
    return lines
  }

  func write(to object: inout JSONOutput) {
    object.member("property", claim.id)
    object.member("claim", claim.sentence)
    object.member("party", party)
    object.member("message", sentence)
    object.member("moves", Int64(moves))
    object.list("witnesses") { list in witnesses.forEach { list.element($0) } }
    object.list("records") { list in
      for record in records { list.object { $0.members(of: record) } }
    }
    object.member("trace", String(decoding: trace, as: UTF8.self))
    object.member("spec", spec)
  }
}
