import EventSourcing

/// Pieces of JSON Schema (2020-12) as trees, which whoever writes them down sets as JSON.
extension Value {
  /// An object of these members, in this order.
  package static func object(_ members: KeyValuePairs<String, Value>) -> Value {
    .fields(members.map { Field(name: $0.key, value: $0.value) })
  }

  /// A list of texts.
  package static func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }

  /// Values of one type of JSON.
  package static func type(_ name: String) -> Value { .object(["type": .text(name)]) }

  /// What fits any of these.
  package static func anyOf(_ choices: [Value]) -> Value {
    choices.count == 1 ? choices[0] : .object(["anyOf": .list(choices)])
  }

  /// A list of which each element fits.
  package static func array(of items: Value) -> Value {
    .object(["type": .text("array"), "items": items])
  }

  /// This schema with a sentence for whoever writes it.
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

  /// Starts with none.
  package init() {}

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
