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
/// A closed gate names its requirements itself; the others are those that the nearest scenarios
/// cover.
struct ClaimedRequirements: ReportedRecord {
  /// The scenarios that are nearest, at most three.
  private(set) var scenarios: [Claim] = []
  private(set) var requirements: [Requirement] = []

  /// A requirement or one of its clauses.
  struct Requirement {
    let id: String
    let says: String
    let isOfGate: Bool
  }

  /// A scenario that claims the effect.
  struct Claim {
    let label: String
    let place: Place
    let covers: [String]
    /// Whether a step of it claims the effect of this event.
    let isOfEvent: Bool
    fileprivate let score: Double
  }

  private static let shown = 3
  /// The number of records before the drift whose events a near scenario has too.
  private static let reach = 16

  init() {}

  /// Looks for the requirements of the first drift of a trace, with scenarios below `path`; nothing
  /// but gates is found where no specs can be read.
  init(
    of drift: Drift, in trace: TraceFile, _ system: RegisteredSystem, specs path: String = "Specs",
    lenient: Bool = false, systems: [RegisteredSystem]
  ) throws {
    let history = try TraceHistory(trace.input, of: system.erased, lenient: lenient)
    try self.init(
      of: drift, in: history, hold: try history.hold(of: drift), specs: path, of: system,
      systems: systems)
  }

  /// The requirements of the first drift of a report on a file that can be read again.
  init(of report: ReplayReport, lenient: Bool, among systems: [RegisteredSystem]) {
    let file = TraceFile(report.file)
    guard let drift = report.drift, OpenFile.isRepeatable(report.file),
      let system = try? file.system(among: systems),
      let found = try? ClaimedRequirements(
        of: drift, in: file, system, lenient: lenient, systems: systems)
    else { return }
    self = found
  }

  /// Looks for scenarios below `path` that claim the effect of a drift, and have events like those
  /// before it, those of its `proof`, and those that wrote the fields that explain it.
  init(
    of drift: Drift, in history: TraceHistory, hold: HoldExplanation?, proof: [ErasedRecord]? = nil,
    explained: StateExplanation? = nil, specs path: String, of system: RegisteredSystem,
    systems: [RegisteredSystem]
  ) throws {
    let ofGates = (hold?.deciding(drift) ?? []).flatMap { $0.requirements }
    guard FileTree.isFolder(path) != nil,
      let session = try? CheckSession(paths: [path], systems: systems)
    else {
      requirements = ofGates.map { Requirement(id: $0, says: "", isOfGate: true) }
      return
    }
    let last = try history.position(of: drift.event.seq) ?? -1
    let before = try history.records(max(0, last - ClaimedRequirements.reach)..<(last + 1)).filter {
      $0.kind == .event && $0.party == drift.event.party
    }
    var events = [before, proof ?? before].map { Set($0.map { $0.name }) }
    // A scenario about the field has the events that wrote it, and the one that decides by it.
    let writers = (explained?.simplest ?? []).flatMap { [$0.writer?.name, $0.record.name] }
    if !writers.isEmpty { events.append(Set(writers.compactMap { $0 } + [drift.event.name])) }
    let own = Set(session.specs.filter { $0.sdk == system.name }.map(\.path))
    var found: [Claim] = []
    for run in session.runs where own.contains(run.scenario.title.place.file) {
      let claim = Claim(run.scenario, of: drift, like: events, gates: ofGates)
      if let claim, !found.contains(where: { $0.label == claim.label }) { found.append(claim) }
    }
    let sorted = found.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map { $0.element }
    scenarios = Array(sorted.prefix(ClaimedRequirements.shown))
    requirements = ids(ofGates, sorted).compactMap { id in
      session.catalogues.lazy.compactMap { $0[id] }.first.map {
        Requirement(id: id, says: $0.says, isOfGate: ofGates.contains(id))
      }
    }
  }

