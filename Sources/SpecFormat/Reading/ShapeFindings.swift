import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Findings about the shape of what stands in a file, each with its words and its proposal.
extension Diagnostic {
  /// Finds a key that is not among those allowed; `meant` is the one that its author will mean.
  ///
  /// `home` says where the key belongs; `nil` for one that no form has.
  static func unknownKey(
    _ entry: YAMLEntry, in what: String, allowed: [String], meant: String? = nil,
    home: String? = nil
  ) -> Diagnostic {
    let near =
      meant ?? suggestion(for: entry.key, among: allowed)
      ?? allowed.first { $0.hasSuffix("_" + entry.key) }
    let unspaced = entry.lacksSpace
    let isMatcher = MatcherOperator(rawValue: entry.key) != nil
    return Diagnostic(
      .unknownName, "unknown key '\(short(entry.key))' in \(what)", at: entry.keyPlace,
      proposal: unspaced
        ? "missing space after ':'"
        : isMatcher ? "a matcher stands under a key, in place of its value" : home ?? "",
      meant: unspaced || home != nil ? nil : near,
      notes: ["keys: \(allowed.joined(separator: ", "))"] + invisibleNote(entry.key))
  }

  /// A note about what cannot be seen in a name.
  private static func invisibleNote(_ name: String) -> [String] {
    InvisibleCharacter(in: name).map {
      ["the name has a character that cannot be seen: \($0.codePoint), \($0.name)"]
    } ?? []
  }

  /// A name that is not known; where it `hasFields`, they may stand behind it without a colon.
  static func unknownName(
    _ name: String, _ kind: String, at place: Place, among names: [String],
    hasFields: Bool = false
  ) -> Diagnostic {
    let word = String(name.prefix { $0 != " " })
    let next = name.dropFirst(word.count).first { $0 != " " }
    let lacksColon = hasFields && names.contains(word) && (next == "{" || next == "[")
    let near = lacksColon ? nil : suggestion(for: name, among: names)
    // A long list of names hides the proposal.
    let known =
      names.isEmpty
      ? "there are none here"
      : names.count <= longestList
        ? "known: \(names.joined(separator: ", "))"
        : "help: 'vocabulary' lists the \(names.count) that are known"
    return Diagnostic(
      .unknownName, "unknown \(kind) '\(short(name))'", at: place,
      proposal: lacksColon ? "missing ':' after '\(word)'" : "", meant: near,
      notes: (names.count <= 5 || near == nil && !lacksColon ? [known] : []) + invisibleNote(name))
  }

  /// A name that is no field of a record.
  static func unknownField(
    _ name: String, of record: String, at place: Place, among names: [String]
  ) -> Diagnostic {
    var finding = unknownName(name, "field", at: place, among: names)
    finding.message += " of \(record)"
    return finding
  }

  /// The most names that a note lists.
  private static let longestList = 24

