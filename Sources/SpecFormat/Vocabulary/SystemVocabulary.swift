import EventSourcing
import Simulation
import Traces

/// Everything that an author can write about one system, without the machine's types.
public struct SystemVocabulary: Sendable {
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

  /// Gathers what `system` describes.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    let schema = SystemSchema(S.self)
    events = S.Machine.Event.samples.compactMap { sample in
      schema.events.schema(sample.name.description).flatMap { Event($0, sample.value, in: schema) }
    }
    effects = S.Machine.Effect.samples.map { sample in
      let name = sample.name.description
      let parties = S.parties(ordering: sample.name)
      return Effect(
        schema: S.Machine.Effect.schema(of: sample.name),
        isExternal: schema.external.contains(name),
        backends: parties.devices ? [] : parties.backends, sample: sample.value)
    }
    requestField = S.Machine.Effect.requestField
    state = schema.state.fields
    backends = schema.backends
    backend = backends.isEmpty ? [] : schema.backend.fields
    fixtures = S.fixtures.map { GrammarWord(name: $0.name, summary: $0.summary) }
    profiles = S.profiles.map {
      Profile(name: $0.name, readings: $0.readings.value, differences: $0.differences)
    }
    readings = S.Machine.Readings.schema.fields
    configuration = Settings(
      fields: S.Machine.Config.schema.fields, defaults: S.defaultConfig.value)
    device = Settings(
      fields: S.Device.schema.fields, defaults: S.defaultDevice(named: soleParty).value)
    let effectNames = S.Machine.Effect.samples.map(\.name.description)
    requestKinds = S.requestKinds.map { kind in
      RequestKind(
        name: kind, effects: effectNames.filter { schema.kindsByEffect[$0] == kind },
        answer: S.defaultReply(to: kind, number: 1).value)
    }
    reply = S.requestKinds.isEmpty ? [] : S.Reply.schema.fields
    backendSettings = schema.backendSettings
    timers = schema.timers
    recordedEvents = S.Machine.Event.schemas
  }
}

extension SystemVocabulary.Event {
  /// The event of a step; `nil` for one that the harness alone writes.
  fileprivate init?(_ schema: CaseSchema, _ sample: Value, in system: SystemSchema) {
    switch system.roles[schema.name] {
    case .outside, .processStart, .processEnd: origin = .device
    case .inside: origin = .forged
    case .backend: origin = .backend
    case .backendDevice, .network: origin = .network
    case .harness, .backendSettings, nil: return nil
    }
    self.schema = schema
    self.sample = sample
    knownTexts = system.knownTexts[schema.name] ?? [:]
  }
}
