import ArgumentParser
import Diagnostics
import EventSourcing
import Exchange
import JSON
import Protocols
import SpecFormat

/// A verb as agents call it: its options are the arguments, its JSON is the result.
struct Tool: Sendable {
  private let row: Row
  let parameters: [ToolParameter]
  /// The members that describe it to agents.
  let description: JSONTree

  /// The name under which it is called.
  var name: String { row.name }

  /// A verb, and how it becomes a tool.
  struct Row {
    let name: String
    let verb: any VerbCommand.Type
    /// The sentence about it; that of the verb without one.
    var summary: String?
    /// The arguments that each call has.
    var fixed: [String] = []
    /// The only options that it takes; `nil` for all of the verb.
    var only: [String]?
    /// The options that it does not take.
    var without: [String] = []
    /// The options without which the verb has nothing to do.
    var needs: [String] = []
    /// The options of which it needs at least one.
    var needsOneOf: [String] = []
    /// Whether it can be asked to write files.
    var mayWrite = false
  }

  init(_ row: Row) {
    self.row = row
    parameters = ToolParameter.all(of: row.verb, needed: row.needs).filter { parameter in
      row.only?.contains(parameter.name) ?? !row.without.contains(parameter.name)
    }
    let input = Value.map(
      parameters.map { Value.Field(name: $0.name, value: $0.schema) },
      required: parameters.filter { $0.isRequired }.map { $0.name })
    let configuration = row.verb.configuration
    let about = row.summary ?? "\(configuration.abstract)\n\n\(configuration.discussion)"
    description = [
      "name": .text(row.name), "description": .text(about), "inputSchema": JSONTree(input),
      "outputSchema": JSONTree(OutputSchema.document(of: row.verb)),
      "annotations": [
        "readOnlyHint": .boolean(!row.mayWrite), "destructiveHint": .boolean(row.mayWrite),
        "openWorldHint": false,
      ],
    ]
  }

  /// The command line that a call means.
  func commandLine(_ arguments: JSONTree) throws(ValidationError) -> [String] {
    var options = [row.verb.verb, "--format=json"] + row.fixed
    var operands: [String] = []
    let names = parameters.map { $0.name }
    for member in arguments.members where !names.contains(member.name) {
      let near =
        didYouMean(member.name, among: names) ?? "its arguments: \(names.joined(separator: ", "))"
      throw ValidationError("\(name) has no argument '\(member.name)'; \(near)")
    }
    func isGiven(_ name: String) -> Bool { arguments[name].map { $0 != .null } ?? false }
    if !row.needsOneOf.isEmpty, !row.needsOneOf.contains(where: isGiven) {
      throw ValidationError("\(name) needs one of: \(row.needsOneOf.joined(separator: ", "))")
    }
    for parameter in parameters {
      if parameter.isRequired, !isGiven(parameter.name) {
        throw ValidationError("\(name) needs '\(parameter.name)'")
      }
      let words = try parameter.words(arguments[parameter.name] ?? .null)
      if parameter.kind == .operand { operands += words } else { options += words }
    }
    return options + ["--"] + operands
  }
}

/// An argument of a tool: an option, a flag or an operand of its verb.
struct ToolParameter: Sendable {
  enum Kind { case option, flag, operand }

  /// The name under which agents give it.
  let name: String
  let kind: Kind
  let isRequired: Bool
  private let option: String
  /// All that the parser says of it.
  private let dump: JSONTree

  /// All that a verb takes, as its parser describes itself; but the form of its output, which is
  /// the protocol's. Those of `needed` are required, whatever the parser says.
  static func all(of verb: any VerbCommand.Type, needed: [String] = []) -> [ToolParameter] {
    let dump = try? JSONTree(Array(verb._dumpHelp().utf8))
    return (dump?["command"]?["arguments"]?.elements ?? []).compactMap { ToolParameter($0, needed) }
      .filter { !["format", "help", "version"].contains($0.name) }
  }

