import EventSourcing
import Simulation
import Traces

/// Everything that an author can write about one system, gathered once and without the machine's
/// types.
public final class SystemVocabulary: Sendable {
  /// The name of the system under `sdk:`.
  public let name: String
  /// The events that a step may bring about.
  public let events: [Event]
  /// All effects, those that stay inside the machine included.
  public let effects: [Effect]
  /// The field with the number of the request that an effect makes.
  let requestField: String
  /// The fields of a device that `state:` may assert.
  public let state: [Schema.Field]
  /// The parties beside the devices.
  package let backends: [String]
  /// The fields of the backends that `backend:` may assert.
  public let backend: [Schema.Field]
  /// The built-in fixtures with a sentence about each.
  public let fixtures: [GrammarWord]
  /// The profiles, the default first.
  public let profiles: [Profile]
  /// The choices that `readings:` may make.
  public let readings: [Schema.Field]
  /// Every value of them, as `name=value`, that `--readings all` tries.
  let readingVariants: [String]
  /// The fields that `config:` may set, with their defaults.
  public let configuration: Settings
  /// The fields that `device:` may set, with their defaults.
  public let device: Settings
  /// The kinds of requests that `backend:` scripts.
  public let requestKinds: [RequestKind]
  /// The fields of one scripted answer.
  public let reply: [Schema.Field]
  /// The settings of simulated backends.
  public let backendSettings: [Schema.Field]
  /// The timers that `timers:` may name.
  public let timers: [String]
  /// The events that stand in traces alone, as the harness writes them.
  public let recordedEvents: [CaseSchema]

  /// An event with what its steps need.
  public struct Event: Sendable {
    /// Its name, its sentence and its fields.
    public let schema: CaseSchema
    /// The source of the event.
    public let origin: Origin
    /// Texts that the machine knows for a field, by the field's name.
    public let knownTexts: [String: [String]]
    /// A value of the event, for examples.
    let sample: Value
  }

  /// The source of an event.
  public enum Origin: String, Sendable {
    /// The app, the user or the system.
    case device
    /// The world: an answer or a timer; a step may forge it.
    case forged
    /// Something done at a backend, which has to be simulated.
    case backend
    /// A change of a device's network or backend, which has to be simulated.
    case network
  }

  /// An effect with what a spec sees of it.
  public struct Effect: Sendable {
    /// Its name, its sentence and its fields.
    public let schema: CaseSchema
    /// Whether it leaves the process or reaches the app, so that specs observe it unless they
    /// say less.
    public let isExternal: Bool
    /// The simulated backends that order it where no device does; empty for effects of devices.
    let backends: [String]
    let sample: Value
  }

  /// A profile with what holds under it.
  public struct Profile: Sendable {
    /// The name that `profile:` uses.
    public let name: String
    /// The readings that it stands for.
    let readings: Value
    /// The changes that it makes beside the readings.
    let differences: [ProfileDifference]
  }

  /// A kind of requests.
  public struct RequestKind: Sendable {
    /// Its name under `backend:`.
    public let name: String
    /// The effects that its replies answer.
    public let effects: [String]
    /// The answer that is given without a script, for examples.
    let answer: Value
  }

  /// Fields that a spec names where they differ from the default.
  public struct Settings: Sendable {
    /// The fields in the order described.
    public let fields: [Schema.Field]
    /// The value of each field that is not written.
    public let defaults: Value
  }

  /// All events and effects by name, those that stand in traces alone included.
  let eventSchemas: CaseSchemas
  let effectSchemas: CaseSchemas
  /// The role of each event in the world.
  let roles: [String: EventRole]
  /// The texts that the machine knows for fields, by event and field.
  let knownTexts: [String: [String: [String]]]
  /// Reads once through a recorded trace.
  let contents: @Sendable (RecordedTrace) -> RecordedTrace.Contents?
  let eventParties: [String: RecordingParties]
  let effectParties: [String: RecordingParties]

