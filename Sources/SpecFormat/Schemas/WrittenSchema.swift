import EventSourcing
import YAMLText

/// Schemas of values as specs write them: durations as text, and `<column>` in place of a value.
extension SchemaDefinitions {
  static let placeholderPattern = "<[A-Za-z][A-Za-z0-9_-]*>"

  /// The value of a column of `examples`, alone or inside text, or the name of a kept value, where
  /// there may be one.
  func placeholder() -> Value {
    guard hasPlaceholders else { return .boolean(false) }
    return reference("placeholder") {
      let pattern = "\(SchemaDefinitions.placeholderPattern)|^[$][A-Za-z][A-Za-z0-9_]*$"
      return .object(["type": .text("string"), "pattern": .text(pattern)])
        .described(Notation.placeholder.summary)
    }
  }

  func text() -> Value {
    // Where text is declared, plain text is text whatever a reader of YAML takes it for.
    reference("text") { .object(["type": .texts(["string", "number", "boolean"])]) }
  }

  /// A value whose type is open to the author: numbers are whole.
  func open() -> Value {
    reference("value") { .object(["type": .texts(["string", "integer", "boolean"])]) }
  }

  func duration() -> Value {
    pattern(.duration, "^[+-]?(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$")
  }

  func clock() -> Value {
    pattern(.instant, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{3})?Z$")
  }

  private func pattern(_ notation: Notation, _ pattern: String) -> Value {
    reference(notation.rawValue) {
      let text = Value.object(["type": .text("string"), "pattern": .text(pattern)])
      return .anyOf([text.described(notation.summary), placeholder()])
    }
  }

  func boolean() -> Value {
    reference("boolean") {
      .anyOf([.type("boolean"), placeholder()])
    }
  }

  func number(atLeast least: Int64 = .min) -> Value {
    let number =
      least == .min
      ? Value.type("integer")
      : .object(["type": .text("integer"), "minimum": .integer(least)])
    return .anyOf([number, placeholder()])
  }

  /// One of these words, each with its sentence.
  func words(_ words: [GrammarWord]) -> Value {
    .anyOf(words.map { .object(["const": .text($0.name)]).described($0.summary) })
  }

  func written(_ schema: Schema) -> Value {
    switch schema {
    case .integer: return number()
    case .boolean: return boolean()
    case .text, .personal: return text()
    case .open: return open()
    case .instant, .span: return duration()
    case .choice: return .anyOf([words(schema.choices), placeholder()])
    case .nullable(let inner): return .anyOf([written(inner), .type("null")])
    case .list(let element): return .anyOf([.array(of: written(element)), placeholder()])
    case .map(let element):
      return .anyOf([
        .object(["type": .text("object"), "additionalProperties": written(element)]), placeholder(),
      ])
    case .record(let fields): return .anyOf([writtenFields(fields), placeholder()])
    }
  }

  /// An object with these properties and no others, any of whose names may be a column's.
  func named(_ properties: [Value.Field], required: [String] = []) -> Value {
    let map = Value.map(properties, required: required)
    guard hasPlaceholders else { return map }
    return map.adding(
      "patternProperties", .object([SchemaDefinitions.placeholderPattern: .boolean(true)]))
  }

  /// A map of fields, all of which may be left out where they are laid over others.
  func writtenFields(_ fields: [Schema.Field], overlay: Bool = false) -> Value {
    named(fields.described(written), required: overlay ? [] : fields.required)
  }
}

extension [Schema.Field] {
  /// The fields, each with the schema that `value` gives for its type: what may be left out may be
  /// null too.
  func described(_ value: (Schema) -> Value) -> [Value.Field] {
    map { field in
      let own = value(field.schema)
      let whole = field.presence == .optional ? Value.anyOf([own, .type("null")]) : own
      return Value.Field(name: field.name, value: whole.described(field.summary))
    }
  }

  /// The names of the fields that an author has to write.
  var required: [String] { filter { $0.presence == .required }.map(\.name) }
}

/// Schemas of matchers: the value itself, a word or operators.
extension SchemaDefinitions {
  /// The matcher of a value of this type; `path` names the definition of a value with
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
      .anyOf([named(members())] + others(schema, itself: path))
    }
  }

  /// The operators that the fields of an event or effect may be held against, beside `keys`.
  func operators(ofFields schema: Schema, _ path: String, beside keys: [Value.Field]) -> Value {
    named(operators(of: schema, matcher(schema, path), path) + keys)
  }

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
      .anyOf([words(MatcherWord.words), placeholder()])
    }
    let itself = Value.object(["$ref": .text("#/$defs/\(path)")])
    let properties = operators(of: schema, itself, path, element: element, bound: bound)
    return [named] + (schema.takesNull ? [.type("null")] : [])
      + [self.named(properties).adding("minProperties", .integer(1))]
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
