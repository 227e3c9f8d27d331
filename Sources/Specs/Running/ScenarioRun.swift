import Diagnostics
import EventSourcing
import Replay
import Reports
import Rules
import Simulation
import SpecFormat
import Traces

/// A scenario with all that its run needs, whatever its machine.
public struct ScenarioRun: Sendable {
  /// The scenario as it is written.
  public let scenario: Scenario
  /// Runs and judges it.
  public let perform: @Sendable (RunOptions) -> ScenarioResult
  /// Runs it again for its trace: the logs of all would have to be kept otherwise, and most are
  /// never asked for.
  public let trace: @Sendable (RunOptions) -> [UInt8]
}

extension SpecReader {
  /// Reads a spec and prepares the runs of those scenarios that are wanted; `reproduce` repeats a
  /// run that broke a property, for systems that have some.
  public func runs(
    of document: SpecDocument, catalogue: Catalogue?, reproduce: RunReproduction<S>? = nil,
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> (spec: Spec, runs: [ScenarioRun]) {
    let (spec, values) = read(document, catalogue: catalogue)
    var fixtures = FixtureRuns<S>()
    let runs = values.filter { isWanted($0.scenario) }.map { values in
      let fixtures = fixtures.run(for: values)
      return ScenarioRun(
        scenario: values.scenario,
        perform: { values.run($0, after: fixtures, reproduce: reproduce).result },
        trace: { options in
          encode(
            values.run(options, after: fixtures, reproduce: reproduce).trace
              .withFinalStates(of: S.self))
        })
    }
    return (spec, runs)
  }
}

/// The result of one scenario: its report, and what only a run of specs asks beside it.
public struct ScenarioResult: Sendable {
  /// The scenario's title.
  public let title: ScenarioTitle
  /// The report on it.
  public var report: ScenarioReport
  /// Steps that left their instant unjudged.
  public internal(set) var uncheckedSteps = 0
  /// The use of each rule in the run, by the places of the rules.
  var rules: [Place: RuleUse] = [:]
  /// Where in the run the failures lie.
  public internal(set) var marks: [FailureMark] = []
  /// The expected values from which the run differs.
  public internal(set) var differences: [ValueDifference] = []
  /// Time zero, from which the spec counts; what is history comes before it.
  public internal(set) var start: Instant
}

extension ScenarioResult {
  /// A scenario with what was found in its run; a known bug has to fail.
  init(_ scenario: Scenario, findings: [Diagnostic]) {
    guard let knownBug = scenario.knownBug else {
      self.init(scenario, findings.isEmpty ? .passed : .failed, findings)
      return
    }
    guard findings.isEmpty else {
      self.init(scenario, .knownBug, because: knownBug.text, findings)
      return
    }
    let finding = Diagnostic(
      .unexpectedPass, "'\(scenario.title.label)' is marked known_bug but passed",
      at: knownBug.place, proposal: "remove the mark")
    self.init(scenario, .unexpectedPass, because: knownBug.text, [finding])
  }

  init(
    _ scenario: Scenario, _ outcome: ScenarioReport.Outcome, because reason: String? = nil,
    _ failures: [Diagnostic]
  ) {
    title = scenario.title
    report = ScenarioReport(
      id: title.label, name: title.name, file: title.place.file, line: title.line, tags: title.tags,
      covers: scenario.covers.map(\.text), outcome: outcome, reason: reason, failures: failures)
    start = scenario.given.clock
  }
}

/// A run as its judge sees it, in closures made where the machine's types are known.
struct RunView {
  /// The wanted fields of a record, by its number.
  let fields: (Int64, FieldSelection) -> Value?
  /// What a party's state shows at an instant.
  let state: (String, Instant, FieldSelection) -> Value
  /// What can be seen of the simulated backends.
  let backend: (FieldSelection) -> Value
  /// The armed timers of a party.
  let timers: (String) -> [PendingTimer]
  /// The instants of the records with a name, from a number and an instant on.
  let instants: (_ name: String, _ first: Int64, _ zero: Instant) -> [Instant]

  init<S: System>(
    _ system: S.Type, log: @escaping () -> EventLog<S.Machine.Event, S.Machine.Effect>,
    state: @escaping () -> S.Machine.State,
    timers: @escaping (String) -> [ArmedTimer<S.Machine.Event>]
  ) {
    fields = { log()[$0]?.fields($1) }
    self.state = { party, instant, selection in
      var maker = ViewMaker(selection, details: false)
      S.view(of: party, in: state(), at: instant, &maker)
      return .fields(maker.fields)
    }
    backend = { selection in
      var maker = ViewMaker(selection, details: false)
      S.backendView(in: state(), &maker)
      return .fields(maker.fields)
    }
    self.timers = { timers($0).map { PendingTimer(name: $0.name, due: $0.due) } }
    instants = { name, first, zero in
      log().records.filter {
        $0.seq >= first && $0.at >= zero && $0.name?.description == name
      }.map(\.at)
    }
  }
}

/// An effect in a run, from time zero on.
struct ObservedEffect: Equatable, Sendable {
  var seq: Int64
  var at: Instant
  var party: String
  var name: String
}

/// Reads the effects of all parties from a growing log, each once.
struct ObservedEffects {
  private let zero: Instant
  private var seen = 0

  init(from zero: Instant) { self.zero = zero }

  /// The effects since the last call.
  mutating func new<Event, Effect>(in log: EventLog<Event, Effect>) -> [ObservedEffect] {
    var found: [ObservedEffect] = []
    for record in log.records[seen...] {
      guard case .effect(let effect) = record, effect.at >= zero else { continue }
      found.append(
        ObservedEffect(
          seq: effect.seq, at: effect.at, party: effect.party, name: effect.effect.name.description)
      )
    }
    seen = log.records.count
    return found
  }
}

/// Repeats a run that broke a property from its text.
public typealias RunReproduction<S: System> =
  @Sendable (String) throws(RepeatedRunError) -> RepeatedRun<S>

/// A run that broke a property once, performed again.
public struct RepeatedRun<S: System>: Sendable {
  /// How the property is broken, and the lines that show it; `nil` where it holds now.
  public var violation: (message: String, notes: [String])?
  /// Everything that happened and was ordered, under what held before it.
  public var trace: Trace<S.Machine>

  /// Describes a run that was performed again.
  public init(violation: (message: String, notes: [String])?, trace: Trace<S.Machine>) {
    self.violation = violation
    self.trace = trace
  }
}

/// Why a run cannot be repeated.
public struct RepeatedRunError: Error {
  /// The reason, in a few words.
  public let message: String

  /// Gives the reason.
  public init(message: String) { self.message = message }
}

extension Trace {
  /// The trace with the hash of each device's state at its end: the states that the log alone
  /// gives, as replay will fold it.
  func withFinalStates<S: System>(of system: S.Type) -> Trace where Machine == S.Machine {
    guard let last = records.last else { return self }
    var engine = Engine<S>(header)
    for case .event(let record) in records { engine.fold(record) }
    var result = self
    for (offset, party) in devices(S.backends).enumerated() {
      result.records.append(
        .state(
          seq: last.seq + 1 + Int64(offset), at: last.at, party: party,
          hash: engine.hash(of: party, at: last.at)))
    }
    return result
  }

  /// The devices to which something happened, in order of appearance.
  private func devices(_ backends: [String]) -> [String] {
    var seen: Set<String> = []
    return records.map(\.party).filter { party in
      !backends.contains(party) && seen.insert(party).inserted
    }
  }
}
