import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import SpecFormat
import Specs
import Traces

/// The requirements that a drift may be about, and the scenarios that claim its event and effect.
///
/// A closed gate names its requirements itself, and so does a field that explains the drift; the
/// others are those that the nearest scenarios cover.
struct ClaimedRequirements: ReportedRecord {
  /// The scenarios that are nearest, at most three.
  private(set) var scenarios: [Claim] = []
  private(set) var requirements: [Requirement] = []

  /// A requirement or one of its clauses.
  struct Requirement {
    let id: String
    /// Its statement; empty where there is no catalogue.
    let says: String
    let origin: Origin

    var line: String { says.isEmpty ? "  \(id)" : "  \(id)  \(says)" }

    /// A place in which a requirement is named.
    enum Origin: String, CaseIterable {
      case gate, field, decision, scenario
    }
  }

  /// A scenario that claims the effect.
  struct Claim {
    let label: String
    let place: Place
    let covers: [String]
    /// Whether a step of it claims the effect of this event.
    let isOfEvent: Bool
    /// Whether it would not hold if each event did what explains the drift.
    var isBroken = false
    var score: Double
    /// The effect that it was sought for.
    let effect: String
    /// The fields of the effect about which it says something.
    let fields: Set<String>
  }

  private static let shown = 3
  /// The number of near scenarios that are tried with what explains the drift.
  private static let tried = 40
  /// The number of records before the drift whose events a near scenario has too.
  private static let reach = 16

  init() {}

  /// The requirements of the first drift of a report on a file that can be read again.
  init(
    of report: ReplayReport, explained: StateExplanation? = nil, lenient: Bool,
    among systems: [RegisteredSystem]
  ) {
    let file = TraceFile(report.file)
    guard let drift = report.drift, OpenFile.isRepeatable(report.file),
      let system = try? file.system(among: systems),
      let history = try? TraceHistory(file.input, of: system.erased, lenient: lenient),
      let found = try? ClaimedRequirements(
        of: drift, in: history, hold: history.hold(of: drift), explained: explained, of: system,
        systems: systems)
    else { return }
    self = found
  }

  /// Looks for scenarios below `path` that claim the effect of a drift, and have events like those
  /// before it, those of its `proof`, and those that wrote the fields that explain it. Nothing but
  /// gates and fields is found where no specs can be read.
  init(
    of drift: Drift, in history: TraceHistory, hold: HoldExplanation?, proof: [ErasedRecord]? = nil,
    explained: StateExplanation? = nil, specs path: String = "Specs", of system: RegisteredSystem,
    systems: [RegisteredSystem]
  ) throws {
    var named: [(id: String, origin: Requirement.Origin)] = []
    func name(_ ids: [String], _ origin: Requirement.Origin, upTo most: Int = .max) {
      for id in ids where named.count < most && !named.contains(where: { $0.id == id }) {
        named.append((id, origin))
      }
    }
    name((hold?.holds ?? []).flatMap(\.gate.requirements), .gate)
    let ofFields = (explained?.fields ?? []).map { system.erased.requirements.ids(of: $0) ?? [] }
    // Of each field the first before the second of any.
    let inTurn = (0..<(ofFields.map(\.count).max() ?? 0)).flatMap { rank in
      ofFields.compactMap { $0.dropFirst(rank).first }
    }
    let isDecision = explained?.mayBeDecision == true
    guard FileTree.isFolder(path) != nil else {
      if let explained, isDecision {
        let decision = DecisionRequirements(
          explained, of: system.erased, waiting: try history.waits(of: drift))
        name(Array(decision.ranked.prefix(ClaimedRequirements.shown)), .decision)
      }
      name(Array(inTurn.prefix(ClaimedRequirements.shown)), .field)
      requirements = named.map { Requirement(id: $0.id, says: "", origin: $0.origin) }
      return
    }
    // Scenarios that decide in the same way need not claim the effect.
    let names = [drift.effect] + (drift.kind == .extra ? [drift.event.name] : [])
    let (runs, catalogues) = SpecReading(SpecSources(), Selection(), systems).runs(
      below: path, of: system, naming: isDecision ? nil : names)
    let last = try history.position(of: drift.event.seq) ?? -1
    let before = try history.records(max(0, last - ClaimedRequirements.reach)..<(last + 1)).filter {
      $0.kind == .event && $0.party == drift.event.party
    }
    var events = [before, proof ?? before].map { Set($0.map { $0.name }) }
    // A scenario about the field has the events that wrote it, and the one that decides by it.
    let writers = (explained?.simplest ?? []).flatMap { [$0.writer?.name, $0.record.name] }
    if !writers.isEmpty { events.append(Set(writers.compactMap { $0 } + [drift.event.name])) }
    var found: [(claim: Claim, run: ScenarioRun)] = []
    for run in runs {
      let claim = Claim(run.scenario, of: drift, like: events, naming: named.map(\.id) + inTurn)
      if let claim, !found.contains(where: { $0.claim.label == claim.label }) {
        found.append((claim, run))
      }
    }
    found = found.stablySorted { -$0.claim.score }
    for change in explained?.simplest.prefix(2) ?? [] {
      for place in found.indices.prefix(ClaimedRequirements.tried) {
        let bytes = found[place].run.trace(RunOptions())
        let input = ReplayInput(file: found[place].claim.label, bytes: bytes)
        if let broken = try? change.difference(in: input, of: system.erased) {
          found[place].claim.isBreaking(broken, drift)
        }
      }
    }
    if let explained, isDecision {
      let decision = try DecisionRequirements(
        explained, of: drift, in: history, of: system.erased, beside: &found, runs)
      let shown = ClaimedRequirements.shown - (explained.changes.isEmpty ? 0 : 1)
      name(Array(decision.ranked.prefix(shown)), .decision)
    }
    let sorted = found.stablySorted { -$0.claim.score }.map { $0.claim }
    scenarios = Array(sorted.prefix(ClaimedRequirements.shown))
    // What a field holds has several requirements; those that would not hold come first.
    let broken = sorted.filter { $0.isBroken }.flatMap { $0.covers }
    func isBroken(_ id: String) -> Bool { broken.contains { $0 == id || $0.hasPrefix("\(id).") } }
    name(inTurn.filter(isBroken), .field, upTo: ClaimedRequirements.shown)
    let ofBroken = covered(by: sorted.filter { $0.isBroken })
    name(ofBroken, .scenario, upTo: ClaimedRequirements.shown - 1)
    name(inTurn, .field, upTo: ClaimedRequirements.shown)
    name(covered(by: sorted), .scenario, upTo: ClaimedRequirements.shown)
    requirements = named.compactMap { id, origin in
      catalogues.lazy.compactMap { $0[id] }.first.map {
        Requirement(id: id, says: $0.says, origin: origin)
      }
    }
  }

