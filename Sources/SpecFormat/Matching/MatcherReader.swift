import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Reads matchers, each held to the schema of the value that it will meet: an unknown field or a
/// wrong type is found before anything runs.
struct MatcherReader {
  let findings: Findings
  /// The instant of time zero, for values of type instant.
  let start: Instant
  /// Whether a map must have no other fields than those read, at every depth.
  var isExact = false
  /// Whether whole numbers count something, so that none is below zero.
  var isCount = false

  /// Reads the matcher at `node`; without a schema the type is open.
  func matcher(_ node: YAMLNode, _ schema: Schema?, of what: String) -> Matcher {
    if let word = wordMatcher(node, schema) { return word }
    if let entries = operatorEntries(node, schema) {
      let tests = entries.compactMap { operation($0, schema, what) }
      if tests.count == 1, let only = tests.first { return only }
      checkBounds(tests, at: node.place)
      return Matcher(place: node.place, test: .all(tests))
    }
    return Matcher(place: node.place, test: value(node, schema, what))
  }

  /// Reads fields that an event or effect must have.
  func fields(_ node: YAMLNode, _ schema: CaseSchema) -> Matcher {
    guard node.map(findings, "the fields of \(schema.name), or no ':'") != nil else {
      return Matcher(place: node.place, test: .any)
    }
    if schema.fields.isEmpty {
      // Operators have nothing to be held against.
      return Matcher(place: node.place, test: value(node, .record([]), schema.name))
    }
    return matcher(node, .record(schema.fields), of: schema.name)
  }

  private func wordMatcher(_ node: YAMLNode, _ schema: Schema?) -> Matcher? {
    guard case .scalar(let text, .plain) = node.content else { return nil }
    // A choice may have one of the words among its names; the author then means the name.
    if case .choice(let options) = schema?.bare, options.contains(where: { $0.name == text }) {
      return nil
    }
    if let word = MatcherWord(rawValue: text) {
      return Matcher(place: node.place, test: .word(word))
    }
    guard text == "null", schema?.takesNull ?? true else { return nil }
    return Matcher(place: node.place, test: .equals(.null))
  }

  /// The entries of a map of operators; a record's own fields go first.
  private func operatorEntries(_ node: YAMLNode, _ schema: Schema?) -> [YAMLEntry]? {
    guard let entries = node.entries, !entries.isEmpty,
      entries.allSatisfy({ MatcherOperator.names.contains($0.key) })
    else { return nil }
    if case .record(let fields) = schema?.bare,
      entries.allSatisfy({ entry in fields.contains { $0.name == entry.key } })
    {
      return nil
    }
    return entries
  }

  /// Reports a key that is no operator in a map where only operators may stand; returns whether
  /// there is one.
  private func reportUnknownOperator(_ node: YAMLNode, _ schema: Schema) -> Bool {
    let other = node.entries?.first { !MatcherOperator.names.contains($0.key) }
    guard let other else { return false }
    findings.add(.unknownOperator(other, for: schema))
    return true
  }

  private func value(_ node: YAMLNode, _ schema: Schema?, _ what: String) -> Matcher.Test {
    switch schema?.bare {
    case .record(let fields): return record(node, fields, what)
    case .map(let element): return map(node, element, what)
    case .list(let element): return list(node, element, what)
    case nil: return open(node, what)
    case .integer, .boolean, .text, .personal, .open, .instant, .span, .choice, .nullable:
      if let schema, reportUnknownOperator(node, schema) { return .any }
      if let schema, node.isWord("none"), schema.takesNull, !schema.takesNone {
        findings.add(.noneForAbsent(node))
        return .word(.absent)
      }
      return scalar(node, schema).map { .equals($0) } ?? .any
    }
  }

  private func record(
    _ node: YAMLNode, _ fields: [Schema.Field], _ what: String
  ) -> Matcher.Test {
    guard let entries = node.map(findings, "a map, as '{ name: value }'") else { return .any }
    var tests: [Matcher.FieldTest] = []
    for entry in entries {
      guard let field = fields.first(where: { $0.name == entry.key }) else {
        let home = fields.first { $0.matched.fields.contains { $0.name == entry.key } }
        findings.add(
          .unknownField(
            entry, of: what, names: fields.map(\.name), home: home?.name, matchers: .mapsOrLists))
        continue
      }
      let inner = matcher(entry.value, field.matched, of: member(entry.key, of: what))
      tests.append(.init(name: entry.key, matcher: inner))
    }
    return .fields(tests, exactly: isExact)
  }

  private func map(_ node: YAMLNode, _ element: Schema?, _ what: String) -> Matcher.Test {
    guard let entries = node.map(findings, "a map, as '{ name: value }'") else { return .any }
    // No name of a map has a map for its value where single values are matched.
    let exact = entries.first { $0.key == MatcherOperator.exactly.rawValue }
    if let exact, let element, exact.value.entries != nil, element.fields.isEmpty {
      findings.add(.matcherBesideFields(.exactly, at: exact.keyPlace))
      return .any
    }
    // A map may lack any name, and what is not there looks like null.
    let value = element.map { $0.orNull }
    let tests = entries.map { entry in
      Matcher.FieldTest(
        name: entry.key, matcher: matcher(entry.value, value, of: member(entry.key, of: what)))
    }
    return .fields(tests, exactly: isExact)
  }

