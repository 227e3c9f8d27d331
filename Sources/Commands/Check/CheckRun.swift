import Diagnostics
import Files
import Live
import Reports
import Simulation
import SpecFormat
import Specs

/// The scenarios of a session, run and judged.
struct CheckRun {
  let session: CheckSession
  /// The results of the scenarios, in the order in which they are reported.
  let results: [ScenarioResult]
  /// The runs of the scenarios; under `--fail-fast` there may be more runs than results.
  private let runs: [ScenarioRun]
  var report: RunReport

  /// Runs `scenarios`, which are those of `session` in some order.
  init(
    _ runs: [ScenarioRun], of session: CheckSession, _ wanted: CheckCommand,
    in context: CommandContext
  ) async throws {
    self.session = session
    self.runs = runs
    // By the clocks of this machine: only for reports whose form asks for it, and never compared.
    let (began, start) = (SystemClock().read().wall, ContinuousClock.now)
    results = try await runs.performed(
      session.options, jobs: wanted.width, failFast: wanted.failFast,
      progress: ProgressBar(context.errors, total: runs.count, unit: "scenarios"))
    report = RunReport(scenarios: results.map(\.report))
    report.unreadable = session.unreadableCount
    report.span = MachineSpan(start: began, length: ContinuousClock.now - start)
    report.diagnostics = session.findings + results.flatMap(\.warnings)
    if results.count == selected { report.diagnostics += unexercised }
    if !results.isEmpty, results.allSatisfy({ $0.report.outcome == .skipped }) {
      report.diagnostics.append(Selection.allSkipped)
    }
    if wanted.ties != nil { report.ties = TieVariation(runs, results, session.options) }
    report.verdict = verdict(isStrict: wanted.strict)
    if wanted.allReadings != nil {
      report.readings = [ReadingVariation](runs, results, session.options)
    }
  }

  var selected: Int { runs.count }

  var traces: [(result: ScenarioResult, trace: () -> [UInt8])] {
    zip(runs, results).map { [options = session.options] run, result in
      (result, { run.trace(options) })
    }
  }

  /// A rule that no scenario of its file exercised; a selection of a few says nothing about that.
  private var unexercised: [Diagnostic] {
    let numbers = Dictionary(grouping: results.indices) { results[$0].title.place.file }
    return session.specs.flatMap { spec -> [Diagnostic] in
      let own = numbers[spec.path] ?? []
      guard own.count == spec.scenarios.count else { return [] }
      return spec.unexercisedRules(in: own.map { results[$0] })
    }
  }

  private func verdict(isStrict: Bool) -> Verdict {
    var verdict = Verdict.clean
    if report.scenarios.contains(where: \.outcome.isFailure) { verdict = .finding }
    if isStrict, report.ties?.dependent.isEmpty == false { verdict = .finding }
    for finding in report.diagnostics {
      if finding.severity == .error { verdict = max(verdict, .invalid) }
      if isStrict { verdict = max(verdict, finding.code.kind == .input ? .invalid : .finding) }
    }
    return results.isEmpty ? max(verdict, .invalid) : verdict
  }
}

extension [ScenarioRun] {
  /// Runs all scenarios, or those up to the first failure, on several cores where that is wanted,
  /// and counts them on `progress`; the results are in the order given.
  func performed(
    _ options: RunOptions, jobs: Int = 1, failFast: Bool = false, progress: ProgressBar? = nil
  ) async throws -> [ScenarioResult] {
    var progress = progress
    defer { progress?.clear() }
    var rest = self[...]
    var results: [ScenarioResult] = []
    var failed = 0
    try await inOrder(width: failFast ? 1 : jobs) { () -> ArraySlice<ScenarioRun>? in
      if rest.isEmpty || Interruption.isRequested || failFast && failed > 0 { return nil }
      let piece = rest.prefix(failFast ? 1 : Self.pieceSize)
      rest.removeFirst(piece.count)
      return piece
    } work: { piece in
      piece.map { $0.timed(options) }
    } take: { piece in
      results += piece
      failed += piece.count { $0.report.outcome.isFailure }
      progress?.advance(failed == 0 ? "" : "\(failed) failed", by: piece.count)
    }
    return results
  }

  /// The number of scenarios handed to a core at once: a few are over in less time than it takes to
  /// wake another thread.
  private static var pieceSize: Int { 32 }

  fileprivate func passed(_ results: [ScenarioResult]) -> [ScenarioRun] {
    zip(self, results).filter { $0.1.report.outcome == .passed }.map(\.0)
  }
}

extension ScenarioRun {
  /// Runs the scenario and measures the time that it takes on this machine.
  fileprivate func timed(_ options: RunOptions) -> ScenarioResult {
    let started = ContinuousClock.now
    var result = perform(options)
    result.report.elapsed = ContinuousClock.now - started
    return result
  }
}

extension TieVariation {
  /// Runs those of `runs` again that have passed, with the order of ties reversed; `results` holds
  /// what became of them, in order.
  init(_ runs: [ScenarioRun], _ results: [ScenarioResult], _ options: RunOptions) {
    self.init()
    var options = options
    options.ties = .reversed
    // A recording has its order.
    for run in runs.passed(results) where run.scenario.recordedTrace == nil {
      self.runs += 1
      let report = run.perform(options).report
      if report.outcome == .failed { dependent.append(report) }
    }
  }
}

extension [ReadingVariation] {
  /// Finds the passed runs that do not hold under readings that they do not name, one varied at a
  /// time.
  init(_ runs: [ScenarioRun], _ results: [ScenarioResult], _ options: RunOptions) {
    self.init()
    for run in runs.passed(results) {
      for reading in run.scenario.openReadings { vary(reading, run, options) }
    }
  }

  private mutating func vary(_ reading: String, _ run: ScenarioRun, _ options: RunOptions) {
    guard let override = try? ReadingOverride(reading) else { return }
    var options = options
    options.readings.append(override)
    let index = firstIndex { $0.reading == reading } ?? count
    if index == count { append(ReadingVariation(reading)) }
    self[index].runs += 1
    if run.perform(options).report.outcome == .failed {
      self[index].broken.append(run.scenario.title.label)
    }
  }
}