  /// The requirements of gates, then those that most of the near scenarios cover; `claims` stand in
  /// their order.
  private func ids(_ ofGates: [String], _ claims: [Claim]) -> [String] {
    var weights: [(id: String, weight: Double)] = []
    for claim in claims.prefix(2 * ClaimedRequirements.shown) {
      for id in claim.covers where !ofGates.contains(id) {
        let weight = claim.score / Double(claim.covers.count)
        if let place = weights.firstIndex(where: { $0.id == id }) {
          weights[place].weight += weight
        } else {
          weights.append((id, weight))
        }
      }
    }
    let sorted = weights.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map { $0.element.id }
    return Array((ofGates + sorted).prefix(max(ofGates.count, ClaimedRequirements.shown)))
  }

  /// The lines for people behind a report.
  var text: String { lines.map { visible(truncate($0, to: 160)) + "\n" }.joined() }

  /// The requirements and scenarios for people.
  var lines: [String] {
    var text = lines(of: "requirements of the gates", requirements.filter(\.isOfGate))
    text += lines(of: "requirements of the nearest scenarios", requirements.filter { !$0.isOfGate })
    if !scenarios.isEmpty { text.append("nearest scenarios:") }
    return text
      + scenarios.map { scenario in
        let covers = scenario.covers.isEmpty ? "" : "  (\(abridged(scenario.covers)))"
        return "  \(scenario.place.file):\(scenario.place.line)  \(scenario.label)\(covers)"
      }
  }

  private func lines(of title: String, _ requirements: [Requirement]) -> [String] {
    requirements.isEmpty ? [] : ["\(title):"] + requirements.map { "  \($0.id)  \($0.says)" }
  }

  static let reported = ReportMembers<ClaimedRequirements> { it in
    it.list(
      "requirements", \.requirements,
      "The requirements of the gates, then those of the nearest scenarios."
    ) { it in
      it("id", \.id)
      it("says", \.says, "The statement.")
      it("gate", \.isOfGate, "Whether a closed gate names it.")
    }
    it.list("scenarios", \.scenarios, "The nearest scenarios that claim the effect.") { it in
      it("scenario", \.label)
      it("place", \.place)
      it("covers", \.covers)
      it("claims_event", \.isOfEvent, "Whether a step claims the effect of the same event.")
    }
  }
}

extension ClaimedRequirements.Claim {
  /// `nil` for a scenario that does not claim the effect, or claims what is wrong.
  fileprivate init?(
    _ scenario: Scenario, of drift: Drift, like events: [Set<String>], gates: [String]
  ) {
    let effect = drift.effect
    func claims(_ step: Step) -> Bool {
      guard case .effects(let patterns, _, _, _) = step.claim else { return false }
      return patterns.contains { $0.name == effect }
    }
    let steps = scenario.steps.filter(claims)
    let isCounted =
      scenario.finally.counts.contains { $0.name == effect }
      || scenario.timelines.contains { $0.kind == effect }
    guard !steps.isEmpty || isCounted, scenario.knownBug == nil else { return nil }
    label = scenario.title.label
    place = scenario.title.place
    covers = scenario.covers.map(\.text)
    isOfEvent = steps.contains { $0.event?.name == drift.event.name }
    let named = covers.contains { id in gates.contains { id == $0 || id.hasPrefix("\($0).") } }
    let own = Set(scenario.steps.compactMap { $0.event?.name })
    let likeness = events.map {
      Double(own.intersection($0).count) / Double(max(1, own.union($0).count))
    }
    score = likeness.reduce((named ? 4 : 0) + (isOfEvent ? 2 : 0)) { $0 + 3 * $1 }
  }
}

extension TraceHistory {
  /// What holds the effect of a drift back after its event.
  func hold(of drift: Drift) throws(Diagnostic) -> HoldExplanation? {
    try hold(
      of: drift.effect, by: drift.event.party, after: drift.event.seq, at: drift.event.at)
  }
}

extension HoldExplanation {
  /// Whether the machine orders the effect there, so that gates are closed only because it did.
  func isOrdered(at drift: Drift) -> Bool { machine?.seq == drift.event.seq }

  /// The gates that hold back what was recorded; none where the machine orders it.
  func deciding(_ drift: Drift) -> [HeldGate] {
    isOrdered(at: drift) ? [] : holds?.map(\.gate) ?? []
  }
}
