import EventSourcing

/// The schemas of the maps of the grammar, for one system or for files that are about none.
struct GrammarSchema {
  let definitions: SchemaDefinitions
  /// The system whose names and fields may stand there.
  let system: SystemVocabulary?
  let systems: [String]
  /// The requirements that 'covers' may name; none where they are not known.
  let requirements: [GrammarWord]

  /// The definition of a form; one without a system has a name of its own.
  func form(_ form: Form) -> Value {
    define(form.rawValue) { map(of: form) }
  }

  private func define(_ name: String, _ make: () -> Value) -> Value {
    definitions.reference(prefix + name, make)
  }

  private var prefix: String { system.map { "\($0.name)." } ?? "" }

  private func map(of form: Form) -> Value {
    var properties = form.keys.map { property($0) }
    if form == .simulated {
      properties += (system?.backendSettings ?? []).described(definitions.written)
    }
    if form == .importName { properties = properties.map { importedName($0) } }
    let required = form.keys.filter { $0.presence == .required }.map(\.name)
    var schema = definitions.named(properties, required: required).described(form.summary)
    if !form.alternatives.isEmpty {
      let choices = form.alternatives.map { keys in
        let each = keys.map { Value.object(["required": .texts([$0])]) }
        return each.count == 1 ? each[0] : .anyOf(each)
      }
      schema = schema.adding("oneOf", .list(choices))
    }
    schema = adding(dependenciesOf: form, among: form.keys, to: schema)
    switch form {
    case .step, .historyStep: return schema.adding("allOf", .list(eventFields()))
    case .importName: return schema.adding("allOf", .list(importedFields()))
    default: return schema
    }
  }

  private func adding(
    dependenciesOf form: Form, among keys: [KeyDeclaration], to schema: Value
  ) -> Value {
    let dependencies = form.dependencies.filter { pair in keys.contains { $0.name == pair.key } }
    let needed = dependencies.map { Value.Field(name: $0.key, value: .texts([$0.needs])) }
    return needed.isEmpty ? schema : schema.adding("dependentRequired", .fields(needed))
  }

  private func property(_ key: KeyDeclaration) -> Value.Field {
    let summary = key.summary + (key.otherwise.map { " Left out: \($0)." } ?? "")
    var schema = type(key.type).described(summary)
    if let standard = key.standard { schema = schema.adding("default", standard) }
    if let example = key.exampleValue { schema = schema.adding("examples", .list([example])) }
    return Value.Field(name: key.name, value: schema)
  }

  private func eventFields() -> [Value] {
    (system?.events ?? []).map { event in
      let name = event.schema.name
      let fields = define("event.\(name)") {
        definitions.writtenFields(event.schema.fields).described(event.schema.summary)
      }
      let with = Value.anyOf([fields, definitions.placeholder()])
      var then = Value.object(["properties": .object(["with": with])])
      if event.schema.fields.contains(where: { $0.presence == .required }) {
        then = then.adding("required", .texts([StepKey.with.rawValue]))
      }
      return .whenever(StepKey.event.rawValue, is: name, then: then)
    }
  }

  // MARK: - Types

  private func type(_ type: GrammarType) -> Value {
    switch type {
    case .text: return definitions.text()
    case .boolean: return definitions.boolean()
    case .number(let least): return definitions.number(atLeast: least)
    case .duration: return definitions.duration()
    case .instant: return definitions.clock()
    case .open: return .object([:])
    case .words(let words): return definitions.words(words)
    case .name(let kind): return name(kind)
    case .list(let element, let least):
      let list = Value.array(of: self.type(element))
      return .anyOf([
        least == 0 ? list : list.adding("minItems", .integer(Int64(least))),
        definitions.placeholder(),
      ])
    case .map(let kind, let element): return map(from: kind, to: element)
    case .form(let form): return self.form(form)
    case .fields(let source): return fields(source)
    case .matcher(let subject): return matcher(subject)
    case .recordPattern: return pattern("pattern", recordSchemas) { matched($0, beside: []) }
    case .effectPattern:
      let effects = system?.effects.map { $0.schema } ?? []
      return pattern("effect_pattern", effects) { effectForm(.effect, $0.name) }
    case .either(let types): return .anyOf(types.map { self.type($0) })
    }
  }

  private func name(_ kind: NameKind) -> Value {
    guard let names = names(kind) else {
      let known = kind == .fixture ? system?.fixtures ?? [] : []
      return .anyOf(
        [known.isEmpty ? nil : definitions.words(known), definitions.text()]
          .compactMap(\.self))
    }
    let placeholder = definitions.placeholder()
    if names.isEmpty { return placeholder }
    return define("names.\(kind)") {
      .anyOf([definitions.words(names), placeholder])
    }
  }

  /// The names of a kind where all of them are known.
  private func names(_ kind: NameKind) -> [GrammarWord]? {
    switch kind {
    case .system: systems.map { GrammarWord(name: $0) }
    case .requirement: requirements.isEmpty ? nil : requirements
    case .eventOrEffect: system == nil ? nil : recordSchemas.map(\.word)
    case .reading:
      system.map {
        ($0.words(of: kind) ?? [])
          + [GrammarWord(name: "profile", summary: "The profile as a whole.")]
      }
    // A scenario may use fixtures of its own, and timers stand under keys.
    case .fixture, .timer: nil
    default: system?.words(of: kind)
    }
  }

  /// Everything that a record of a trace may be.
  private var recordSchemas: [CaseSchema] {
    guard let system else { return [] }
    return system.effects.map { $0.schema } + system.recordedEvents
  }

