import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Everything that a spec may say of one system, gathered once and without the machine's types.
public final class SystemSchema: Sendable {
  let name: String
  let events: CaseSchemas
  let effects: CaseSchemas
  /// Effects of devices that leave the process or reach the app: what specs observe unless they say
  /// less.
  let external: [String]
  let state: Schema
  let backend: Schema
  /// The fields that set simulated backends up.
  let backendSettings: [Schema.Field]
  package let backends: [String]
  let timers: [String]
  let requestKinds: [String]
  /// The kind of request of each effect that is one.
  let kindsByEffect: [String: String]
  let fixtures: [String]
  package let profiles: [String]
  /// The names of the choices where the documents disagree or are silent.
  package let readings: [String]
  /// Every value, as `name=value`, that `--readings all` tries.
  let readingVariants: [String]
  /// The role of each event in the world.
  let roles: [String: EventRole]
  /// The texts that the machine knows for fields, by event and field.
  let knownTexts: [String: [String: [String]]]
  /// Reads once through a recorded trace.
  let contents: @Sendable (RecordedTrace) -> RecordedTrace.Contents?
  private let eventParties: [String: RecordingParties]
  private let effectParties: [String: RecordingParties]

  // Once in a process: it needs no code of its own for each machine.

  /// Gathers what `system` describes.
  @_semantics("optimize.sil.specialize.generic.never")
  public init<S: System>(_ system: S.Type) {
    name = S.name
    let eventSchemas = S.Machine.Event.schemas
    events = CaseSchemas(eventSchemas)
    effects = CaseSchemas(S.Machine.Effect.schemas)
    external = S.observedEffects
    var maker = SchemaMaker()
    S.view(of: soleParty, in: S.Machine.initial, &maker)
    state = .record(maker.fields)
    var backendMaker = SchemaMaker()
    S.backendView(in: S.Machine.initial, &backendMaker)
    backend = .record(backendMaker.fields)
    backendSettings = S.backendSettings.map { S.Machine.Event.schema(of: $0.name).fields } ?? []
    backends = S.backends
    timers = S.timers
    requestKinds = S.requestKinds
    var kinds: [String: String] = [:]
    for effect in S.Machine.Effect.samples {
      let request = S.request(of: effect, by: soleParty, in: S.Machine.initial)
      kinds[effect.name.description] = request?.kind
    }
    kindsByEffect = kinds
    fixtures = S.fixtures.map { $0.name }
    profiles = S.profiles.map { $0.name }
    readings = S.Machine.Readings.schema.fields.map(\.name)
    readingVariants = S.readingVariants
    var roles: [String: EventRole] = [:]
    var texts: [String: [String: [String]]] = [:]
    var eventParties: [String: RecordingParties] = [:]
    for (name, schema) in zip(S.Machine.Event.Name.allCases, eventSchemas) {
      roles[schema.name] = name.role
      eventParties[schema.name] = S.parties(of: name)
      for field in schema.fields {
        let known = S.knownTexts(of: field.name, in: name)
        if !known.isEmpty { texts[schema.name, default: [:]][field.name] = known }
      }
    }
    self.roles = roles
    self.eventParties = eventParties
    knownTexts = texts
    effectParties = Dictionary(
      S.Machine.Effect.Name.allCases.map { ($0.description, S.parties(ordering: $0)) }
    ) { first, _ in first }
    contents = { $0.contents(as: S.self) }
  }
}

extension SystemSchema {
  /// The fields of an event or effect.
  func schema(ofRecord name: String) -> CaseSchema? { effects.schema(name) ?? events.schema(name) }

  /// The backend to which an event happens that only happens at one; empty where none is named.
  func backend(of event: String) -> String { eventParties[event]?.backends.first ?? "" }

  /// The parties under whose names events or effects called `name` are recorded.
  package func parties(recording name: String) -> RecordingParties? {
    guard let event = eventParties[name] else { return effectParties[name] }
    return effectParties[name].map(event.union) ?? event
  }
}

/// The events or effects of a machine by name, gathered once.
struct CaseSchemas: Sendable {
  let names: [String]
  private let schemas: [String: CaseSchema]

  init(_ all: [CaseSchema]) {
    names = all.map(\.name)
    schemas = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  func schema(_ name: String) -> CaseSchema? { schemas[name] }
}

extension System {
  /// Every other value of the readings that have finitely many, and those that the system adds,
  /// as `name=value`: what `--readings all` varies, one at a time.
  public static var readingVariants: [String] {
    let finite = Machine.Readings.schema.fields.flatMap { field -> [String] in
      guard case .defaults(let initial) = field.presence else { return [] }
      switch (field.schema, initial) {
      case (.boolean, .boolean(let value)): return ["\(field.name)=\(!value)"]
      case (.choice(let options), .text(let value)):
        return options.filter { $0.name != value }.map { "\(field.name)=\($0.name)" }
      default: return []
      }
    }
    return finite + extraReadingVariants
  }
}

// MARK: - Recordings

extension RecordedTrace {
  /// Reads the whole trace: a record that cannot be read is found here, before anything runs.
  func contents<S: System>(as system: S.Type) -> Contents? {
    do throws(Diagnostic) {
      var reader = try TraceReader<S.Machine>(recording: path, open, of: S.self)
      var contents = Contents(started: reader.header.started, profile: reader.header.profile)
      while let line = try reader.next() {
        guard try reader.record(line) != nil else { continue }
        if contents.devices.last != reader.party { contents.add(reader.party, S.backends) }
        guard from?.order(line, contents.started) ?? 0 >= 0,
          to?.order(line, contents.started) ?? 0 <= 0
        else { continue }
        contents.from = contents.from ?? line.seq
        contents.to = max(contents.to ?? line.seq, line.seq)
      }
      for warning in reader.ending.warnings(path) { findings.add(warning, as: .warning) }
      return contents
    } catch {
      var finding = error
      finding.labels.append(.init(place, "this trace is meant"))
      findings.add(finding)
      return nil
    }
  }
}

extension RecordedTrace.Contents {
  fileprivate mutating func add(_ party: String, _ backends: [String]) {
    if backends.contains(party) {
      hasBackends = true
    } else if !devices.contains(party) {
      devices.append(party)
    }
  }
}

extension TraceReader {
  /// Opens a recording of a system.
  package init<S: System>(
    recording path: String, _ open: TraceOpener, of system: S.Type
  ) throws(Diagnostic) where Machine == S.Machine {
    try self.init(
      file: path,
      defaults: TraceDefaults(
        sdk: S.name, profiles: S.profiles.map { ($0.name, $0.readings) }, config: S.defaultConfig),
      source: open())
  }
}
