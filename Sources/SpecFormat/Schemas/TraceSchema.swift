import Diagnostics
import EventSourcing

/// The schema of one line of a trace, whose values are JSON: times are milliseconds.
struct TraceSchema {
  let definitions: SchemaDefinitions
  let systems: [SystemVocabulary]

  var line: Value {
    .type("object").adding(
      "anyOf",
      .list([
        header, record("event", systems.map(\.recordedEvents)),
        record("effect", systems.map { $0.effects.map(\.schema) }),
        remark("state", hash), remark("note", .type("string")), snapshot, end,
      ]))
  }

  private var header: Value {
    definitions.reference("header") {
      .map(
        [
          field("pushtrace", .object(["const": .integer(1)]), "The version of the format."),
          field("sdk", .anyOf(systems.map { .object(["const": .text($0.name)]) }), "The system."),
          field("engine", .type("string"), "The version of the engine that recorded it."),
          field("profile", .type("string"), "The profile that holds until a readings_set."),
          field(
            "readings", .anyOf(systems.map { fields($0.readings, partial: true) }),
            "The readings that hold until a readings_set."),
          field(
            "config", .anyOf(systems.map { fields($0.configuration.fields, partial: true) }),
            "The configuration, for a first launch that leaves it out."),
          field("origin", .type("string"), "The origin of the trace, such as the spec's scenario."),
          field("started", .type("integer"), "Milliseconds since 1970, from which times count."),
          field(
            "history", .object(["enum": .texts(["complete", "unknown"])]),
            "Whether the first events are the devices' first launches; complete without it."),
        ], required: ["pushtrace", "sdk", "started"])
    }
  }

  /// A line with an event or effect; what its data holds depends on its name.
  private func record(_ kind: String, _ bySystem: [[CaseSchema]]) -> Value {
    definitions.reference("\(kind)_record") {
      let names = bySystem.joined().map(\.name).eachOnce()
      let branches = names.map { name in
        let shapes = bySystem.joined().filter { $0.name == name }
        let data = Value.anyOf(shapes.map { fields($0.fields, partial: false) })
        return Value.object([
          "if": .object(["properties": .object([kind: .object(["const": .text(name)])])]),
          "then": .object(["properties": .object(["data": data])]),
        ])
      }
      return Value.map(
        place + [
          field(kind, .object(["enum": .texts(names)]), "The name of what happened."),
          field("cause", .type("integer"), "The record that led to it."),
          field("data", .type("object"), "The fields."),
        ], required: ["seq", "at", kind]
      ).adding("allOf", .list(branches))
    }
  }

  private func remark(_ kind: String, _ content: Value) -> Value {
    definitions.reference("\(kind)_record") {
      .map(place + [field(kind, content, "")], required: ["seq", "at", kind])
    }
  }

  private var snapshot: Value {
    let state = field("state", .type("object"), "All that the machine remembers.")
    let parties = field("parties", .type("array"), "Their processes and timers.")
    return remark("snapshot", .map([state, parties], required: ["state", "parties"]))
  }

  private var end: Value {
    definitions.reference("end") {
      .map(
        [
          field("end", .type("integer"), "The number of the last record."),
          field("hash", hash, "The hash of every byte before this line."),
        ], required: ["end", "hash"])
    }
  }

  private var hash: Value {
    .object(["type": .text("string"), "pattern": .text("^[0-9a-f]{16}$")])
  }

  private var place: [Value.Field] {
    [
      field("seq", .type("integer"), "The number of the record; it rises by one."),
      field("at", .type("integer"), "Milliseconds since 1970; it never falls."),
      field("party", .type("string"), "The device or backend; 'device' if left out."),
    ]
  }

  private func field(_ name: String, _ schema: Value, _ summary: String) -> Value.Field {
    Value.Field(name: name, value: schema.described(summary))
  }

  // MARK: - Values

  /// A map of fields; `partial` where others are laid under it.
  private func fields(_ fields: [Schema.Field], partial: Bool) -> Value {
    .map(fields.described(value), required: partial ? [] : fields.required)
  }

  private func value(_ schema: Schema) -> Value {
    switch schema {
    case .integer, .instant, .span: .type("integer")
    case .boolean: .type("boolean")
    case .text, .personal, .open: .type("string")
    case .choice: .object(["enum": .texts(schema.choices.map(\.name))])
    case .nullable(let inner): .anyOf([value(inner), .type("null")])
    case .list(let element): .array(of: value(element))
    case .map(let element):
      .object(["type": .text("object"), "additionalProperties": value(element)])
    case .record(let inner): fields(inner, partial: false)
    }
  }
}