  private func map(from kind: NameKind, to element: GrammarType) -> Value {
    guard let names = names(kind) else {
      // The fields of a map of a log are single values.
      let isSingle = kind == .field && element == .open
      let value = isSingle ? Value.anyOf([definitions.open(), .type("null")]) : type(element)
      let map = Value.object(["type": .text("object"), "additionalProperties": value])
      return kind == .device ? map.adding("minProperties", .integer(1)) : map
    }
    let properties = names.map { word in
      let value = kind == .effect ? occurrences(of: word.name, element) : type(element)
      return Value.Field(name: word.name, value: value.described(word.summary))
    }
    return definitions.named(properties)
  }

  /// A timeline of one effect: the type of its values, with the effect's own fields in it.
  private func occurrences(of effect: String, _ type: GrammarType) -> Value {
    switch type {
    case .form(.occurrence): return effectForm(.occurrence, effect)
    case .list(let element, _):
      return .anyOf([.array(of: occurrences(of: effect, element)), definitions.placeholder()])
    case .either(let types): return .anyOf(types.map { occurrences(of: effect, $0) })
    default: return self.type(type)
    }
  }

  private func fields(_ source: FieldSource) -> Value {
    guard let system else { return .type("object") }
    switch source {
    case .event, .effect: return .anyOf([.type("object"), definitions.placeholder()])
    case .reply: return define("reply") { definitions.writtenFields(system.reply) }
    case .device: return overlay("device_profile", system.device.fields)
    case .configuration: return overlay("configuration", system.configuration.fields)
    case .readings: return overlay("readings", system.readings)
    case .backendSettings: return overlay("backend_settings", system.backendSettings)
    }
  }

  private func overlay(_ name: String, _ fields: [Schema.Field]) -> Value {
    define(name) { definitions.writtenFields(fields, overlay: true) }
  }

  // MARK: - Matchers

  private func matcher(_ subject: MatchedValue) -> Value {
    switch subject {
    case .count: return definitions.matcher(.integer, "")
    case .instant: return definitions.matcher(.instant, "")
    case .field:
      // A field of the state may be a list or a map, and null where it may be absent.
      return .anyOf([
        definitions.matcher(.open, ""), .type("array"), .type("object"), .type("null"),
      ])
    case .backend:
      return definitions.matcher(.record(system?.backend ?? []), prefix + "backend_view")
    case .state:
      let fields = system?.state ?? []
      return byDevice(
        definitions.matcher(.record(fields), prefix + "state"), names: fields.map(\.name))
    case .timers:
      let one = Value.anyOf([timers, type(TimersWord.type)])
      return byDevice(one, names: system?.timers ?? [])
    }
  }

  /// The armed timers of a device, each with its instant.
  private var timers: Value {
    guard let timers = system?.timers, !timers.isEmpty else {
      return definitions.matcher(.map(.instant), prefix + "timers")
    }
    let instant = definitions.matcher(Schema.instant.orNull, "")
    return definitions.matcher(
      of: timers.map { Value.Field(name: $0, value: instant) }, prefix + "timers")
  }

  /// A matcher of what a device has, or one for each device of a world by its name, which is none
  /// of `names` and no operator.
  private func byDevice(_ one: Value, names: [String]) -> Value {
    let taken = Value.object(["not": .object(["enum": .texts(names + MatcherOperator.names)])])
    return .anyOf([
      one,
      .object(["type": .text("object"), "propertyNames": taken, "additionalProperties": one]),
    ])
  }

  /// A name, or a map of one name to what `below` says.
  private func pattern(
    _ name: String, _ schemas: [CaseSchema], _ below: (CaseSchema) -> Value
  ) -> Value {
    define(name) {
      let fields = schemas.map { Value.Field(name: $0.name, value: below($0)) }
      let one = definitions.named(fields).adding("minProperties", .integer(1))
        .adding("maxProperties", .integer(1))
      return .anyOf([definitions.words(schemas.map(\.word)), definitions.placeholder(), one])
    }
  }

  /// Matchers of the fields of an event or effect, or operators for all of them, beside `keys`;
  /// operators alone only where `needsKey` says so.
  private func matched(
    _ item: CaseSchema, beside keys: [Value.Field], needsKey: Bool = false
  ) -> Value {
    let path = prefix + "match.\(item.name)"
    let plain = definitions.named(definitions.matchers(of: item.fields, path) + keys)
    if item.fields.isEmpty { return plain }
    let operators = definitions.operators(ofFields: .record(item.fields), path, beside: keys)
    let keyed = Value.list(keys.map { .object(["required": .texts([$0.name])]) })
    return .anyOf([plain, needsKey ? operators.adding("anyOf", keyed) : operators])
  }

  /// The keys of a form beside matchers of the fields of one effect, whose own fields go first.
  private func effectForm(_ form: Form, _ effect: String) -> Value {
    let item = system?.effects.first { $0.schema.name == effect }
    return define("\(form.rawValue).\(effect)") {
      guard let item else { return .type("object") }
      let keys = form.keys.filter { key in
        !item.schema.fields.contains { $0.name == key.name }
      }
      // Without a key of its own an occurrence is a matcher of the time.
      let fields = matched(
        item.schema, beside: keys.map { property($0) }, needsKey: form == .occurrence)
      return adding(dependenciesOf: form, among: keys, to: fields)
    }
  }
}

extension CaseSchema {
  var word: GrammarWord { GrammarWord(name: name, summary: summary) }
}

extension SystemVocabulary.RequestKind {
  var word: GrammarWord {
    GrammarWord(name: name, summary: "Answers \(effects.joined(separator: ", ")).")
  }
}
