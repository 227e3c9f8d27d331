import ArgumentParser
import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Traces

/// Prints the JSON Schema of a kind of file, or of what the verbs write.
struct SchemaCommand: VerbCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema", abstract: "JSON Schema (2020-12) for editors and other tools.",
      discussion: """
        An editor with a YAML language server checks and completes a spec whose first line is

          # yaml-language-server: $schema=PATH/spec.schema.json

        with PATH leading to the output of '\(CommandContext.calledAs) schema spec'. With \
        requirements.yaml here or in Specs, 'covers' takes what stands in it alone.
        """)
  }

  @Argument(
    help: """
      spec, rules, fixture, requirements, acceptances (for replay --accept), import_map (for \
      import --map), trace (one line of one), or output (what verbs write under --format json).
      """)
  var subject = PrintedSchema(.spec)

  @Option(name: .customLong("output"), help: "The file for the schema; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [SchemaReport.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let schema = subject.schema(for: context.systems)
    if let target { try FileDraft.write(Array(JSONLayout.text(of: schema).utf8), to: target) }
    let report = SchemaReport(subject: subject.name, target: target, schema: schema)
    if output.format == .text, target != nil { return .clean }
    return write(report, in: context)
  }
}

/// A schema, or the file that it was written to.
struct SchemaReport: PrintedReport {
  let subject: String
  let target: String?
  let schema: Value

  static let reported = ReportMembers<SchemaReport> { it in
    it("subject", \.subject, "The form that the schema describes.")
    it("output", \.target, "The file that was written.")
    it("schema", { $0.target == nil ? $0.schema : nil }, "The schema.", form: .object)
  }

  func text(_ style: TextStyle) -> String { JSONLayout.text(of: schema) }
}

/// A schema that can be printed, by its name: that of a kind of file, or of what verbs write.
struct PrintedSchema {
  let name: String

  init(_ subject: SchemaSubject) { name = subject.rawValue }

  func schema(for systems: [RegisteredSystem]) -> Value {
    guard let subject = SchemaSubject(rawValue: name) else { return OutputSchema.document }
    return subject.schema(
      for: systems.map(\.vocabulary),
      catalogue: Catalogue(for: "NAME.spec.yaml", in: SpecSources().files))
  }
}

extension PrintedSchema: ExpressibleByArgument {
  init?(argument: String) {
    guard PrintedSchema.allValueStrings.contains(argument) else { return nil }
    name = argument
  }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  static var allValueStrings: [String] { SchemaSubject.allCases.map(\.rawValue) + ["output"] }

  var defaultValueDescription: String { name }
}

/// The schema of what verbs write under `--format json`, made of the descriptions of their reports:
/// what all documents have, and of each verb the documents that it can write.
enum OutputSchema {
  static var document: Value {
    let definitions = SchemaDefinitions()
    let verbs = RootCommand.configuration.subcommands.compactMap { $0 as? any VerbCommand.Type }
      .filter { !$0.reports.isEmpty }
    let documents = verbs.map { verb in
      Value.object([
        "if": .object(["properties": .object(["verb": .object(["const": .text(verb.verb)])])]),
        "then": self.documents(of: verb, definitions),
      ])
    }
    return .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("pushtrace output"),
      "description": .text("The document that a verb writes under --format json."),
      "type": .text("object"),
      "required": .texts(["verb"]),
      "properties": .object(["verb": .object(["enum": .texts(verbs.map { $0.verb })])]),
      "allOf": .list(documents),
      "$defs": .fields(definitions.all),
    ])
  }

  /// The schema of what one verb writes, complete in itself.
  static func document(of verb: any VerbCommand.Type) -> Value {
    let definitions = SchemaDefinitions()
    let documents = documents(of: verb, definitions)
    // Findings refer to it by its name alone.
    _ = ErasedRecord.form.schema(definitions)
    return .object([
      "type": .text("object"), "allOf": .list([documents]), "$defs": .fields(definitions.all),
    ])
  }

  private static func documents(
    of verb: any VerbCommand.Type, _ definitions: SchemaDefinitions
  ) -> Value {
    .anyOf(([Refusal.self] + verb.reports).map { $0.documentForm.schema(definitions) })
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
