import ArgumentParser
import Diagnostics
import EventSourcing
import Exchange
import JSON
import Protocols
import SpecFormat

/// A verb as agents call it: its options are the arguments, its JSON is the result.
struct Tool: Sendable {
  /// The name under which it is called.
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

  /// The arguments as the parser of the verb describes them.
  var parameters: [ToolParameter] {
    ToolParameter.all(of: verb, needed: needs).filter { parameter in
      only?.contains(parameter.name) ?? !without.contains(parameter.name)
    }
  }

  /// The members that describe it to agents.
  var description: JSONTree {
    let parameters = parameters
    let input = Value.map(
      parameters.map { Value.Field(name: $0.name, value: $0.schema) },
      required: parameters.filter { $0.isRequired }.map { $0.name })
    let configuration = verb.configuration
    let about = summary ?? "\(configuration.abstract)\n\n\(configuration.discussion)"
    return [
      "name": .text(name), "description": .text(about), "inputSchema": JSONTree(input),
      "outputSchema": JSONTree(OutputSchema.document(of: verb)),
      "annotations": [
        "readOnlyHint": .boolean(!mayWrite), "destructiveHint": .boolean(mayWrite),
        "openWorldHint": false,
      ],
    ]
  }

  /// The command line that a call means.
  func commandLine(_ arguments: JSONTree) throws(ValidationError) -> [String] {
    var options = [verb.verb, "--format=json"] + fixed
    var operands: [String] = []
    let parameters = parameters
    let names = parameters.map { $0.name }
    for member in arguments.members where !names.contains(member.name) {
      let near =
        didYouMean(member.name, among: names) ?? "its arguments: \(names.joined(separator: ", "))"
      throw ValidationError("\(name) has no argument '\(member.name)'; \(near)")
    }
    func isGiven(_ name: String) -> Bool { arguments[name].map { $0 != .null } ?? false }
    if !needsOneOf.isEmpty, !needsOneOf.contains(where: isGiven) {
      throw ValidationError("\(name) needs one of: \(needsOneOf.joined(separator: ", "))")
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

  /// Puts the names of arguments in the place of options in what the parser refuses.
  func refusal(_ errors: String) -> String {
    let names = parameters.map { $0.name }
    let end = errors.firstRange(of: "\nUsage: ")?.lowerBound ?? errors.endIndex
    let text = String(errors[..<end])
    return text.replacing(/'?--([a-z][a-z-]*)( <[^>]*>)?'?/) { option in
      let name = String(option.1).replacing("-", with: "_")
      return names.contains(name) ? "'\(name)'" : String(option.0)
    }
  }

  /// The verbs that are tools in the order in which agents see them, without what needs a terminal,
  /// another process or the whole of standard input, and what rewrites a file that is read.
  static let all = [
    // As in an editor, a run ends after a million records.
    Tool(
      name: "check", verb: CheckCommand.self, fixed: ["--budget=1000000"],
      without: ["budget", "failed", "watch", "update", "yes"], mayWrite: true),
    Tool(
      name: "show", verb: ShowCommand.self, without: ["html", "engine", "width"], needs: ["trace"]
    ),
    Tool(name: "why", verb: WhyCommand.self),
    Tool(name: "why_not", verb: WhyNotCommand.self),
    Tool(
      name: "state_at", verb: ReplayCommand.self,
      summary: "The whole state of a trace's machine after a record.", fixed: ["--state"],
      only: ["traces", "at", "reading", "profile", "lenient", "assume"],
      needs: ["traces", "at"]),
    Tool(
      name: "replay", verb: ReplayCommand.self,
      without: [
        "state", "twice", "rerecord", "snapshots", "output", "step", "verdicts", "skip", "set",
        "insert",
      ], needs: ["traces"]),
    Tool(name: "triage", verb: TriageCommand.self, without: ["verdicts"], needs: ["traces"]),
    Tool(
      name: "what_if", verb: ReplayCommand.self,
      summary: """
        What would have happened: folds one trace again without some of its events, with other \
        values or with further events, and shows what follows differently.
        """, only: ["traces", "skip", "set", "insert", "lenient"], needs: ["traces"],
      needsOneOf: ["skip", "set", "insert"]),
    Tool(name: "minimize", verb: MinimizeCommand.self, mayWrite: true),
    Tool(name: "spec", verb: SpecCommand.self, mayWrite: true),
    Tool(name: "conform", verb: ConformCommand.self, without: ["verdicts"], needs: ["traces"]),
    Tool(name: "simulate", verb: SimulateCommand.self, mayWrite: true),
    Tool(name: "explore", verb: ExploreCommand.self, mayWrite: true),
    Tool(name: "vocabulary", verb: VocabularyCommand.self),
    Tool(name: "explain", verb: ExplainCommand.self),
  ]
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
      let text: String
      switch value {
      case .text(let given), .number(let given): text = given
      case _:
        throw ValidationError("'\(name)' takes \(isRepeating ? "texts in a list" : "text")")
      }
      words.append(kind == .operand ? text : "--\(option)=\(text)")
    }
    return words
  }
}
