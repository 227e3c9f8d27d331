import ArgumentParser
import EventSourcing
import Reports
import SpecFormat

/// The schema of what verbs write under `--format json`, made of the descriptions of their reports:
/// what all documents have, and of each verb the documents that it can write.
enum OutputSchema {
  static var document: Value {
    let definitions = SchemaDefinitions()
    let verbs = RootCommand.configuration.subcommands.compactMap { $0 as? any VerbCommand.Type }
    let documents = verbs.map { verb in
      let forms = ([Refusal.self] + verb.reports).map { $0.documentForm }
      return Value.object([
        "if": .object(["properties": .object(["verb": .object(["const": .text(verb.verb)])])]),
        "then": .anyOf(forms.map { $0.schema(definitions) }),
      ])
    }
    return .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("pushtrace output"),
      "description": .text("What a verb writes under --format json."),
      "type": .text("object"),
      "required": .texts(["verb"]),
      "properties": .object(["verb": .object(["enum": .texts(verbs.map { $0.verb })])]),
      "allOf": .list(documents),
      "$defs": .fields(definitions.all),
    ])
  }
}

extension ReportForm {
  /// The JSON Schema of this form; what many documents share stands in `definitions`.
  fileprivate func schema(_ definitions: SchemaDefinitions) -> Value {
    switch self {
    case .integer: .type("integer")
    case .boolean: .type("boolean")
    case .text: .type("string")
    case .pattern(let pattern):
      .object(["type": .text("string"), "pattern": .text(pattern)])
    case .names(let names): .object(["enum": .texts(names)])
    case .constant(let number): .object(["const": .integer(number)])
    case .anything: .object([:])
    case .object: .type("object")
    case .nullable(let form): .anyOf([form.schema(definitions), .type("null")])
    case .list(let form): .array(of: form.schema(definitions))
    case .map(let form):
      .object(["type": .text("object"), "additionalProperties": form.schema(definitions)])
    case .record(let fields):
      .map(
        fields.map { field in
          let schema = field.form.schema(definitions).described(field.summary)
          return Value.Field(name: field.name, value: schema)
        }, required: fields.filter { $0.isRequired }.map { $0.name })
    case .shared(let name, let summary, let form):
      definitions.reference(name) { form.schema(definitions).described(summary) }
    case .reference(let name): .object(["$ref": .text("#/$defs/\(name)")])
    }
  }
}
