import Diagnostics
import EventSourcing
import Reports
import Simulation
import SpecFormat
import Specs
import Systems
import Traces
import YAML

/// Puts claims to the scenarios of specs that pass, false ones and true ones: the false have to
/// fail or to be refused.
public struct ClaimFuzz<S: System> {
  private let reader: SpecReader<S>
  private let document: SpecDocument
  private var fixtures = FixtureRuns<S>()
  private var tally = ProbeTally()

  /// Prepares to put claims to the scenarios of `document`.
  init(_ document: SpecDocument, _ reader: SpecReader<S>) {
    self.document = document
    self.reader = reader
  }

  /// Puts at most `limit` claims of each sort to each scenario, chosen by `seed`; without a limit,
  /// every one.
  mutating func run(limit: Int?, seed: UInt64) -> ProbeTally {
    for passing in passing() where begins(passing) {
      var random = RandomStream(
        seed: seed, name: "\(document.path) \(passing.scenario.title.label)")
      let sorts = [LogClaims(passing, &random).probes, ChangedClaims(passing, &random).probes]
      for probes in sorts {
        for probe in random.sample(probes, limit) { put(probe, to: passing) }
      }
    }
    return tally
  }

  /// Puts every claim about the names that none of `tried` has been about to the first scenario in
  /// which records of them are judged.
  mutating func run(except tried: inout Set<String>) -> ProbeTally {
    for passing in passing() {
      let names = Set(passing.judged.map(\.name)).subtracting(tried)
      guard !names.isEmpty, !passing.isPartOfRecording, begins(passing) else { continue }
      // What is never recorded here is claimed once too.
      let all = tried.isEmpty
      tried.formUnion(names)
      var random = RandomStream(seed: 1, name: document.path)
      let claims = LogClaims(passing, about: all ? nil : names, &random)
      for probe in claims.probes { put(probe, to: passing) }
    }
    return tally
  }

  /// Whether the scenario passes without its claims, so that one of them can be put to it.
  private mutating func begins(_ passing: PassingScenario<S>) -> Bool {
    tally.scenarios += 1
    if outcome(of: passing.bare, standsAlone: true, passing.row) == .passed { return true }
    tally.faults.append("\(place(of: passing)): fails without its claims")
    return false
  }

  private func place(of passing: PassingScenario<S>) -> String {
    "\(document.path):\(passing.scenario.title.place.line)"
  }

  /// The scenarios that pass, each in the first of its rows that does.
  private mutating func passing() -> [PassingScenario<S>] {
    (document.root["scenarios"]?.elements ?? []).compactMap { node in
      let rows = scenarios(node, standsAlone: false)
      for (row, values) in rows.enumerated() where values.scenario.knownBug == nil {
        let scenario = values.scenario
        guard scenario.skip == nil, scenario.reproduction == nil else { return nil }
        // A probe puts its claim at a step that stands alone at a time that is written.
        if let steps = node["steps"]?.elements,
          steps.count != scenario.steps.count || scenario.steps.contains(where: \.isOpen)
        {
          return nil
        }
        let run = values.run(after: fixtures.run(for: values))
        if run.result.report.outcome != .passed { continue }
        return PassingScenario(
          node: node, row: row, scenario: scenario,
          records: run.trace.records.map { ErasedRecord($0) })
      }
      return nil
    }
  }

  /// Puts one claim.
  private mutating func put(_ probe: Probe, to passing: PassingScenario<S>) {
    let outcome = outcome(
      of: probe.scenario(), standsAlone: probe.standsAlone, passing.row)
    switch (outcome, probe.holds) {
    case (.passed, true): tally.passed += 1
    case (nil, false): tally.refused += 1
    case (.failed, false): tally.failed += 1
    default:
      let what = probe.holds ? "a true claim does not pass" : "a false claim passes"
      tally.faults.append("\(place(of: passing)): \(what): \(probe.claim)")
    }
  }

  /// What becomes of a scenario in its file; `nil` where it is refused.
  private mutating func outcome(
    of node: YAMLNode, standsAlone: Bool, _ row: Int
  ) -> ScenarioReport.Outcome? {
    let rows = scenarios(node, standsAlone: standsAlone)
    guard rows.indices.contains(row) else { return nil }
    let fixtures = fixtures.run(for: rows[row])
    return rows[row].run(after: fixtures).result.report.outcome
  }

  private func scenarios(_ node: YAMLNode, standsAlone: Bool) -> [ScenarioValues<S>] {
    var root = document.root.setting("scenarios", to: node.holding(.list([node])))
    if standsAlone {
      let defaults = root["defaults"]?.keeping(["given", "run_until", "budget"])
      root = root.keeping(["format", "sdk", "scenarios"]).setting("defaults", to: defaults)
    }
    var changed = document
    changed.root = root
    return reader.read(changed, catalogue: nil).values
  }
}

extension RandomStream {
  /// At most `limit` of `values`, in their order.
  fileprivate mutating func sample(_ values: [Probe], _ limit: Int?) -> [Probe] {
    guard let limit, values.count > limit else { return values }
    var indexes = Array(values.indices)
    for place in 0..<limit {
      indexes.swapAt(place, place + Int(below(Int64(indexes.count - place))))
    }
    return indexes.prefix(limit).sorted().map { values[$0] }
  }
}
