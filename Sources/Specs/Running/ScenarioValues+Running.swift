import Diagnostics
import EventSourcing
import Replay
import Reports
import Simulation
import SpecFormat
import Traces

extension SpecReader {
  /// Reads a spec and prepares the runs of those scenarios that are wanted; `reproduce` repeats a
  /// run that broke a property, for systems that have some.
  ///
  /// A scenario that judges a recording is left out on a machine with a bug, which has not recorded
  /// it.
  public func runs(
    of document: SpecDocument, catalogue: Catalogue?, on faulty: FaultyMachine<S.Machine>? = nil,
    reproduce: RunReproduction<S>? = nil, where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> (spec: Spec, runs: [ScenarioRun]) {
    let (spec, values) = read(document, catalogue: catalogue)
    var fixtures = FixtureRuns<S>(installed: faulty?.installed)
    let wanted = values.filter { values in
      isWanted(values.scenario) && (faulty == nil || values.scenario.recording == nil)
    }
    let runs = wanted.map { values in
      let fixtures = fixtures.run(for: values)
      let run = { @Sendable options in
        values.run(options, after: fixtures, reproduce: reproduce, installed: faulty?.installed)
      }
      return ScenarioRun(
        scenario: values.scenario, perform: { run($0).result },
        trace: { options in
          var trace = run(options).trace
          guard let faulty else { return encode(trace.withFinalStates(of: S.self)) }
          // Without states at its end: those that replay gives are not the machine's own.
          trace.header.origin = "gallery \(faulty.name)"
          return encode(trace)
        })
    }
    return (spec, runs)
  }
}

extension ScenarioValues {
  /// Runs the scenario in virtual time and judges it; it goes on from `fixtures`, the run that
  /// `FixtureRuns` has for it, where that is given; `installed` is a machine with a bug.
  public func run(
    _ options: RunOptions = RunOptions(), after fixtures: Run<S>? = nil,
    reproduce: RunReproduction<S>? = nil, installed: S.Machine.State? = nil
  ) -> (result: ScenarioResult, trace: Trace<S.Machine>) {
    let options = options.known(to: scenario.system)
    var preparation = preparation
    (preparation.profile, preparation.readings) = options.readings(
      over: (preparation.profile, preparation.readings), of: S.self, adding: readings(over:))
    // A budget counts the records of the fixtures too.
    preparation.budget = options.budget ?? scenario.budget
    preparation.installed = installed
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
    var steps = StepRun(self, from: run)
    let view = RunView(
      S.self, log: { steps.run.log }, state: { steps.run.world.state },
      timers: { steps.run.timers(of: $0) })
    let zero = preparation.clock
    var observed = ObservedEffects(from: zero)
    let judge = Judge(scenario, at: view)
    for index in inputs.indices {
      guard let (step, input) = steps.reach(index) else { break }
      let before = observed.new(in: steps.run.log)
      if let note = step.note { steps.note(note, party: step.party) }
      if let input { steps.happen(input) }
      judge.judge(step, before, observed.new(in: steps.run.log))
    }
    judge.scenario.steps = steps.reached
    judge.failures += judge.scenario.fillEnd(with: steps.kept).map { .explained($0) }
    judge.end = max(steps.run.now, scenario.runUntil.map { zero + $0.at } ?? zero)
    if let unreached = steps.unreached {
      judge.end = steps.run.now
      judge.stop(at: unreached)
    } else {
      steps.finish(at: judge.end)
      judge.finish(observed.new(in: steps.run.log))
    }
    let log = steps.run.log
    trace.records = log.records
    if let stop = steps.run.stop {
      let grown = if case .size = stop { GrownRecords(in: log) } else { nil as GrownRecords? }
      var result = ScenarioResult(
        scenario, findings: [scenario.finding(stop, in: ErasedLog(log), grown)])
      result.report.uncheckedSteps = judge.unchecked
      return result
    }
    judgeStates(of: log, trace.header, by: judge)
    judge.judgeRules(S.Machine.self, in: log)
    return judge.result(log, options)
  }

  private func replayed(
    _ recording: Recording, _ options: RunOptions, _ trace: inout Trace<S.Machine>
  ) -> ScenarioResult {
    // Without any of these the recording's own profile and readings hold all the way.
    let isPlain =
      options.profile == nil && options.readings.isEmpty && scenario.namedReadings.isEmpty
    let change = options.override(of: S.self, adding: { [self] in readings(over: $0) })
    var run = RecordingRun<S>(
      scenario, recording, trace.header, override: isPlain ? nil : change)
    let judge = run.perform(command: options.command)
    judgeStates(of: run.log, trace.header, by: judge)
    judge.judgeRules(S.Machine.self, in: run.log)
    trace.records = run.log.records
    return judge.result(run.log, options)
  }

