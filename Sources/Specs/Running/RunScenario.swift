import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat
import Traces

extension Scenario {
  /// Runs the scenario in virtual time and judges it; it goes on from `fixtures`, the run that
  /// `FixtureRuns` has for it, where that is given.
  public func run(
    _ settings: RunSettings<S> = RunSettings(), after fixtures: Run<S>? = nil
  ) -> ScenarioRun<S> {
    let chosen = settings.readings(of: given)
    let preparation = Preparation(
      given, profile: chosen.profile, readings: chosen.readings,
      budget: settings.budget ?? budget)
    if let skip {
      return finished(preparation, EventLog(), .skipped(skip.text), [], 0)
    }
    if let reproduction { return run(reproduction, settings, preparation) }
    if let recording { return run(recording, settings, preparation) }
    // A budget counts the records of the fixtures too.
    var prepared = preparation.run(after: settings.budget == nil ? fixtures : nil)
    prepared.ties = settings.ties
    var runner = ScenarioRunner(self, from: prepared)
    runner.finish()
    if let stop = runner.run.stop {
      let (outcome, findings) = outcome([finding(stop, in: runner.run.log)])
      return finished(preparation, runner.run.log, outcome, findings, runner.unchecked)
    }
    let rules = judgeRules(runner.run.log, from: 1, until: runner.end)
    runner.add(rules.broken)
    let log = runner.run.log
    let failures = explain(runner.failures, log, until: runner.end, settings)
    let (outcome, findings) = outcome(failures)
    return finished(preparation, log, outcome, findings, runner.unchecked, rules)
      .showing(inOrder(runner.failures), from: given.clock)
  }

  /// A run that was stopped cannot be judged any further.
  private func finding(
    _ stop: RunStop, in log: EventLog<S.Machine.Event, S.Machine.Effect>
  ) -> Diagnostic {
    let recent = log.records.suffix(6).compactMap { $0.name?.description }
      .joined(separator: " → ")
    switch stop {
    case .endless:
      return Diagnostic(
        .endlessInstant, stop.message(from: given.clock), at: title.place,
        proposal: "thousands of events followed from one another at one instant",
        notes: ["the last records: \(recent)"])
    case .budget:
      let last = log.records.last.map { ($0.at - given.clock).text } ?? "0s"
      return Diagnostic(
        .budgetExceeded, stop.message(from: given.clock), at: title.place,
        proposal: "it stopped at \(last)",
        notes: [
          "what kept it going: \(recent)",
          "help: end the run earlier with 'run_until', or raise 'budget:'",
        ])
    }
  }

  private func run(
    _ recording: Recording<S.Machine>, _ settings: RunSettings<S>,
    _ preparation: Preparation<S>
  ) -> ScenarioRun<S> {
    var runner = RecordingRun(self, recording, settings)
    runner.run()
    let rules = judgeRules(runner.log, from: runner.first, until: runner.end)
    runner.add(rules.broken)
    let failures = explain(runner.failures, runner.log, until: runner.end, settings)
    let (outcome, findings) = outcome(failures)
    return finished(preparation, runner.log, outcome, findings, 0, rules)
      .showing(inOrder(runner.failures), from: given.clock)
  }

  /// Repeats a run that broke a property, whatever else the scenario says.
  private func run(
    _ reproduction: PlacedText, _ settings: RunSettings<S>, _ preparation: Preparation<S>
  ) -> ScenarioRun<S> {
    let repeated: RepeatedRun<S>
    switch settings.reproduce(reproduction.text) {
    case .success(let run): repeated = run
    case .failure(let error):
      let finding = Diagnostic(
        .brokenProperty, "the run cannot be repeated: \(error.message)", at: reproduction.place)
      return finished(preparation, EventLog(), .failed, [finding], 0)
    }
    let findings = repeated.violation.map { [$0.diagnostic(at: reproduction.place)] } ?? []
    let (outcome, failures) = outcome(findings)
    return ScenarioRun(
      result: ScenarioResult(
        title: title, covers: covers.map(\.text), outcome: outcome, failures: failures,
        uncheckedSteps: 0, exercisedRules: []),
      log: repeated.log, profile: repeated.profile, readings: repeated.readings,
      config: repeated.config, start: repeated.start)
  }

  private func explain(
    _ failures: [Failure], _ log: EventLog<S.Machine.Event, S.Machine.Effect>,
    until end: Instant, _ settings: RunSettings<S>
  ) -> [Diagnostic] {
    if failures.isEmpty { return [] }
    let records = RecordSummary(
      log: ErasedLog(log), zero: given.clock, isWorld: given.isWorld)
    return Explanation(
      records: records, title: title, observed: Set(observe), rules: rules.map(ExplainedRule.init),
      end: end, checking: settings.checking
    ).diagnostics(inOrder(failures))
  }

  /// What shows first comes first: the rest may follow from it.
  private func inOrder(_ failures: [Failure]) -> [Failure] {
    failures.enumerated().sorted { left, right in
      let times = (left.element.at ?? .distantFuture, right.element.at ?? .distantFuture)
      return (times.0, left.offset) < (times.1, right.offset)
    }.map(\.element)
  }