  /// A name of something else than what has to stand there.
  static func misplacedName(
    _ name: String, _ what: String, wanted: String, _ proposal: String, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .unknownName, "'\(short(name))' is \(what), and \(wanted) has to stand here", at: place,
      proposal: proposal)
  }

  /// A key that is none of the operators of matchers, where nothing else may stand in a map.
  static func unknownOperator(_ entry: YAMLEntry, for schema: Schema) -> Diagnostic {
    if entry.lacksSpace {
      return Diagnostic(
        .unknownName, "unknown matcher '\(short(entry.key))'", at: entry.keyPlace,
        proposal: "missing space after ':'")
    }
    let operators = schema.operators.map(\.rawValue)
    let words = MatcherWord.allCases.map(\.rawValue).joined(separator: ", ")
    return Diagnostic(
      .unknownName, "unknown matcher '\(short(entry.key))'", at: entry.keyPlace,
      proposal: "no map can stand here but a matcher",
      meant: suggestion(for: entry.key, among: operators),
      notes: [
        "here may stand: \(schema.phrase); the words \(words); or a map with one of "
          + operators.joined(separator: ", ")
      ])
  }

  /// A field that is not known; one that is close to an operator of `matchers` may be meant as it.
  ///
  /// `home` is the field beside it that has such a field.
  static func unknownField(
    _ entry: YAMLEntry, of what: String, names: [String], home: String? = nil,
    matchers: MatcherOperator.Subject? = nil
  ) -> Diagnostic {
    if matchers != nil, !names.isEmpty, let name = MatcherOperator(rawValue: entry.key) {
      return matcherBesideFields(name, at: entry.keyPlace)
    }
    let operators = MatcherOperator.allCases.filter { $0.subject == matchers }.map(\.rawValue)
    let near = suggestion(for: entry.key, among: names + operators)
    let unspaced = entry.lacksSpace
    let path = entry.key.split(separator: ".").map { String($0) }
    let nested = path.dropFirst().reversed().reduce("…") { "{ \($1): \($0) }" }
    let isPath = path.count > 1 && names.contains(path[0])
    // Steps have their fields there.
    let isWith = entry.key == "with" && entry.value.entries != nil
    let home =
      isWith
      ? "write the fields themselves, without 'with:'"
      : home.map { "it is a field of '\($0)': write '\($0): { \(entry.key): … }'" }
    return Diagnostic(
      .unknownName, "unknown field '\(short(entry.key))' of \(what)", at: entry.keyPlace,
      proposal: unspaced
        ? "missing space after ':'"
        : isPath ? "write '\(path[0]): \(nested)'" : home ?? "",
      meant: unspaced || isPath || home != nil ? nil : near,
      notes: [
        names.isEmpty ? "it has no fields" : "known fields: \(names.joined(separator: ", "))"
      ] + invisibleNote(entry.key))
  }

  /// A matcher in a map that has fields too.
  static func matcherBesideFields(_ name: MatcherOperator, at place: Place) -> Diagnostic {
    Diagnostic(
      .wrongShape, "'\(name.rawValue)' stands beside fields, and nothing may stand beside it",
      at: place,
      proposal: name == .exactly
        ? "move the fields into it: { exactly: { … } }"
        : "write the fields, or '{ \(name.rawValue): … }' alone")
  }

  /// Keys or fields that have to be written and are not; `proposal` says how all of them would be.
  static func missingKeys(
    _ keys: [String], in what: String, at place: Place, _ proposal: String? = nil
  ) -> Diagnostic {
    let names = keys.map { "'\($0)'" }
    let isFew = keys.count <= 4
    let subject =
      isFew ? "\(listed(names)) \(keys.count == 1 ? "is" : "are")" : "\(keys.count) fields are"
    let added = keys.prefix(4).map { "'\($0):'" }.joined(separator: ", ")
    return Diagnostic(
      .missingKey, "\(subject) missing in \(what)", at: place,
      proposal: proposal ?? "add \(added)\(isFew ? "" : ", …")",
      notes: isFew ? [] : ["missing: \(keys.joined(separator: ", "))"])
  }

  static func wrongShape(_ node: YAMLNode, expected: String) -> Diagnostic {
    if let mistake = node.missingSpace { return mistake }
    let found =
      switch node.content {
      case .scalar(let text, .single), .scalar(let text, .double):
        "\"\(short(text))\" in quotes is text, which cannot stand here"
      case .scalar(let text, _):
        node.isBlank ? "nothing is written here" : "'\(short(text))' cannot stand here"
      case .list(let elements): "\(elements.isEmpty ? "an empty" : "a") list cannot stand here"
      case .map: "a map cannot stand here"
      }
    return Diagnostic(.wrongShape, found, at: node.place, proposal: expected)
  }

  /// The unquoted word null where no null may stand; a cell of examples cannot be left out.
  static func noNull(_ node: YAMLNode, isCell: Bool) -> Diagnostic {
    let text = node.text ?? ""
    return Diagnostic(
      .wrongType, "'\(text)' is null, and there is no null \(isCell ? "where it goes" : "here")",
      at: node.place,
      proposal: "write \"\(text)\" with quotes for the text\(isCell ? "" : ", or leave it out")")
  }

  /// An operator that can be held against nothing of the type that is matched.
  static func misplacedOperator(
    _ name: MatcherOperator, at place: Place, of what: String, _ schema: Schema
  ) -> Diagnostic {
    let others = schema.operators.map(\.rawValue).joined(separator: ", ")
    return Diagnostic(
      .wrongShape, "'\(name.rawValue)' is for \(name.subject.rawValue)", at: place,
      proposal: "\(what) is \(schema.phrase)", notes: ["these fit here: \(others)"])
  }

  /// The word none where a value that may be absent is matched.
  static func noneForAbsent(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(.wrongType, "'none' is no value here", at: node.place, meant: "absent")
  }

  static func notADuration(_ node: YAMLNode) -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "a duration, such as 90s or 1m30s")
    }
    var proposal = "write a number and a unit, such as 90s or 1m30s"
    var note = "units are d, h, m, s and ms, largest first, as in 1d10h7m"
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let first = Int64(parts[0]), let second = Int64(parts[1]) {
      proposal = "write '\(first)m\(second)s' or '\(first)h\(second)m'"
      note =
        "YAML 1.1 readers turn an unquoted 1:30 into the number 90, so clock notation is refused"
    } else if Int64(text) != nil {
      proposal = "add a unit: '\(text)s', '\(text)m', '\(text)ms'"
    } else if let short = shortUnits(text) {
      proposal = "write '\(short)'"
    } else if isTooLong(text) {
      return Diagnostic(
        .notADuration, "'\(short(text))' is too long for a duration", at: node.place,
        proposal: "the longest is \(TimeSpan(milliseconds: .max).text)")
    }
    return Diagnostic(
      .notADuration, "'\(short(text))' is not a duration", at: node.place, proposal: proposal,
      notes: [note])
  }

  /// The duration whose unit is written as a word, such as `1m` for `1 min`.
  private static func shortUnits(_ text: String) -> String? {
    let number = text.prefix { $0.isNumber }
    let word = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    guard word.allSatisfy(\.isLetter) else { return nil }
    let units = [("milli", "ms"), ("sec", "s"), ("min", "m"), ("hour", "h"), ("day", "d")]
    let unit = units.first { word.hasPrefix($0.0) }?.1 ?? word
    return TimeSpan(text: number + unit)?.text
  }

  /// Whether a duration is written there but for the size of its numbers.
  private static func isTooLong(_ text: String) -> Bool {
    var digitsOnce = ""
    for character in text where !(character.isNumber && digitsOnce.last?.isNumber == true) {
      digitsOnce.append(character)
    }
    return TimeSpan(text: digitsOnce) != nil
  }

  /// `sentence` says what the number is, where it is a field's.
  static func notANumber(_ node: YAMLNode, _ sentence: String = "") -> Diagnostic {
    guard let text = node.text, !node.isBlank else {
      return wrongShape(node, expected: "a whole number")
    }
    if let span = TimeSpan(text: text) {
      let isSeconds = sentence.lowercased().contains("seconds")
      return Diagnostic(
        .wrongType, "'\(short(text))' is a duration, and a whole number has to stand here",
        at: node.place,
        proposal: isSeconds
          ? "write \(span.milliseconds / 1000), in seconds" : "write digits without a unit")
    }
    if isJSONInteger(text), Int64(text) == nil {
      return Diagnostic(
        .wrongType, "'\(short(text))' does not fit into 64 bits", at: node.place,
        proposal: "write one of at most \(Int64.max)")
    }
    return Diagnostic(
      .wrongType, "'\(short(text))' is not a whole number", at: node.place,
      proposal: node.isQuoted && isJSONInteger(text) ? "remove the quotes" : "write digits")
  }

  /// `least` is the smallest value that can stand here, as it is written.
  static func tooSmall(_ node: YAMLNode, least: String) -> Diagnostic {
    Diagnostic(
      .wrongType, "\(shown(node)) is too small", at: node.place,
      proposal: "write \(least) or more")
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
    let near = suggestion(for: text, among: names)
    return Diagnostic(
      .wrongType, "'\(short(text))' is not one of the names that may stand here", at: node.place,
      meant: near, notes: ["one of: \(names.joined(separator: ", "))"])
  }
}

extension YAMLNode {
  fileprivate var isQuoted: Bool {
    if case .scalar(_, let style) = content { style != .plain } else { false }
  }
}
