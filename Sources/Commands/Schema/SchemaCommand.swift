import ArgumentParser
import Diagnostics
import EventSourcing
import Reports
import SpecFormat

/// Prints the JSON Schema of a kind of file, or of what the verbs write.
struct SchemaCommand: DocumentCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema", abstract: "JSON Schema (2020-12) for editors and other tools.",
      discussion: """
        An editor with a YAML language server checks and completes a spec whose first line is

          # yaml-language-server: $schema=PATH/spec.schema.json

        with PATH leading to the output of '\(CommandContext.calledAs) schema spec'.
        """)
  }

  @Argument(
    help: """
      spec, rules, fixture, requirements, acceptances (for replay --accept), import_map (for \
      import --map), trace (one line of one), or output (what verbs write under --format json).
      """)
  var subject: PrintedSchema = .file(.spec)

  @Option(name: .customLong("output"), help: "Where the schema goes; standard output without it.")
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
    it("subject", \.subject, "What the schema describes.")
    it("output", \.target, "The file that was written.")
    it("schema", { $0.target == nil ? $0.schema : nil }, "The schema.", form: .object)
  }

  func text(_ style: TextStyle) -> String { JSONLayout.text(of: schema) }
}

/// What a schema can be printed of.
enum PrintedSchema: ExpressibleByArgument {
  case file(SchemaSubject)
  case output

  init?(argument: String) {
    if argument == "output" {
      self = .output
    } else if let subject = SchemaSubject(rawValue: argument) {
      self = .file(subject)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { SchemaSubject.allCases.map(\.rawValue) + ["output"] }

  var defaultValueDescription: String { name }

  var name: String {
    switch self {
    case .file(let subject): subject.rawValue
    case .output: "output"
    }
  }

  func schema(for systems: [RegisteredSystem]) -> Value {
    switch self {
    case .file(let subject): subject.schema(for: systems.map { SystemVocabulary($0.machine) })
    case .output: OutputSchema.document
    }
  }
}
