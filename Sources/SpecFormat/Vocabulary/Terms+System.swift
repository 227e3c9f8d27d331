import EventSourcing
import Simulation
import YAMLText

extension SystemVocabulary {
  /// Every name that a spec of this system may write, kind by kind.
  public var terms: [Term] {
    events.map(term) + effects.map(term) + views + fixtures.map(fixture) + profiles.map(profile)
      + settings + requestKinds.map(term) + replies + timers.map(timer)
  }

  private func term(_ event: Event) -> Term {
    let fields = event.schema.fields
    let written = fields.filter { $0.presence == .required }.map { field in
      ExampleValue(usual: event.sample[field.name], known: event.knownTexts[field.name] ?? [])
        .entry(field)
    }
    let with = written.isEmpty ? "" : ", with: { \(written.joined(separator: ", ")) }"
    let isSimulated = event.origin == .backend || event.origin == .network
    return Term(
      .event, event.schema.name, system: name,
      summary: event.schema.summary + (event.origin.remark.map { " \($0)" } ?? ""),
      members: fields.map { Term.Member($0, known: event.knownTexts[$0.name] ?? []) },
      example: "{ at: 0s, event: \(event.schema.name)\(with) }", in: .steps(simulated: isSimulated))
  }

  private func term(_ effect: Effect) -> Term {
    let field = effect.schema.fields.first { $0.name != requestField }
    let pattern = field.map { field in
      let entry = ExampleValue(usual: effect.sample[field.name]).entry(field)
      return "{ \(effect.schema.name): { \(entry) } }"
    }
    let expect = "expect: [\(pattern ?? effect.schema.name)]"
    let isOfDevices = effect.backends.isEmpty
    return Term(
      .effect, effect.schema.name, system: name,
      summary: effect.schema.summary + (effect.remark.map { " \($0)" } ?? ""),
      members: effect.schema.fields.map { Term.Member($0, isMatched: true) },
      example: isOfDevices ? expect : "{ at: 0s, \(expect) }",
      in: isOfDevices ? .step : .steps(simulated: true))
  }

  private var views: [Term] {
    state.flatMap { view($0, [], .state) } + backend.flatMap { view($0, [], .backend) }
  }

  /// A field of a view, then its own fields.
  private func view(_ field: Schema.Field, _ path: [String], _ kind: Term.Kind) -> [Term] {
    let whole = path + [field.name]
    var example = ExampleValue().text(of: field.schema, called: field.name)
    if field.schema.fields.isEmpty == false { example = "present" }
    for key in whole.dropFirst().reversed() { example = "{ \(key): \(example) }" }
    let top = kind == .state ? StepKey.state.rawValue : StepKey.backend.rawValue
    let term = term(
      field, kind, named: whole.joined(separator: "."), isMatched: true,
      example: "\(top): { \(whole[0]): \(example) }",
      in: kind == .state ? .step : .finally(simulated: true))
    return [term] + field.schema.fields.flatMap { view($0, whole, kind) }
  }

  private func fixture(_ fixture: GrammarWord) -> Term {
    Term(
      .fixture, fixture.name, system: name, summary: fixture.summary,
      example: "use: [\(fixture.name)]", in: .given)
  }

  /// A profile with its readings, or with those that it changes and whatever else it does.
  private func profile(_ profile: Profile) -> Term {
    let usual = profiles[0].readings
    let isDefault = profile.name == profiles[0].name
    let own = readings.filter { isDefault || profile.readings[$0.name] != usual[$0.name] }
    let members = own.map { field in
      Term.Member(
        field.name, profile.readings[field.name].map { yaml($0, from: defaultClock) } ?? "",
        field.summary)
    }
    let differences = profile.differences.map { Term.Member($0.name, "", $0.sentence) }
    return Term(
      .profile, profile.name, system: name,
      summary: isDefault
        ? "The readings that the documents suggest; the default."
        : "What the public SDKs of this platform do: the readings and habits below are otherwise "
          + "than under \(profiles[0].name).",
      members: members + differences, example: "profile: \(profile.name)", in: .given)
  }

  private var settings: [Term] {
    readings.map { setting($0, .reading, nil) { "readings: { \($0) }" } }
      + configuration.fields.map { field in
        setting(field, .configuration, configuration.defaults[field.name]) { "config: { \($0) }" }
      }
      + device.fields.map { field in
        setting(field, .device, device.defaults[field.name]) { "device: { \($0) }" }
      }
      + backendSettings.map { field in
        setting(field, .backendSetting, nil) { "backend: { simulated: { \($0) } }" }
      }
  }

