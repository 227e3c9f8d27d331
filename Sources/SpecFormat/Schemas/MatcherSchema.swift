import EventSourcing
import YAMLText

/// Schemas of matchers: the value itself, a word or operators.
extension SchemaDefinitions {
  /// What a value of this type may be held against; `path` names the definition of a value with
  /// parts of its own.
  func matcher(_ schema: Schema, _ path: String) -> Value {
    switch schema.bare {
    case .integer: return simple("number", schema) { number() }
    case .boolean: return simple("boolean", schema) { boolean() }
    case .text, .personal: return simple("text", schema) { text() }
    case .open: return simple("value", schema) { open() }
    case .instant, .span: return simple("duration", schema) { duration() }
    case .nullable: return .boolean(true)
    case .choice:
      let names = words(schema.choices)
      return reference(path) {
        .anyOf([names] + others(schema, itself: path, bound: names))
      }
    case .list(let element):
      return reference(path) {
        let inner = matcher(element, path + ".each")
        return .anyOf(
          [.array(of: inner)]
            + others(schema, itself: path, element: inner))
      }
    case .map(let element):
      return reference(path) {
        let inner = matcher(element.orNull, path + ".each")
        return .anyOf(
          others(schema, itself: path)
            + [
              .object([
                "type": .text("object"), "not": onlyOperators, "additionalProperties": inner,
              ])
            ])
      }
    case .record(let fields):
      // A view that shows nothing before anything happened cannot say what it will show.
      if fields.isEmpty { return .boolean(true) }
      return matcher(of: matchers(of: fields, path), path, schema)
    }
  }

  /// A matcher of a map with these members, of which `schema` says whether it may be null.
  func matcher(
    of members: @autoclosure () -> [Value.Field], _ path: String, _ schema: Schema = .record([])
  ) -> Value {
    reference(path) {
      .anyOf([.named(members())] + others(schema, itself: path))
    }
  }

  /// The operators that the fields of an event or effect may be held against, beside `keys`.
  func operators(ofFields schema: Schema, _ path: String, beside keys: [Value.Field]) -> Value {
    .named(operators(of: schema, matcher(schema, path), path) + keys)
  }

  /// Matchers of these fields.
  func matchers(of fields: [Schema.Field], _ path: String) -> [Value.Field] {
    fields.map { field in
      Value.Field(
        name: field.name,
        value: matcher(field.matched, "\(path).\(field.name)").described(field.summary))
    }
  }

  /// A map that is taken for one of operators, whatever names may stand in it.
  private var onlyOperators: Value {
    .object([
      "minProperties": .integer(1),
      "propertyNames": .object(["enum": .texts(MatcherOperator.names)]),
    ])
  }

  private func simple(
    _ name: String, _ schema: Schema, _ value: () -> Value
  ) -> Value {
    let path = "match.\(name)" + (schema.takesNull ? "_or_null" : "")
    return reference(path) {
      let bound = value()
      return .anyOf([bound] + others(schema, itself: path, bound: bound))
    }
  }

  /// The words, the placeholder and the operators that may stand in place of a value.
  private func others(
    _ schema: Schema, itself path: String, element: Value = .boolean(true),
    bound: Value = .boolean(true)
  ) -> [Value] {
    let named = reference("match.words") {
      .anyOf([
        words(
          MatcherWord.allCases.map { GrammarWord(name: $0.rawValue, summary: $0.summary) }),
        placeholder(),
      ])
    }
    let itself = Value.object(["$ref": .text("#/$defs/\(path)")])
    let properties = operators(of: schema, itself, path, element: element, bound: bound)
    return [named] + (schema.takesNull ? [.type("null")] : [])
      + [.named(properties).adding("minProperties", .integer(1))]
  }

  private func operators(
    of schema: Schema, _ itself: Value, _ path: String, element: Value = .boolean(true),
    bound: Value = .boolean(true)
  ) -> [Value.Field] {
    schema.operators.map { name in
      let operand: Value =
        switch name.operand {
        case .matcher: itself
        case .matchers where name == .contains:
          Value.array(of: element).adding("minItems", .integer(1))
        case .matchers: .array(of: element)
        case .count:
          simple("number", .integer) { number() }
        case .regularExpression: text()
        case .bounds:
          .object([
            "type": .text("array"), "items": bound, "minItems": .integer(2),
            "maxItems": .integer(2),
          ])
        case .bound: bound
        }
      // The sentence stands where single values are matched; elsewhere it would stand hundreds of
      // times.
      let isSingle = schema.elementFields.isEmpty && path.hasPrefix("match.")
      return Value.Field(
        name: name.rawValue, value: isSingle ? operand.described(name.summary) : operand)
    }
  }
}
