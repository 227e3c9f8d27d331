import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Findings about the shape of what stands in a file, each with its words and its proposal.
extension Diagnostic {
  static func unknownKey(_ entry: YAMLEntry, in what: String, allowed: [String]) -> Diagnostic {
    let near = didYouMean(entry.key, among: allowed)
    let unspaced = entry.key.contains(":") && entry.value.isBlank
    return Diagnostic(
      .unknownName, "unknown key '\(short(entry.key))' in \(what)", at: entry.keyPlace,
      proposal: unspaced ? "missing space after ':'" : near ?? "",
      notes: ["keys: \(allowed.joined(separator: ", "))"])
  }

  static func unknownName(
    _ name: String, _ kind: String, at place: Place, among names: [String]
  ) -> Diagnostic {
    let near = didYouMean(name, among: names)
    // A long list of names hides the proposal; `explain` and the documentation have all of them.
    let list = names.count <= 5 || near == nil ? ["known: \(names.joined(separator: ", "))"] : []
    return Diagnostic(
      .unknownName, "unknown \(kind) '\(short(name))'", at: place,
      proposal: near ?? "", notes: list)
  }

  /// A key that is none of the operators of matchers, where nothing else may stand in a map.
  static func unknownOperator(_ entry: YAMLEntry, for schema: Schema) -> Diagnostic {
    if entry.key.contains(":"), entry.value.isBlank {
      return Diagnostic(
        .unknownName, "unknown matcher '\(short(entry.key))'", at: entry.keyPlace,
        proposal: "missing space after ':'")
    }
    let operators = schema.operators.map(\.rawValue)
    let words = MatcherWord.allCases.map(\.rawValue).joined(separator: ", ")
    return Diagnostic(
      .unknownName, "unknown matcher '\(short(entry.key))'", at: entry.keyPlace,
      proposal: didYouMean(entry.key, among: operators) ?? "no map can stand here but a matcher",
      notes: [
        "here may stand: \(schema.phrase); the words \(words); or a map with one of "
          + operators.joined(separator: ", ")
      ])
  }

  /// A field that is not known; one that is close to an operator of `matchers` may be meant as it.
  static func unknownField(
    _ entry: YAMLEntry, of what: String, names: [String],
    matchers: MatcherOperator.Subject? = nil
  ) -> Diagnostic {
    let operators = MatcherOperator.allCases.filter { $0.subject == matchers }.map(\.rawValue)
    let near = didYouMean(entry.key, among: names + operators)
    let unspaced = entry.key.contains(":") && entry.value.isBlank
    return Diagnostic(
      .unknownName, "unknown field '\(short(entry.key))' of \(what)", at: entry.keyPlace,
      proposal: unspaced ? "missing space after ':'" : near ?? "",
      notes: [
        names.isEmpty ? "it has no fields" : "known fields: \(names.joined(separator: ", "))"
      ])
  }

  static func missingKey(_ key: String, in what: String, at place: Place) -> Diagnostic {
    Diagnostic(.missingKey, "'\(key)' is missing in \(what)", at: place, proposal: "add '\(key):'")
  }

  static func wrongShape(_ node: YAMLNode, expected: String) -> Diagnostic {
    if let mistake = node.missingSpace { return mistake }
    let found =
      switch node.content {
      case .scalar(let text, _): node.isBlank ? "nothing" : "'\(short(text))'"
      case .list: "a list"
      case .map: "a map"
      }
    return Diagnostic(
      .wrongShape, "\(found) cannot stand here", at: node.place, proposal: expected)
  }

  /// The unquoted word null where no null may stand.
  static func noNull(_ node: YAMLNode) -> Diagnostic {
    let text = node.text ?? ""
    return Diagnostic(
      .wrongType, "'\(text)' is null, and there is no null here", at: node.place,
      proposal: "write \"\(text)\" with quotes for the text, or leave it out")
  }

  /// An operator that can be held against nothing of the type that is matched.
  static func misplacedOperator(
    _ name: MatcherOperator, at place: Place, of what: String, _ schema: Schema
  ) -> Diagnostic {
    let others = schema.operators.map(\.rawValue).joined(separator: ", ")
    return Diagnostic(
      .wrongShape, "'\(name.rawValue)' is for \(name.subject.rawValue)", at: place,
      proposal: "\(what) is \(schema.phrase)", notes: ["here fit: \(others)"])
  }

  static func notADuration(_ node: YAMLNode) -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "a duration, such as 90s or 1m30s")
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let first = Int64(parts[0]), let second = Int64(parts[1]) {
      return Diagnostic(
        .notADuration, "'\(short(text))' is not a duration", at: node.place,
        proposal: "write '\(first)m\(second)s' or '\(first)h\(second)m'",
        notes: [
          "YAML 1.1 readers turn an unquoted 1:30 into the number 90, so clock notation is refused"
        ])
    }
    if Int64(text) != nil {
      return Diagnostic(
        .notADuration, "'\(short(text))' is not a duration", at: node.place,
        proposal: "add a unit: '\(text)s', '\(text)m', '\(text)ms'",
        notes: ["units are d, h, m, s and ms, largest first, as in 1d10h7m"])
    }
    return Diagnostic(
      .notADuration, "'\(short(text))' is not a duration", at: node.place,
      proposal: "write a number and a unit, such as 90s or 1m30s",
      notes: ["units are d, h, m, s and ms, largest first, as in 1d10h7m"])
  }

  static func notANumber(_ node: YAMLNode) -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "a whole number")
    }
    return Diagnostic(
      .wrongType, "'\(short(text))' is not a whole number", at: node.place,
      proposal: node.isQuoted && isJSONInteger(text) ? "remove the quotes" : "write digits")
  }

  static func notABoolean(_ node: YAMLNode) -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "true or false")
    }
    if node.isQuoted, ["true", "false"].contains(text) {
      return Diagnostic(
        .wrongType, "\"\(text)\" in quotes is text, and true or false has to stand here",
        at: node.place, proposal: "remove the quotes")
    }
    return Diagnostic(
      .wrongType, "'\(short(text))' is neither true nor false", at: node.place,
      proposal: "write true or false")
  }

  static func notAChoice(_ node: YAMLNode, among names: [String]) -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "one of \(names.joined(separator: ", "))")
    }
    let near = didYouMean(text, among: names)
    return Diagnostic(
      .wrongType, "'\(short(text))' is not one of the names that may stand here", at: node.place,
      proposal: near ?? "", notes: ["one of: \(names.joined(separator: ", "))"])
  }
}

extension YAMLNode {
  /// Whether it is text in quotes.
  fileprivate var isQuoted: Bool {
    if case .scalar(_, let style) = content { style != .plain } else { false }
  }
}

/// A name or value that fits into a message, whatever its length.
func short(_ text: String) -> String {
  text.utf8.count <= 60 ? text : text.prefix(57) + "…"
}