  /// Holds the states that a log gives against what the scenario claims of them.
  private func judgeStates(
    of log: EventLog<S.Machine.Event, S.Machine.Effect>, _ header: TraceHeader<S.Machine>,
    by judge: Judge
  ) {
    if scenario.states.isEmpty { return }
    var (engine, folded) = (Engine<S>(header), 0)
    judge.judgeStates(at: log.records.map(\.at)) { count, party, instant, selection in
      for case .event(let event) in log.records[folded..<count] { engine.fold(event) }
      folded = count
      var maker = ValueMaker(selection, details: false)
      S.view(of: party, in: engine.state, at: instant, &maker)
      return maker.fields
    }
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
      var result = ScenarioResult(scenario, findings: [finding].compactMap(\.self))
      if let step = run.unmet {
        result.warnings = [
          Diagnostic(
            .brokenProperty, severity: .warning,
            "the fault of step \(step) found no request or message in this run", at: text.place,
            proposal: "this is no longer the run that was kept")
        ]
      }
      return result
    } catch {
      let finding = Diagnostic(
        .brokenProperty, "the run cannot be repeated: \(error.message)", at: text.place)
      return ScenarioResult(scenario, .failed, [finding])
    }
  }
}

/// The runs to which fixtures lead: scenarios that begin alike share one.
public struct FixtureRuns<S: System>: Sendable {
  /// Everything that such a run depends on.
  private struct Beginning: Hashable {
    var devices: [Preparation<S>.Device]
    var hasBackends: Bool
    /// The time zero up to which it was run; `nil` where a history goes on before that.
    var clock: Instant?
  }

  private var runs: [Beginning: Run<S>] = [:]
  /// The one asked for last: most scenarios of a file begin alike, and comparing two beginnings
  /// costs less than hashing one.
  private var last: (beginning: Beginning, run: Run<S>)?

  private let installed: S.Machine.State?

  /// Prepares to share runs; `installed` is a machine with a bug.
  public init(installed: S.Machine.State? = nil) { self.installed = installed }

  /// The run in which the fixtures of these values have happened, up to time zero where no history
  /// follows them; `nil` where it begins in another way.
  public mutating func run(for values: ScenarioValues<S>) -> Run<S>? {
    let scenario = values.scenario
    // What a machine has made before begins by itself.
    if scenario.recording != nil || scenario.reproduction != nil { return nil }
    if scenario.budget != nil { return nil }
    var preparation = values.preparation
    guard preparation.beginsWithFixtures else { return nil }
    let beginning = Beginning(
      devices: preparation.devices, hasBackends: scenario.given.isSimulated,
      clock: preparation.history.isEmpty ? preparation.clock : nil)
    if last?.beginning == beginning { return last?.run }
    preparation.installed = installed
    let run = runs[beginning] ?? preparation.fixtureRun()
    runs[beginning] = run
    last = (beginning, run)
    return run
  }
}

/// Repeats a run that broke a property from its text.
public typealias RunReproduction<S: System> =
  @Sendable (String) throws(RepeatedRunError) -> RepeatedRun<S>

/// A run that broke a property once, performed again: how the property is broken, with the lines
/// that show it, or `nil` where it holds now; the number of the first step whose fault found no
/// request or message; and a trace of everything that happened and was ordered.
public typealias RepeatedRun<S: System> = (
  violation: (message: String, notes: [String])?, unmet: Int?, trace: Trace<S.Machine>
)

// MARK: - Readings

extension RunOptions {
  /// Finds mistakes in these options for a system, such as an unknown reading.
  public func findings<S: System>(for system: S.Type) -> [Diagnostic] {
    let findings = Findings()
    if let profile, !S.profiles.contains(where: { $0.name == profile }) {
      let names = S.profiles.map(\.name)
      let near = didYouMean(profile, among: names).map { [$0] } ?? []
      findings.add(
        .unknownName, "unknown profile '\(profile)'",
        notes: near + ["known: \(names.joined(separator: ", "))"])
    }
    for reading in readings { _ = reading.applied(to: S.Machine.Readings.sample, findings) }
    return findings.sorted
  }

  /// Makes the change of a trace's profile and readings by these options, for its replay; throws
  /// what is wrong with the options.
  public func checkedOverride<S: System>(of system: S.Type) throws -> ReadingsChange {
    let wrong = findings(for: system)
    if !wrong.isEmpty { throw Diagnostics(wrong) }
    return override(of: system)
  }

  /// Makes the change of each profile and its readings by `adding`, then by these options.
  func override<S: System>(
    of system: S.Type,
    adding: @escaping @Sendable (S.Machine.Readings) -> S.Machine.Readings = { $0 }
  ) -> ReadingsChange {
    { profile, tree in
      guard let own = S.Machine.Readings(of: tree) else { return (profile, tree) }
      let new = readings(over: (profile, adding(own)), of: S.self, adding: adding)
      return (new.profile, new.readings.value)
    }
  }

  /// The profile and readings of a recorded trace or of a scenario with these options laid over
  /// them; `adding` lays over another profile what the scenario names itself.
  public func readings<S: System>(
    over own: (profile: String, readings: S.Machine.Readings), of system: S.Type,
    adding: (S.Machine.Readings) -> S.Machine.Readings = { $0 }
  ) -> (profile: String, readings: S.Machine.Readings) {
    let profile = profile.flatMap { name in S.profiles.first { $0.name == name } }
    let base = profile.map { adding($0.readings) } ?? own.readings
    return (profile?.name ?? own.profile, readings.reduce(base) { $1.applied(to: $0) })
  }
}
