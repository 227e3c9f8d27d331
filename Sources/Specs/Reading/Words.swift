import EventSourcing
import Rules
import Simulation
import Traces

/// The events or effects of a machine by name, looked up once per name and file.
struct Words<V: Vocabulary>: Sendable {
  let names: [String]
  private let samples: [String: V]
  private let schemas: [String: WordSchema]

  init() {
    let schemas = V.schemas
    names = schemas.map(\.name)
    self.schemas = Dictionary(schemas.map { ($0.name, $0) }) { first, _ in first }
    samples = Dictionary(zip(names, V.samples)) { first, _ in first }
  }

  func sample(_ name: String) -> V? { samples[name] }
  func schema(_ name: String) -> WordSchema? { schemas[name] }

  /// What the words that `set` picks can name: the first field of theirs with a closed set.
  func timers(_ set: (V) -> Bool) -> [String] {
    let fields = names.filter { samples[$0].map(set) ?? false }.flatMap {
      schemas[$0]?.fields ?? []
    }
    for field in fields {
      if case .choice(let names) = field.schema { return names }
    }
    return []
  }
}

/// Everything that a spec may say of one system, gathered once.
struct SystemWords<S: System>: Sendable {
  let events = Words<S.Machine.Event>()
  let effects = Words<S.Machine.Effect>()
  /// Effects that leave the process or reach the app: what specs observe unless they say less.
  let external: [String]
  let state: Schema
  let backend: Schema
  /// The timers that an effect can set; none where their names are not a closed set.
  let timers: [String]

  init() {
    let state = S.Machine.initial
    external = S.Machine.Effect.samples.filter { effect in
      switch S.outcome(of: effect, by: soleParty, in: state) {
      case .external, .request, .message: true
      case .internal, .wake, .cancel: false
      }
    }.map(\.name)
    timers = effects.timers { effect in
      if case .wake = S.outcome(of: effect, by: soleParty, in: state) { true } else { false }
    }
    var maker = SchemaMaker()
    S.view(of: soleParty, in: state, &maker)
    self.state = .record(maker.fields)
    var backendMaker = SchemaMaker()
    S.backendView(in: state, &backendMaker)
    backend = .record(backendMaker.fields)
  }
}