  /// The requirements that most of the near scenarios cover; `claims` stand in their order.
  private func covered(by claims: [Claim]) -> [String] {
    var weights = KeyedList<String, Double>()
    for claim in claims.prefix(2 * ClaimedRequirements.shown) {
      for id in claim.covers { weights[id, default: 0] += claim.score / Double(claim.covers.count) }
    }
    return weights.pairs.stablySorted { -$0.1 }.map(\.0)
  }

  /// The lines for people behind a report.
  var text: String { lines.map { visible(truncate($0, to: 160)) + "\n" }.joined() }

  /// The requirements and scenarios for people.
  var lines: [String] {
    var text: [String] = []
    for origin in Requirement.Origin.allCases {
      let own = requirements.filter { $0.origin == origin }
      text += own.isEmpty ? [] : [origin.title] + own.map { $0.line }
    }
    if !scenarios.isEmpty { text.append("nearest scenarios:") }
    return text
      + scenarios.map { scenario in
        let broken = scenario.isBroken ? ", would fail" : ""
        let covers = scenario.covers.isEmpty ? "" : "  (\(abridged(scenario.covers))\(broken))"
        return "  \(scenario.place.file):\(scenario.place.line)  \(scenario.label)\(covers)"
      }
  }

  static let reported = ReportMembers<ClaimedRequirements> { it in
    it.list(
      "requirements", \.requirements,
      "The requirements of gates, of fields that explain the drift, and of the nearest scenarios."
    ) { it in
      it("id", \.id)
      it("says", \.says, "The statement.")
      it("named_by", \.origin.rawValue, "A gate, a field that explains the drift, or a scenario.")
    }
    it.list("scenarios", \.scenarios, "The nearest scenarios that claim the effect.") { it in
      it("scenario", \.label)
      it("place", \.place)
      it("covers", \.covers)
      it("broken", \.isBroken, "Whether it would not hold with what explains the drift.")
      it("claims_event", \.isOfEvent, "Whether a step claims the effect of the same event.")
    }
  }
}

extension ClaimedRequirements.Requirement.Origin {
  fileprivate var title: String {
    switch self {
    case .gate: "requirements of the gates:"
    case .field: "requirements of the field:"
    case .decision: "requirements that the decision may break, the likeliest first:"
    case .scenario: "requirements of the nearest scenarios:"
    }
  }
}
