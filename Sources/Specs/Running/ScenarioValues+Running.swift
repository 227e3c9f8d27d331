import Diagnostics
import EventSourcing
import Reports
import Simulation
import SpecFormat
import Traces

extension ScenarioValues {
  /// Runs the scenario in virtual time and judges it; it goes on from `fixtures`, the run that
  /// `FixtureRuns` has for it, where that is given.
  public func run(
    _ options: RunOptions = RunOptions(), after fixtures: Run<S>? = nil,
    reproduce: RunReproduction<S>? = nil
  ) -> (result: ScenarioResult, trace: Trace<S.Machine>) {
    var preparation = preparation
    (preparation.profile, preparation.readings) = beginning(under: options)
    // A budget counts the records of the fixtures too.
    preparation.budget = options.budget ?? scenario.budget
    let initial = preparation.initial
    var trace = Trace(
      header: TraceHeader<S.Machine>(
        sdk: S.name, profile: initial.profile, readings: initial.readings,
        config: preparation.devices.first?.config ?? S.defaultConfig, started: preparation.clock),
      records: [])
    var result: ScenarioResult
    if let skip = scenario.skip {
      result = ScenarioResult(scenario, .skipped, because: skip.text, [])
    } else if let reproduction = scenario.reproduction {
      result = repeated(reproduction, reproduce, &trace)
    } else if let recording = scenario.recording {
      result = replayed(recording, options, &trace)
    } else {
      var run = preparation.run(after: options.budget == nil ? fixtures : nil)
      run.ties = options.ties
      result = performed(from: run, options, &trace)
    }
    trace.header.origin = "spec \(scenario.title.label)"
    result.start = trace.header.started
    // Where nothing happens but the history, the last record lies before time zero.
    result.report.virtualTime =
      max(.zero, (trace.records.last?.at ?? result.start) - result.start)
    return (result, trace)
  }

  /// Performs the steps and what is still due in virtual time, and judges each by what it has come
  /// to.
  private func performed(
    from run: Run<S>, _ options: RunOptions, _ trace: inout Trace<S.Machine>
  ) -> ScenarioResult {
    // The judge looks at the run without a copy of it.
    var run = run
    let view = RunView(S.self, log: { run.log }, state: { run.world.state }) { run.timers(of: $0) }
    let zero = preparation.clock
    var observed = ObservedEffects(from: zero)
    var judge = Judge(scenario, at: view)
    for (step, input) in zip(scenario.steps, inputs) {
      let now = zero + step.time.at
      if input == nil { run.advance(to: now) } else { run.advance(toInputAt: now) }
      let before = observed.new(in: run.log)
      if let note = step.note { run.note(note, party: step.party) }
      if let input { run.happen(input) }
      judge.judge(step, before, observed.new(in: run.log))
    }
    judge.end = max(run.world.now, scenario.runUntil.map { zero + $0.at } ?? zero)
    run.advance(to: judge.end)
    judge.finish(observed.new(in: run.log))
    let log = run.log
    trace.records = log.records
    if let stop = run.stop {
      let grown = if case .size = stop { GrownRecords(in: log) } else { nil as GrownRecords? }
      var result = ScenarioResult(
        scenario, findings: [scenario.finding(stop, in: ErasedLog(log), grown)])
      result.uncheckedSteps = judge.unchecked
      return result
    }
    judge.judgeRules(S.Machine.self, in: log)
    return judge.result(log, options)
  }

  private func replayed(
    _ recording: Recording, _ options: RunOptions, _ trace: inout Trace<S.Machine>
  ) -> ScenarioResult {
    // Without any of these the recording's own profile and readings hold all the way.
    let isPlain =
      options.profile == nil && options.readings.isEmpty && scenario.namedReadings.isEmpty
    var run = RecordingRun<S>(
      scenario, recording, trace.header, override: isPlain ? nil : beginning(under: options))
    var judge = run.perform(command: options.command)
    judge.judgeRules(S.Machine.self, in: run.log)
    trace.records = run.log.records
    return judge.result(run.log, options)
  }

  /// Repeats a run that broke a property, whatever else the scenario says.
  private func repeated(
    _ text: PlacedText, _ reproduce: RunReproduction<S>?, _ trace: inout Trace<S.Machine>
  ) -> ScenarioResult {
    do throws(RepeatedRunError) {
      guard let reproduce else {
        throw RepeatedRunError(message: "no properties of \(S.name) are known")
      }
      let run = try reproduce(text.text)
      trace = run.trace
      let finding = run.violation.map { message, notes in
        Diagnostic(.brokenProperty, message, at: text.place, proposal: "this run", notes: notes)
      }
      return ScenarioResult(scenario, findings: [finding].compactMap(\.self))
    } catch {
      let finding = Diagnostic(
        .brokenProperty, "the run cannot be repeated: \(error.message)", at: text.place)
      return ScenarioResult(scenario, .failed, [finding])
    }
  }
}

// MARK: - Readings

extension ScenarioValues {
  /// The profile and readings that the scenario runs under.
  private func beginning(
    under options: RunOptions
  ) -> (profile: String, readings: S.Machine.Readings) {
    options.readings(
      over: (preparation.profile, preparation.readings), of: S.self, adding: readings(over:))
  }
}

// MARK: - Runs that were stopped

extension Scenario {
  /// A run that was stopped cannot be judged any further.
  fileprivate func finding(
    _ stop: RunStop, in log: ErasedLog, _ grown: GrownRecords?
  ) -> Diagnostic {
    let recent = (max(1, log.count - 5)...max(1, log.count)).compactMap { log[$0] }
      .filter { $0.kind == .event || $0.kind == .effect }.map(\.name).joined(separator: " → ")
    let last = log[log.count].map { ($0.at - given.clock).text } ?? "0s"
    func finding(
      _ code: DiagnosticCode, _ proposal: String, _ notes: String?...
    ) -> Diagnostic {
      Diagnostic(
        code, stop.message(from: given.clock), at: title.place, proposal: proposal,
        notes: notes.compactMap(\.self))
    }
    switch stop {
    case .endless:
      return finding(
        .endlessInstant, "thousands of events followed from one another at one instant",
        "the last records: \(recent)")
    case .budget:
      return finding(
        .budgetExceeded, "it stopped at \(last)", "what kept it going: \(recent)",
        "help: end the run earlier with 'run_until', or raise 'budget:'")
    case .size:
      return finding(
        .tooMuchKept, "it stopped at \(last), after \(log.count) records",
        grown.map { "what grew: \($0.text)" }, "what kept it going: \(recent)",
        "help: end the run earlier with 'run_until', or let less happen in it")
    }
  }
}

extension GrownRecords {
  /// A phrase with their number, their size and whether they became larger.
  fileprivate var text: String {
    let sizes = first == last ? "\(first) bytes each" : "from \(first) bytes to \(last)"
    return "\(count) records of '\(name)', \(sizes), \(bytes >> 20) MiB together"
  }
}