  private init?(_ dump: JSONTree, _ needed: [String]) {
    guard dump["shouldDisplay"] == true else { return nil }
    switch dump["kind"] {
    case "positional": kind = .operand
    case "flag": kind = .flag
    case _: kind = .option
    }
    option = (dump["preferredName"]?["name"] ?? dump["valueName"])?.text ?? ""
    name = option.replacing("-", with: "_")
    isRequired = dump["isOptional"] != true || needed.contains(name)
    self.dump = dump
  }

  private var isRepeating: Bool { dump["isRepeating"] == true }

  /// The JSON Schema of its value.
  var schema: Value {
    let summary = dump["abstract"]?.text ?? ""
    if kind == .flag { return .type("boolean").described(summary) }
    let choices = dump["allValues"]?.elements.compactMap(\.text) ?? []
    let one: Value = choices.isEmpty ? .type("string") : .object(["enum": .texts(choices)])
    let schema = (isRepeating ? Value.array(of: one) : one).described(summary)
    return dump["defaultValue"]?.text.map { schema.adding("default", .text($0)) } ?? schema
  }

  /// The words of the command line that a value comes to. A single value may stand for a list, and
  /// a number for its text.
  fileprivate func words(_ value: JSONTree) throws(ValidationError) -> [String] {
    var values = [value]
    switch (value, kind) {
    case (.null, _): return []
    case (.boolean(let isSet), .flag): return isSet ? ["--\(option)"] : []
    case (_, .flag): throw ValidationError("'\(name)' takes true or false")
    case (.list(let elements), _) where isRepeating: values = elements
    case _: break
    }
    var words: [String] = []
    for value in values {
      guard let text = value.text else {
        throw ValidationError("'\(name)' takes \(isRepeating ? "texts in a list" : "text")")
      }
      words.append(kind == .operand ? text : "--\(option)=\(text)")
    }
    return words
  }
}

extension Tool {
  /// The tools in the order in which agents see them.
  static let all = rows.map { Tool($0) }

  /// The verbs that are tools, without what needs a terminal, another process or the whole of
  /// standard input, and what rewrites a file that is read.
  static var rows: [Row] {
    [
      // As in an editor, a run ends after a million records.
      Row(
        name: "check", verb: CheckCommand.self, fixed: ["--budget=1000000"],
        without: ["budget", "failed", "watch", "update", "yes"], mayWrite: true),
      Row(
        name: "show", verb: ShowCommand.self, without: ["html", "engine", "width"], needs: ["trace"]
      ),
      Row(name: "why", verb: WhyCommand.self),
      Row(name: "why_not", verb: WhyNotCommand.self),
      Row(
        name: "state_at", verb: ReplayCommand.self,
        summary: "The whole state of a trace's machine after a record.", fixed: ["--state"],
        only: ["traces", "at", "reading", "profile", "lenient", "assume"],
        needs: ["traces", "at"]),
      Row(
        name: "replay", verb: ReplayCommand.self,
        without: [
          "state", "twice", "rerecord", "snapshots", "output", "step", "verdicts", "skip", "set",
          "insert",
        ], needs: ["traces"]),
      Row(name: "triage", verb: TriageCommand.self, without: ["verdicts"], needs: ["traces"]),
      Row(
        name: "what_if", verb: ReplayCommand.self,
        summary: """
          What would have happened: folds one trace again without some of its events, with other \
          values or with further events, and shows what follows differently.
          """, only: ["traces", "skip", "set", "insert", "lenient"], needs: ["traces"],
        needsOneOf: ["skip", "set", "insert"]),
      Row(name: "minimize", verb: MinimizeCommand.self, mayWrite: true),
      Row(name: "spec", verb: SpecCommand.self, mayWrite: true),
      Row(name: "conform", verb: ConformCommand.self, without: ["verdicts"], needs: ["traces"]),
      Row(name: "simulate", verb: SimulateCommand.self, mayWrite: true),
      Row(name: "explore", verb: ExploreCommand.self, mayWrite: true),
      Row(name: "vocabulary", verb: VocabularyCommand.self),
      Row(name: "explain", verb: ExplainCommand.self),
    ]
  }
}