  // Called rarely: not worth code of its own for each machine.

  /// Gathers what `system` describes.
  @_semantics("optimize.sil.specialize.generic.never")
  public init<S: System>(_ system: S.Type) {
    name = S.name
    recordedEvents = S.Machine.Event.schemas
    eventSchemas = CaseSchemas(recordedEvents)
    var events: [Event] = []
    var roles: [String: EventRole] = [:]
    var texts: [String: [String: [String]]] = [:]
    var eventParties: [String: RecordingParties] = [:]
    for (name, schema) in zip(S.Machine.Event.Name.allCases, recordedEvents) {
      roles[schema.name] = name.role
      eventParties[schema.name] = S.parties(of: name)
      for field in schema.fields {
        let known = S.knownTexts(of: field.name, in: name)
        if !known.isEmpty { texts[schema.name, default: [:]][field.name] = known }
      }
      guard let origin = Origin(name.role) else { continue }
      events.append(
        Event(
          schema: schema, origin: origin, knownTexts: texts[schema.name] ?? [:],
          sample: S.Machine.Event.sample(of: name).value))
    }
    self.events = events
    self.roles = roles
    self.eventParties = eventParties
    knownTexts = texts
    let schemas = S.Machine.Effect.schemas
    effectSchemas = CaseSchemas(schemas)
    let observed = S.observedEffects
    var effects: [Effect] = []
    var effectParties: [String: RecordingParties] = [:]
    var kinds: [String: [String]] = [:]
    for (name, schema) in zip(S.Machine.Effect.Name.allCases, schemas) {
      let sample = S.Machine.Effect.sample(of: name)
      let parties = S.parties(ordering: name)
      effectParties[schema.name] = parties
      let request = S.request(of: sample, by: soleParty, in: S.Machine.initial)
      if let kind = request?.kind { kinds[kind, default: []].append(schema.name) }
      effects.append(
        Effect(
          schema: schema, isExternal: observed.contains(schema.name),
          backends: parties.devices ? [] : parties.backends, sample: sample.value))
    }
    self.effects = effects
    self.effectParties = effectParties
    requestField = S.Machine.Effect.requestField
    var maker = SchemaMaker()
    S.view(of: soleParty, in: S.Machine.initial, &maker)
    state = maker.fields
    backends = S.backends
    var backendMaker = SchemaMaker()
    S.backendView(in: S.Machine.initial, &backendMaker)
    backend = backends.isEmpty ? [] : backendMaker.fields
    backendSettings = S.backendSettings.map { S.Machine.Event.schema(of: $0.name).fields } ?? []
    fixtures = S.fixtures.map { GrammarWord(name: $0.name, summary: $0.summary) }
    profiles = S.profiles.map {
      Profile(name: $0.name, readings: $0.readings.value, differences: $0.differences)
    }
    readings = S.Machine.Readings.schema.fields
    readingVariants = S.readingVariants
    configuration = Settings(
      fields: S.Machine.Config.schema.fields, defaults: S.defaultConfig.value)
    device = Settings(
      fields: S.Device.schema.fields, defaults: S.defaultDevice(named: soleParty).value)
    requestKinds = S.requestKinds.map { kind in
      RequestKind(
        name: kind, effects: kinds[kind] ?? [],
        answer: S.defaultReply(to: kind, number: 1).value)
    }
    reply = S.requestKinds.isEmpty ? [] : S.Reply.schema.fields
    timers = S.timers
    contents = { $0.contents(as: S.self) }
  }
}

extension SystemVocabulary.Origin {
  /// Finds the source of events of a role; `nil` for those that the harness alone writes.
  fileprivate init?(_ role: EventRole) {
    switch role {
    case .outside, .processStart, .processEnd: self = .device
    case .inside: self = .forged
    case .backend: self = .backend
    case .backendDevice, .network: self = .network
    case .harness, .backendSettings: return nil
    }
  }
}
