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
    func schema(of form: Form, _ system: SystemVocabulary?) -> Value {
      GrammarSchema(
        definitions: definitions, system: system, systems: systems.map(\.name),
        requirements: requirements
      ).form(form)
    }
    let root =
      switch (self, form) {
      case (.spec, let form?), (.rules, let form?), (.fixture, let form?), (.importMap, let form?):
        bySystem(form, systems.map { ($0.name, schema(of: form, $0)) })
      case (_, let form?): schema(of: form, nil)
      case (_, nil): TraceSchema(definitions: definitions, systems: systems).line
      }
    let head = Value.object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("pushtrace \(rawValue)"), "description": .text(summary),
    ])
    return head.adding(root).adding("$defs", .fields(definitions.all))
  }

  /// `sdk` decides whose names may stand in the file.
  private func bySystem(_ form: Form, _ systems: [(name: String, schema: Value)]) -> Value {
    var branches = systems.map { Value.whenever("sdk", is: $0.name, then: $0.schema) }
    let sdk = Value.anyOf(systems.map { .object(["const": .text($0.name)]) })
    let needsSystem = form.keys.contains { $0.name == "sdk" && $0.presence == .required }
    if !needsSystem {
      branches.append(
        .object([
          "if": .object(["required": .texts(["sdk"])]), "else": .anyOf(systems.map(\.schema)),
        ]))
    }
    return .object([
      "type": .text("object"),
      "required": .texts(needsSystem ? ["format", "sdk"] : ["format"]),
      "properties": .object([
        "format": .object(["const": .integer(1)]),
        "sdk": sdk.described("The system that the file is about, which decides what it may say."),
      ]),
      "allOf": .list(branches),
    ])
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

  /// Adds the members of another object behind those of this one.
  func adding(_ other: Value) -> Value {
    guard case .fields(let fields) = self, case .fields(let others) = other else { return self }
    return .fields(fields + others)
  }

  /// Makes a schema that applies to objects whose member `name` is `text`.
  static func whenever(_ name: String, is text: String, then schema: Value) -> Value {
    let properties = Value.object([name: .object(["const": .text(text)])])
    return .object([
      "if": .object(["required": .texts([name]), "properties": properties]), "then": schema,
    ])
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
