import EventSourcing
import Simulation
import Traces

/// Everything that a spec may say of one system, gathered once.
struct SystemSchema<S: System>: Sendable {
  let events = CaseSchemas<S.Machine.Event>()
  let effects = CaseSchemas<S.Machine.Effect>()
  /// Effects of devices that leave the process or reach the app: what specs observe unless they say
  /// less.
  let external: [String]
  let state: Schema
  let backend: Schema

  init() {
    let state = S.Machine.initial
    external = S.observedEffects
    var maker = SchemaMaker()
    S.view(of: soleParty, in: state, &maker)
    self.state = .record(maker.fields)
    var backendMaker = SchemaMaker()
    S.backendView(in: state, &backendMaker)
    backend = .record(backendMaker.fields)
  }
}

extension SystemSchema {
  /// The parties under whose names events or effects called `name` are recorded.
  func parties(recording name: String) -> RecordingParties? {
    let found = [
      events.name(name).map(S.parties(of:)), effects.name(name).map(S.parties(ordering:)),
    ].compactMap { $0 }
    return found.dropFirst().reduce(found.first) { $0?.union($1) }
  }
}

/// The events or effects of a machine by name, gathered once.
struct CaseSchemas<V: Vocabulary>: Sendable {
  let names: [String]
  private let cases: [String: V.Name]
  private let schemas: [String: CaseSchema]

  init() {
    let schemas = V.schemas
    names = schemas.map(\.name)
    self.schemas = Dictionary(schemas.map { ($0.name, $0) }) { first, _ in first }
    cases = Dictionary(zip(names, V.Name.allCases)) { first, _ in first }
  }

  func name(_ name: String) -> V.Name? { cases[name] }
  func sample(_ name: String) -> V? { cases[name].map(V.sample) }
  func schema(_ name: String) -> CaseSchema? { schemas[name] }
}
