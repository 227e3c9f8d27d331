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
    case .size:
      let last = log.records.last.map { ($0.at - given.clock).text } ?? "0s"
      return Diagnostic(
        .tooMuchKept, stop.message(from: given.clock), at: title.place,
        proposal: "it stopped at \(last), after \(log.records.count) records",
        notes: [
          GrownRecords(in: log).map { "what grew: \($0.text)" },
          "what kept it going: \(recent)",
          "help: end the run earlier with 'run_until', or let less happen in it",
        ].compactMap { $0 })
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
        uncheckedSteps: 0),
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
      records: records, title: title, observed: Set(observe.kinds),
      rules: rules.map(ExplainedRule.init),
      end: end, checking: settings.checking, refused: refusedSteps(in: log)
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

  private func finished(
    _ preparation: Preparation<S>, _ log: EventLog<S.Machine.Event, S.Machine.Effect>,
    _ outcome: ScenarioResult.Outcome, _ failures: [Diagnostic], _ unchecked: Int,
    _ rules: JudgedRules = JudgedRules()
  ) -> ScenarioRun<S> {
    let initial = preparation.initial
    return ScenarioRun(
      result: ScenarioResult(
        title: title, covers: covers.map(\.text), outcome: outcome, failures: failures,
        uncheckedSteps: unchecked, rules: rules.uses),
      log: log, profile: initial.profile, readings: initial.readings,
      config: given.devices.first?.config ?? S.defaultConfig, start: given.clock)
  }
}

extension GrownRecords {
  /// A phrase with their number, their size and whether they became larger.
  fileprivate var text: String {
    let sizes = first == last ? "\(first) bytes each" : "from \(first) bytes to \(last)"
    return "\(count) records of '\(name)', \(sizes), \(bytes >> 20) MiB together"
  }
}
