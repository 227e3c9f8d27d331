import EventSourcing
import Reports
import SpecFormat

/// The schema of what verbs write under `--format json`: one envelope, one form of a finding, and
/// the members of each verb, of which the schema of a verb allows no others.
enum OutputSchema {
  /// The document; a verb that says nothing about its members may have any.
  static var document: Value {
    let described = verbs.map { verb, members in
      Value.object([
        "if": .object(["properties": .object(["verb": .object(["const": .text(verb)])])]),
        "then": .map(envelope + members, required: requiredMembers),
      ])
    }
    return .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("pushtrace output"),
      "description": .text("What a verb writes under --format json."),
      "type": .text("object"),
      "required": .texts(requiredMembers),
      "properties": .fields(envelope),
      "allOf": .list(described),
      "$defs": .fields(definitions),
    ])
  }

  private static let requiredMembers = ["pushtrace", "verb", "verdict", "findings"]

  private static let envelope: [Value.Field] = [
    member("pushtrace", .object(["const": .integer(1)]), "The version of this form."),
    member("verb", text, "The verb that wrote the document."),
    member(
      "verdict", .object(["enum": .texts(Verdict.all.map(\.name))]),
      "What it comes to; the exit code says the same."),
    member("findings", list(of: reference("finding")), "What was found, the most telling first."),
    member("error", text, "The sentence with which the verb was stopped."),
  ]

  private static let definitions: [Value.Field] = [
    member(
      "place",
      .map(
        [
          member("file", text, "The path as it was given."),
          member("line", number, "From 1."),
          member("column", number, "From 1, in code points."),
          member("end_column", number, "The column behind the last."),
        ], required: ["file", "line", "column", "end_column"]), "A part of a line."),
    member(
      "record",
      .map(
        [
          member("seq", number, "Its number in the trace or the run."),
          member("at", number, "Milliseconds since 1970."),
          member("party", text, "The device or backend."),
          member(
            "kind", .object(["enum": .texts(["event", "effect", "state", "note"])]), ""),
          member("name", text, "The event or effect."),
          member("cause", number, "The record that led to it."),
          member("line", number, "Its line in the trace."),
          member("part", text, "Which part of the effect of a record this is."),
          member("data", object, "Its fields, as in a trace."),
        ], required: ["seq", "at", "party", "kind", "name", "data"]), "A record of a log."),
    member(
      "finding",
      .map(
        [
          member(
            "code", .object(["type": .text("string"), "pattern": .text("^[A-Z][0-9]{3}$")]),
            "What 'explain' explains."),
          member("severity", .object(["enum": .texts(["error", "warning"])]), ""),
          member("message", text, "What is wrong, without a full stop."),
          member("place", reference("place"), "Where it is."),
          member("proposal", text, "What stands beside the marked place."),
          member(
            "labels",
            list(
              of: .map(
                [member("place", reference("place"), ""), member("text", text, "")],
                required: ["place", "text"])), "The marked places, the main one first."),
          member("notes", list(of: text), "Reasons, causes and help, as text."),
          member("expected", .object([:]), "What had to be there, as data; times as in a trace."),
          member("actual", .object([:]), "What was there, as data."),
          member("record", reference("record"), "The record that shows it."),
          member("scenario", text, "The scenario that it is about."),
        ], required: ["code", "severity", "message", "labels", "notes"]), "What is wrong and where."
    ),
    member(
      "difference",
      .map(
        [
          member("path", text, "Names and numbers joined by dots."),
          member("left", .object([:]), "The value on the left, or recorded; null for none."),
          member("right", .object([:]), "The value on the right, or computed; null for none."),
        ], required: ["path", "left", "right"]), "A field in which two sides differ."),
  ]

  // MARK: - Pieces

  static let text = Value.type("string")
  static let number = Value.type("integer")
  static let flag = Value.type("boolean")
  static let object = Value.type("object")
  static let texts = list(of: text)
  static let objects = list(of: object)
  static let records = list(of: reference("record"))
  static let differences = list(of: reference("difference"))

  static func list(of items: Value) -> Value { .array(of: items) }

  static func reference(_ name: String) -> Value { .object(["$ref": .text("#/$defs/\(name)")]) }

  static func member(_ name: String, _ schema: Value, _ summary: String) -> Value.Field {
    Value.Field(name: name, value: schema.described(summary))
  }
}
