import ArgumentParser
import Diagnostics
import EventSourcing
import Exchange
import JSON
import Protocols
import Reports
import SpecFormat

/// A verb as agents call it: its options are the arguments, its JSON is the result.
struct Tool: Sendable {
  /// The name under which it is called.
  let name: String
  let parameters: [ToolParameter]
  /// The members that describe it to agents.
  let description: JSONTree
  private let verb: String
  private let fixed: [String]
  private let needsOneOf: [String]

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
    name = row.name
    verb = row.verb.verb
    fixed = row.fixed
    needsOneOf = row.needsOneOf
    parameters = ToolParameter.all(of: row.verb, needed: row.needs).filter { parameter in
      row.only?.contains(parameter.name) ?? !row.without.contains(parameter.name)
    }
    let input = Value.map(
      parameters.map { Value.Field(name: $0.name, value: $0.schema) },
      required: parameters.filter { $0.isRequired }.map { $0.name })
    let configuration = row.verb.configuration
    let about = row.summary ?? "\(configuration.abstract)\n\n\(configuration.discussion)"
    description = [
      "name": .text(name), "description": .text(about), "inputSchema": JSONTree(input),
      "outputSchema": JSONTree(OutputSchema.document(of: row.verb)),
      "annotations": [
        "readOnlyHint": .boolean(!row.mayWrite), "destructiveHint": .boolean(row.mayWrite),
        "openWorldHint": false,
      ],
    ]
  }

  /// The command line that a call means.
  func commandLine(_ arguments: JSONTree) throws(ValidationError) -> [String] {
    var options = [verb, "--format=json"] + fixed
    var operands: [String] = []
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
}

/// An argument of a tool: an option, a flag or an operand of its verb.
struct ToolParameter: Sendable {
  enum Kind { case option, flag, operand }

  /// The name under which agents give it.
  let name: String
  let kind: Kind
  let isRequired: Bool
  private let option: String
  private let isRepeating: Bool
  private let summary: String
  private let choices: [String]
  private let otherwise: String?

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
    isRepeating = dump["isRepeating"] == true
    summary = dump["abstract"]?.text ?? ""
    choices = dump["allValues"]?.elements.compactMap(\.text) ?? []
    otherwise = dump["defaultValue"]?.text
  }

  /// The JSON Schema of its value.
  var schema: Value {
    if kind == .flag { return .type("boolean").described(summary) }
    let one: Value = choices.isEmpty ? .type("string") : .object(["enum": .texts(choices)])
    let schema = (isRepeating ? Value.array(of: one) : one).described(summary)
    return otherwise.map { schema.adding("default", .text($0)) } ?? schema
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