  private func list(_ node: YAMLNode, _ element: Schema?, _ what: String) -> Matcher.Test {
    if let element, reportUnknownOperator(node, .list(element)) { return .any }
    let count = node.text.flatMap { Int($0) }
    let matchers =
      count.map { "{ size: \($0) }, if that is how many there are; or a list" }
      ?? "a list, or { contains: […] }, { any_order: […] }, …"
    guard let elements = node.list(findings, matchers) else { return .any }
    return .list(elements.map { matcher($0, element, of: what) })
  }

  private func open(_ node: YAMLNode, _ what: String) -> Matcher.Test {
    switch node.content {
    case .scalar: node.openScalar(findings).map { .equals($0) } ?? .any
    case .list: list(node, nil, what)
    case .map: map(node, nil, what)
    }
  }

  func scalar(_ node: YAMLNode, _ schema: Schema?) -> Value? {
    switch schema?.bare {
    case .integer: return node.integer(atLeast: isCount ? 0 : .min, findings).map { .integer($0) }
    case .boolean: return node.boolean(findings).map { .boolean($0) }
    case .text, .personal: return node.plainText(findings).map { .text($0) }
    case .instant: return node.span(findings).map { .instant(start + $0) }
    case .span: return node.span(findings).map { .span($0) }
    case .choice(let options):
      let names = options.map { $0.name }
      if let text = node.text, names.contains(text) { return .text(text) }
      findings.add(.notAChoice(node, among: names))
      return nil
    case .open: return node.openText(findings).map { .text($0) }
    case .nullable, .list, .map, .record, nil: return node.openScalar(findings)
    }
  }
}

/// Names a member in messages: fields of the state stand for themselves.
func member(_ key: String, of what: String) -> String {
  what == "the state" ? key : "\(what).\(key)"
}

extension Schema {
  var takesNull: Bool {
    if case .nullable = self { true } else { false }
  }

  /// Whether the word none may be a value.
  fileprivate var takesNone: Bool {
    switch bare {
    case .text, .personal, .open, .nullable: true
    case .choice(let options): options.contains { $0.name == "none" }
    case .integer, .boolean, .instant, .span, .list, .map, .record: false
    }
  }

  /// The same type, or null.
  var orNull: Schema { takesNull ? self : .nullable(self) }
}

extension Schema.Field {
  /// The type that the field is matched as: one that is left out looks like one that is null.
  var matched: Schema { presence == .optional ? schema.orNull : schema }
}

/// Reads the operators of matchers.
extension MatcherReader {
  func operation(_ entry: YAMLEntry, _ schema: Schema?, _ what: String) -> Matcher? {
    guard let name = MatcherOperator(rawValue: entry.key) else { return nil }
    let node = entry.value
    if let schema, !schema.operators.contains(name) {
      findings.add(.misplacedOperator(name, at: entry.keyPlace, of: what, schema))
      return Matcher(place: node.place, test: .any)
    }
    return Matcher(place: node.place, test: test(name, node, schema, what))
  }

  private func test(
    _ name: MatcherOperator, _ node: YAMLNode, _ schema: Schema?, _ what: String
  ) -> Matcher.Test {
    var reader = self
    switch name {
    case .exactly:
      reader.isExact = true
      return reader.matcher(node, schema, of: what).test
    case .not:
      // A refused value may have other fields too.
      reader.isExact = false
      return .not(reader.matcher(node, schema, of: what))
    case .size:
      reader.isCount = true
      return .size(reader.matcher(node, .integer, of: what))
    case .matches: return pattern(node)
    case .contains:
      if node.elements?.isEmpty == true {
        findings.add(.wrongShape(node, expected: "write one element or more, as '[a]'"))
      }
      return elements(node, schema, what).map { .contains($0) } ?? .any
    case .anyOrder: return elements(node, schema, what).map { .anyOrder($0) } ?? .any
    case .atLeast: return bound(node, schema).map { .atLeast($0) } ?? .any
    case .atMost: return bound(node, schema).map { .atMost($0) } ?? .any
    case .between: return between(node, schema)
    }
  }

  private func elements(_ node: YAMLNode, _ schema: Schema?, _ what: String) -> [Matcher]? {
    var element: Schema?
    if case .list(let inner) = schema?.bare { element = inner }
    guard let elements = node.list(findings, "a list, as '[a, b]'") else { return nil }
    return elements.map { matcher($0, element, of: what) }
  }

  private func pattern(_ node: YAMLNode) -> Matcher.Test {
    guard let text = node.plainText(findings, "a regular expression in quotes") else { return .any }
    do {
      return .matches(try TextPattern(text))
    } catch {
      let place = node.place(of: error.range)
      let shows = place != nil || error.range.isEmpty
      findings.add(
        .badPattern, "'\(text)' is not a regular expression", at: place ?? node.place,
        proposal: (shows ? "" : "from character \(error.range.lowerBound + 1): ") + error.reason,
        notes: ["help: put a backslash before . * + ? ( ) [ ] { } | ^ $ to mean the character"])
      return .any
    }
  }
}

extension YAMLNode {
  /// The place of a part of a scalar's text; `nil` where escapes or line ends shift it.
  fileprivate func place(of part: Range<Int>) -> Place? {
    guard let text else { return nil }
    let quote = style == .plain ? 0 : 1
    let count = text.unicodeScalars.count
    guard place.endColumn - place.column == count + 2 * quote, !part.isEmpty else { return nil }
    var place = place
    place.column += quote + part.lowerBound
    place.endColumn = place.column + part.count
    return place
  }
}
