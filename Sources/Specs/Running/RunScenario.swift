import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat
import Traces

extension Scenario {
  /// Runs the scenario in virtual time and judges it.
  public func run(_ settings: RunSettings<S> = RunSettings()) -> ScenarioRun<S> {
    let chosen = settings.readings(of: given)
    let preparation = Preparation(
      given: given, profile: chosen.profile, readings: chosen.readings,
      budget: settings.budget ?? budget)
    if let skip {
      return finished(preparation, EventLog(), .skipped(skip.text), [], 0, [])
    }
    if let recording { return run(recording, settings, preparation) }
    var prepared = preparation.run()
    prepared.ties = settings.ties
    var runner = ScenarioRunner(self, from: prepared)
    runner.finish()
    if let stop = runner.run.stop {
      let (outcome, findings) = outcome([finding(stop, in: runner.run.log)])
      return finished(preparation, runner.run.log, outcome, findings, runner.unchecked, [])
    }
    let (broken, exercised) = judgeRules(runner.run.log, from: 1, until: runner.end)
    runner.add(broken)
    let log = runner.run.log
    let failures = explain(runner.failures, log, until: runner.end, settings)
    let (outcome, findings) = outcome(failures)
    return finished(preparation, log, outcome, findings, runner.unchecked, exercised)
      .showing(runner.failures, from: given.clock)
  }

  /// A run that was stopped cannot be judged any further.
  private func finding(
    _ stop: RunStop, in log: EventLog<S.Machine.Event, S.Machine.Effect>
  ) -> Diagnostic {
    let recent = log.records.suffix(6).compactMap { $0.name?.description }
      .joined(separator: " → ")
    switch stop {
    case .endless(let party, let at):
      return Diagnostic(
        .endlessInstant, "\(party) does not get past \((at - given.clock).text)", at: title.place,
        proposal: "thousands of events followed from one another at one instant",
        notes: ["the last records: \(recent)"])
    case .budget(let records):
      let last = log.records.last.map { ($0.at - given.clock).text } ?? "0s"
      return Diagnostic(
        .budgetExceeded, "the run has more than \(records) records", at: title.place,
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
    let (broken, exercised) = judgeRules(runner.log, from: runner.first, until: runner.end)
    runner.add(broken)
    let failures = explain(runner.failures, runner.log, until: runner.end, settings)
    let (outcome, findings) = outcome(failures)
    return finished(preparation, runner.log, outcome, findings, 0, exercised)
      .showing(runner.failures, from: given.clock)
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
      end: end, command: settings.command
    ).diagnostics(failures)
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
  ) -> ([Failure], Set<Place>) {
    guard !rules.isEmpty else { return ([], []) }
    var book = RuleBook(rules.map(\.rule), devices: given.devices.map(\.name))
    for record in log.records {
      book.observe(record, judged: record.at >= given.clock && record.seq >= first)
    }
    book.finish(at: end)
    let exercised = Set(rules.indices.filter(book.exercised).map { rules[$0].place })
    return (book.violations.map { .rule($0.rule, $0.violation) }, exercised)
  }

  private func finished(
    _ preparation: Preparation<S>, _ log: EventLog<S.Machine.Event, S.Machine.Effect>,
    _ outcome: ScenarioResult.Outcome, _ failures: [Diagnostic], _ unchecked: Int,
    _ exercised: Set<Place>
  ) -> ScenarioRun<S> {
    let initial = preparation.initial
    return ScenarioRun(
      result: ScenarioResult(
        title: title, covers: covers.map(\.text), outcome: outcome, failures: failures,
        uncheckedSteps: unchecked, exercisedRules: exercised),
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
      Diagnostic(
        .unexercisedRule, severity: .warning,
        "\(rule.id.map { "rule \($0)" } ?? "the rule") was never exercised: \(rule.text)",
        at: rule.place, proposal: "nothing that it speaks about happened in any scenario")
    }
  }
}