  /// A known bug has to fail.
  private func outcome(
    _ failures: [Diagnostic]
  ) -> (ScenarioResult.Outcome, [Diagnostic]) {
    guard let knownBug else { return (failures.isEmpty ? .passed : .failed, failures) }
    if !failures.isEmpty { return (.knownBug(knownBug.text), failures) }
    return (
      .unexpectedPass(knownBug.text),
      [
        Diagnostic(
          .unexpectedPass, "'\(title.label)' is marked known_bug but passed",
          at: knownBug.place, proposal: "remove the mark")
      ]
    )
  }

  private func judgeRules(
    _ log: EventLog<S.Machine.Event, S.Machine.Effect>, from first: Int64,
    until end: Instant
  ) -> JudgedRules {
    guard !rules.isEmpty else { return JudgedRules() }
    var book = RuleBook(rules.map(\.rule), devices: given.devices.map(\.name))
    for record in log.records {
      book.observe(record, judged: record.at >= given.clock && record.seq >= first)
    }
    book.finish(at: end)
    var judged = JudgedRules(broken: book.violations.map { .rule($0.rule, $0.violation) })
    for index in rules.indices {
      if book.exercised(index) {
        judged.exercised.insert(rules[index].place)
      } else if let party = rules[index].otherParty(
        in: log, from: given.clock, devices: given.devices.map(\.name))
      {
        judged.ofOthers[rules[index].place] = party
      } else if let name = rules[index].rule.sentence.trigger?.name {
        judged.alike[rules[index].place] = log.records.count { record in
          record.at >= given.clock && record.name?.description == name
        }
      }
    }
    return judged
  }

  private func finished(
    _ preparation: Preparation<S>, _ log: EventLog<S.Machine.Event, S.Machine.Effect>,
    _ outcome: ScenarioResult.Outcome, _ failures: [Diagnostic], _ unchecked: Int,
    _ rules: JudgedRules = JudgedRules()
  ) -> ScenarioRun<S> {
    let initial = preparation.initial
    return ScenarioRun(
      result: ScenarioResult(
        title: title, covers: covers.map(\.text), outcome: outcome, failures: failures,
        uncheckedSteps: unchecked, exercisedRules: rules.exercised,
        rulesOfOthers: rules.ofOthers, recordsAlike: rules.alike),
      log: log, profile: initial.profile, readings: initial.readings,
      config: given.devices.first?.config ?? S.defaultConfig, start: given.clock)
  }
}

extension SpecFile {
  /// A warning for each rule of the file, or of one of its scenarios, that no run put to the test.
  public func unexercisedRules(in results: [ScenarioResult]) -> [Diagnostic] {
    var seen = results.reduce(into: Set<Place>()) { $0.formUnion($1.exercisedRules) }
    // The rows of a scenario share its rules; what is skipped has no say.
    let all = rules + scenarios.filter { $0.skip == nil }.flatMap(\.rules)
    return all.filter { seen.insert($0.place).inserted }.map { rule in
      let party = results.lazy.compactMap { $0.rulesOfOthers[rule.place] }.first
      let alike = results.reduce(0) { $0 + ($1.recordsAlike[rule.place] ?? 0) }
      let name = rule.rule.sentence.trigger?.name ?? ""
      return Diagnostic(
        .unexercisedRule, severity: .warning,
        "\(rule.id.map { "rule \($0)" } ?? "the rule") was never exercised: \(rule.text)",
        at: rule.place,
        proposal: party.map { "what it speaks about happened to \(visible($0)) alone" }
          ?? "no \(rule.awaited ?? name) happened in any scenario that ran",
        notes: party != nil
          ? ["help: a rule is about devices; 'on: all' makes it one about all parties"]
          : alike > 0 ? ["\(name) happened \(counted(alike, "time")), with other fields"] : [])
    }
  }
}

/// What became of the rules in one run.
private struct JudgedRules {
  var broken: [Failure] = []
  /// The rules about which anything happened.
  var exercised: Set<Place> = []
  /// Those about which something happened to a party that they are not about, with that party.
  var ofOthers: [Place: String] = [:]
  /// How many records only have the name of what would put a rule to the test.
  var alike: [Place: Int] = [:]
}

extension PlacedRule {
  /// The first party to which what puts the rule to the test happened, of those that the rule is
  /// not about.
  fileprivate func otherParty(
    in log: EventLog<Machine.Event, Machine.Effect>, from start: Instant, devices: [String]
  ) -> String? {
    let own: [String]
    switch rule.scope {
    case .all: return nil
    case .party(let party): own = [party]
    case .eachDevice: own = devices
    }
    guard let trigger = rule.sentence.trigger else { return nil }
    return log.records.first { record in
      guard record.at >= start, !own.contains(record.party), let name = record.name else {
        return false
      }
      return trigger.picks(record, called: name)
    }?.party
  }
}
