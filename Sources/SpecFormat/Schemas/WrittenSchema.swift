import EventSourcing

/// Schemas of values as specs write them: durations as text, and `<column>` in place of a value.
extension SchemaDefinitions {
  static let placeholderPattern = "<[A-Za-z][A-Za-z0-9_-]*>"

  /// The value of a column of `examples`, alone or inside text.
  func placeholder() -> Value {
    reference("placeholder") {
      .object(["type": .text("string"), "pattern": .text(SchemaDefinitions.placeholderPattern)])
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

  /// A value of this type as a spec writes it.
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

  /// A map of fields, all of which may be left out where they are laid over others.
  func writtenFields(_ fields: [Schema.Field], overlay: Bool = false) -> Value {
    .named(fields.described(written), required: overlay ? [] : fields.required)
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

extension Value {
  /// An object with these properties and no others, any of whose names may be a column's.
  static func named(_ properties: [Field], required: [String] = []) -> Value {
    map(properties, required: required).adding(
      "patternProperties", .object([SchemaDefinitions.placeholderPattern: .boolean(true)]))
  }
}
