import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A system without its type, which only its closures know.
///
/// The closures are made where `init` is called with a concrete type: what runs for every record is
/// specialised there, and everything above is compiled once for all systems.
public struct AnySystem: Sendable {
  /// An event or effect as documentation and pages name it.
  public struct Word: Sendable {
    /// The name in YAML and JSON.
    public var name: String
    /// The meaning, in one sentence.
    public var summary: String
  }

  /// The name after `sdk:` in specs and traces.
  public let name: String
  /// The parties other than devices.
  public let backends: [String]
  /// The events in the order of the documentation.
  public let events: [Word]
  /// The effects in the order in which those of one event come.
  public let effects: [Word]
  /// The profiles with their readings; the first one needs no name.
  public let profiles: [(name: String, readings: Value)]
  /// The readings that a profile can have.
  public let readings: Schema
  /// The names of the effects that gates can hold back.
  public let gatedEffects: [String]
  /// The requirements behind the fields of the state of a device, and of all for backends.
  public let requirements: FieldRequirements

  /// Finds the gates that can hold an effect back, by its name; none for one without gates.
  public let gateWords: @Sendable (_ effect: String) -> [GateWord]
  /// Folds the events of a trace under each variant and compares what they order.
  ///
  /// The answers in a trace fit the requests of its own profile and readings: after the first
  /// difference, the other variants may get answers to requests that they did not make.
  public let compare: @Sendable (ReplayInput, [Variant]) throws(Diagnostic) -> VariantComparison
  /// Opens a trace that is folded under these options, and judged or not.
  let open:
    @Sendable (ReplayInput, ReplayOptions, _ judges: Bool) throws(Diagnostic) -> AnyTraceWalk

  // MARK: For specs of its traces

  let requestKinds: [String]
  /// The field by which effects number their requests.
  let requestField: String
  let fixtures: [String]
  /// The events that start a process.
  let launches: [String]
  /// The events that follow from others.
  let insideEvents: [String]
  /// The event by which the harness sets readings.
  let harnessEvent: String?
  /// Reads a whole trace.
  let source: @Sendable (ReplayInput) throws(SpecError) -> SourceTrace
  /// Runs a draft as a reader of its text would, and keeps what counts for a spec.
  let run: @Sendable (SpecDraft) throws(SpecRefusal) -> SpecRun
  /// Whether the configuration can have these fields.
  let accepts: @Sendable (_ config: [Value.Field]) -> Bool
  /// Makes the history of a fixture; `nil` for a device that cannot be.
  let history:
    @Sendable (_ fixture: String, SpecDraft.Device, _ isSimulated: Bool) -> [(
      at: TimeSpan, event: String
    )]?

  /// Erases the type of a system.
  public init<S: System>(_ system: S.Type) {
    func names(where isMeant: (EventRole) -> Bool) -> [String] {
      S.Machine.Event.Name.allCases.filter { isMeant($0.role) }.map { $0.description }
    }
    name = S.name
    backends = S.backends
    profiles = S.profiles.map { ($0.name, $0.readings.value) }
    readings = S.Machine.Readings.schema
    requirements = S.requirements
    gatedEffects = S.gatedEffects.map { $0.description }
    gateWords = { name in
      S.Machine.Effect.Name.named(name).map(S.gateWords) ?? []
    }
    events = S.Machine.Event.Name.allCases.map { Word($0) }
    effects = S.Machine.Effect.Name.allCases.map { Word($0) }
    compare = { (input, variants) throws(Diagnostic) in
      var reader = try TraceReader(input, of: S.self)
      var folds = variants.map {
        Engine<S>(reader.header, override: Engine<S>.override($0.override))
      }
      var comparison = VariantComparison(
        file: input.file, started: reader.header.started, variants: variants.map { $0.name })
      while let line = try reader.next() {
        for index in folds.indices { try folds[index].begin(at: line, &reader) }
        guard line.kind == .event, let record = try reader.event(line) else { continue }
        comparison.events += 1
        for index in folds.indices { folds[index].fold(record) }
        let ordered = folds.map { $0.effects.ordered }
        if ordered.allSatisfy({ $0 == ordered[0] }) { continue }
        comparison.add(ErasedRecord(record, line: line.number), ordering: ordered)
      }
      comparison.warnings = reader.ending.warnings(input.file)
      return comparison
    }
    open = { (input, options, judges) throws(Diagnostic) in
      try AnyTraceWalk(input, as: S.self, options, judges: judges)
    }
    requestKinds = S.requestKinds
    requestField = S.Machine.Effect.requestField
    fixtures = S.fixtures.map { $0.name }
    launches = names { $0 == .processStart }
    insideEvents = names { $0 == .inside }
    harnessEvent = names { $0 == .harness }.first
    source = { input throws(SpecError) in try SourceTraceReader<S>(input).trace }
    run = { draft throws(SpecRefusal) in try DraftReader<S>(draft).run() }
    accepts = { S.defaultConfig.changed(by: $0) != nil }
    history = { fixture, device, isSimulated in
      guard let known = S.fixtures.first(where: { $0.name == fixture }),
        let profile = S.defaultDevice(named: device.name).changed(by: device.device),
        let config = S.defaultConfig.changed(by: device.config)
      else { return nil }
      return known.history(profile, config, isSimulated).map {
        ($0.at, $0.event.name.description)
      }
    }
  }

  /// Opens a trace of this system.
  ///
  /// With `lenient`, records of unknown names are passed over.
  public func walk(
    _ input: ReplayInput, lenient: Bool = false
  ) throws(Diagnostic) -> AnyTraceWalk {
    var options = ReplayOptions()
    options.lenient = lenient
    return try open(input, options, false)
  }
}

extension System {
  /// The names of the effects that gates can hold back.
  static var gatedEffects: [Machine.Effect.Name] {
    let start = Instant(milliseconds: 0)
    return Machine.Effect.Name.allCases.filter {
      gates(of: $0, by: soleParty, in: Machine.initial, at: start) != nil
    }
  }
}

extension AnySystem.Word {
  fileprivate init(_ name: some CaseName) {
    self.init(name: name.description, summary: name.summary.description)
  }
}