  /// A field that is set under `given`, where `example` puts it with a value.
  private func setting(
    _ field: Schema.Field, _ kind: Term.Kind, _ usual: Value?, example: (String) -> String
  ) -> Term {
    let initial = usual ?? field.presence.initial
    return term(
      field, kind, otherwise: initial, example: example(ExampleValue(usual: initial).entry(field)),
      in: .given)
  }

  /// A field under its own name, or under one with those that lead to it.
  private func term(
    _ field: Schema.Field, _ kind: Term.Kind, named name: String? = nil,
    otherwise initial: Value? = nil, isMatched: Bool = false, example: String,
    in place: Term.Example.Place
  ) -> Term {
    Term(
      kind, name ?? field.name, system: self.name, summary: field.summary,
      type: field.schema.phrase, choices: field.schema.choices,
      otherwise: initial.map { yaml($0, from: defaultClock) },
      members: field.schema.elementFields.map { Term.Member($0, isMatched: isMatched) },
      example: example, in: place)
  }

  private func term(_ kind: RequestKind) -> Term {
    Term(
      .requestKind, kind.name, system: name,
      summary: "Scripts the answers to \(kind.effects.joined(separator: ", ")).",
      type: Form.replies.keys.map(\.name).joined(separator: ", "),
      members: Form.replies.keys.map { Term.Member($0) },
      example: "backend: { \(kind.name): { replies: [offline, 200], latency: 2s } }", in: .given)
  }

  /// The fields of a reply, each in an answer to a kind of request that brings it.
  private var replies: [Term] {
    reply.compactMap { field in
      let kind = requestKinds.first { $0.answer[field.name] != nil } ?? requestKinds.first
      guard let kind else { return nil }
      let status = field.name == "status" ? "" : "status: 200, "
      let isList = if case .list = field.schema { true } else { false }
      let entry =
        isList
        ? "\(field.name): []" : ExampleValue(usual: kind.answer[field.name]).entry(field)
      return term(
        field, .reply,
        example: "backend: { \(kind.name): { replies: [{ \(status)\(entry) }] } }", in: .given)
    }
  }

  private func timer(_ timer: String) -> Term {
    Term(
      .timer, timer, system: name, summary: "A timer that the machine sets.",
      type: "a duration from the start, or absent",
      example: "timers: { \(timer): absent }", in: .finally(simulated: false))
  }
}

extension SystemVocabulary.Effect {
  /// A remark for authors beside the effect's own sentence.
  fileprivate var remark: String? {
    if isExternal { return nil }
    let orderer = backends.joined(separator: " or ")
    return orderer.isEmpty
      ? "It stays inside: specs see it only where they name it."
      : "Ordered by \(orderer): specs see it only where they name it."
  }
}

extension SystemVocabulary.Origin {
  /// A remark for authors beside the event's own sentence.
  fileprivate var remark: String? {
    switch self {
    case .device: nil
    case .forged: "The world brings it about; a step may forge it."
    case .backend: "It happens at a simulated backend and takes no 'on'."
    case .network: "It needs simulated backends."
    }
  }
}

extension Schema.Presence {
  /// The value of the field where it is left out.
  var initial: Value? {
    if case .defaults(let value) = self { value } else { nil }
  }
}

extension Schema {
  /// The fields of a record, or of the records in a list or map.
  var elementFields: [Field] {
    switch bare {
    case .list(let element), .map(let element): element.elementFields
    case .record(let fields): fields
    default: []
    }
  }
}

extension Term.Member {
  init(_ name: String, _ type: String, _ summary: String) {
    self.init(
      name: name, type: type, choices: [], isRequired: false, otherwise: nil, summary: summary)
  }

  /// A field that an author writes, or one that is matched and may always be left out.
  package init(_ field: Schema.Field, known: [String] = [], isMatched: Bool = false) {
    name = field.name
    type = field.schema.phrase
    choices =
      known.isEmpty
      ? field.schema.choices : known.map { GrammarWord(name: $0, summary: "") }
    isRequired = field.presence == .required && !isMatched
    otherwise = isMatched ? nil : field.presence.initial.map { yaml($0, from: defaultClock) }
    summary = field.summary
  }

  init(_ key: KeyDeclaration) {
    name = key.name
    type = key.type.phrase
    choices = key.type.choices
    isRequired = key.presence == .required
    otherwise = key.otherwise
    summary = key.summary
  }
}
