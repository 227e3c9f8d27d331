import EventSourcing

/// What a JSON Schema can be printed of.
public enum SchemaSubject: String, CaseIterable, Sendable {
  case spec, rules, fixture, requirements, acceptances
  case importMap = "import_map"
  case trace

  /// The map that such a file is; `nil` for a trace.
  private var form: Form? {
    switch self {
    case .spec: .spec
    case .rules: .rules
    case .fixture: .fixture
    case .requirements: .catalogue
    case .acceptances: .acceptances
    case .importMap: .importMap
    case .trace: nil
    }
  }

  /// The subject of the schema, in one sentence.
  public var summary: String { form?.summary ?? "One line of a file NAME.trace.jsonl." }

  /// The schema for files of these systems.
  public func schema(for systems: [SystemVocabulary]) -> Value {
    let definitions = SchemaDefinitions()
    let root: [Value.Field] =
      switch (self, form) {
      case (.spec, let form?), (.rules, let form?), (.fixture, let form?):
        bySystem(form, systems, definitions)
      case (_, let form?): alone(form, systems, definitions)
      case (_, nil): TraceSchema(definitions: definitions, systems: systems).line
      }
    let head = [
      Value.Field(name: "$schema", value: .text("https://json-schema.org/draft/2020-12/schema")),
      Value.Field(name: "title", value: .text("pushtrace \(rawValue)")),
      Value.Field(name: "description", value: .text(summary)),
    ]
    return .fields(head + root + [Value.Field(name: "$defs", value: .fields(definitions.all))])
  }

  private func alone(
    _ form: Form, _ systems: [SystemVocabulary], _ definitions: SchemaDefinitions
  ) -> [Value.Field] {
    let schema = GrammarSchema(
      definitions: definitions, system: nil, systems: systems.map(\.name))
    return [Value.Field(name: "$ref", value: schema.form(form)["$ref"] ?? .null)]
  }

  /// `sdk` decides whose names may stand in the file.
  private func bySystem(
    _ form: Form, _ systems: [SystemVocabulary], _ definitions: SchemaDefinitions
  ) -> [Value.Field] {
    let names = systems.map(\.name)
    let branches = systems.map { system in
      let schema = GrammarSchema(definitions: definitions, system: system, systems: names)
      return Value.object([
        "if": .object([
          "required": .texts(["sdk"]),
          "properties": .object(["sdk": .object(["const": .text(system.name)])]),
        ]),
        "then": schema.form(form),
      ])
    }
    let sdk = Value.anyOf(names.map { .object(["const": .text($0)]) })
    let needsSystem = form.keys.contains { $0.name == "sdk" && $0.presence == .required }
    return [
      Value.Field(name: "type", value: .text("object")),
      Value.Field(
        name: "required", value: .texts(needsSystem ? ["format", "sdk"] : ["format"])),
      Value.Field(
        name: "properties",
        value: .object([
          "format": .object(["const": .integer(1)]),
          "sdk": sdk.described("The system that the file is about, which decides what it may say."),
        ])),
      Value.Field(name: "allOf", value: .list(branches)),
    ]
  }
}
