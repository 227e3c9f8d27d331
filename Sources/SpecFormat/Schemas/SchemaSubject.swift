import EventSourcing

/// A kind of file whose JSON Schema can be printed.
public enum SchemaSubject: String, CaseIterable, Sendable {
  case spec, rules, fixture, requirements, acceptances
  case importMap = "import_map"
  case trace

  /// The map that such a file is; `nil` for a trace.
  private var form: Form? {
    switch self {
    case .requirements: .catalogue
    case .trace: nil
    case .spec, .rules, .fixture, .acceptances, .importMap: Form(rawValue: rawValue)
    }
  }

  /// The subject of the schema, in one sentence.
  public var summary: String { form?.summary ?? "One line of a file NAME.trace.jsonl." }

  /// The schema for files of these systems; with a catalogue, 'covers' names what stands in it.
  public func schema(for systems: [SystemVocabulary], catalogue: Catalogue? = nil) -> Value {
    let requirements = (catalogue?.requirements ?? []).flatMap { [$0.whole] + $0.clauses }
      .map { GrammarWord(name: $0.id.text, summary: $0.says) }
    // The columns of examples stand in what a spec holds alone.
    let definitions = SchemaDefinitions(
      hasPlaceholders: [.spec, .rules, .fixture].contains(self))
    let root: [Value.Field] =
      switch (self, form) {
      case (.spec, let form?), (.rules, let form?), (.fixture, let form?), (.importMap, let form?):
        bySystem(form, systems, definitions, requirements)
      case (_, let form?): alone(form, systems, definitions, requirements)
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
    _ form: Form, _ systems: [SystemVocabulary], _ definitions: SchemaDefinitions,
    _ requirements: [GrammarWord]
  ) -> [Value.Field] {
    let schema = GrammarSchema(
      definitions: definitions, system: nil, systems: systems.map(\.name),
      requirements: requirements)
    return [Value.Field(name: "$ref", value: schema.form(form)["$ref"] ?? .null)]
  }

  /// `sdk` decides whose names may stand in the file.
  private func bySystem(
    _ form: Form, _ systems: [SystemVocabulary], _ definitions: SchemaDefinitions,
    _ requirements: [GrammarWord]
  ) -> [Value.Field] {
    let names = systems.map(\.name)
    let forms = systems.map { system in
      GrammarSchema(
        definitions: definitions, system: system, systems: names, requirements: requirements
      ).form(form)
    }
    var branches = zip(names, forms).map { name, form in
      Value.object([
        "if": .object([
          "required": .texts(["sdk"]),
          "properties": .object(["sdk": .object(["const": .text(name)])]),
        ]),
        "then": form,
      ])
    }
    let sdk = Value.anyOf(names.map { .object(["const": .text($0)]) })
    let needsSystem = form.keys.contains { $0.name == "sdk" && $0.presence == .required }
    if !needsSystem {
      branches.append(
        .object(["if": .object(["required": .texts(["sdk"])]), "else": .anyOf(forms)]))
    }
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

/// Pieces of JSON Schema (2020-12) as trees, which their writer sets as JSON.
extension Value {
  /// An object of these members, in this order.
  package static func object(_ members: KeyValuePairs<String, Value>) -> Value {
    .fields(members.map { Field(name: $0.key, value: $0.value) })
  }

  /// A list of texts.
  package static func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }

  /// Values of one type of JSON.
  package static func type(_ name: String) -> Value { .object(["type": .text(name)]) }

  /// A schema that takes what any of these takes; `false` takes nothing.
  package static func anyOf(_ choices: [Value]) -> Value {
    let choices = choices.filter { $0 != .boolean(false) }
    return choices.count == 1 ? choices[0] : .object(["anyOf": .list(choices)])
  }

  /// A list whose elements all fit.
  package static func array(of items: Value) -> Value {
    .object(["type": .text("array"), "items": items])
  }

  /// This schema with a sentence for authors.
  package func described(_ summary: String) -> Value {
    summary.isEmpty ? self : adding("description", .text(summary))
  }

  /// This object with one more member.
  package func adding(_ name: String, _ value: Value) -> Value {
    guard case .fields(let fields) = self else { return self }
    return .fields(fields + [Field(name: name, value: value)])
  }

  /// An object with these properties and no others.
  package static func map(_ properties: [Field], required: [String] = []) -> Value {
    var members: [Field] = [Field(name: "type", value: .text("object"))]
    if !required.isEmpty { members.append(Field(name: "required", value: .texts(required))) }
    members.append(Field(name: "properties", value: .fields(properties)))
    members.append(Field(name: "additionalProperties", value: .boolean(false)))
    return .fields(members)
  }
}

/// The definitions of a schema, each made once and named from wherever it is needed.
///
/// A class, because every part of the schema, however deep, adds to the same list.
package final class SchemaDefinitions {
  /// The definitions in the order in which they were first needed.
  package private(set) var all: [Value.Field] = []
  private var known: Set<String> = []
  /// Whether `<column>` may stand in place of values and names.
  let hasPlaceholders: Bool

  /// Starts with none.
  package init(hasPlaceholders: Bool = true) { self.hasPlaceholders = hasPlaceholders }

  /// A reference to the definition called `name`, which `make` gives where it is not there yet; it
  /// may refer to itself.
  package func reference(_ name: String, _ make: () -> Value) -> Value {
    if known.insert(name).inserted {
      let index = all.count
      all.append(Value.Field(name: name, value: .null))
      all[index].value = make()
    }
    return .object(["$ref": .text("#/$defs/\(name)")])
  }
}
