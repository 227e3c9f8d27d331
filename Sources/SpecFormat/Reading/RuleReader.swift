import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// Reads the sentences of `always` and compiles them to rules.
struct RuleReader<S: System> {
  typealias Pattern = RecordPattern<S.Machine>

  let context: ReadingContext<S>

  private var findings: Findings { context.findings }

  /// The key that a sentence begins with, and the keys that may stand beside it.
  private static var forms: [(lead: String, others: [String])] {
    [
      ("never", ["before", "after"]),
      ("gap_between", ["at_least", "at_most", "never_shrinks"]),
      ("whenever", ["then", "within", "same", "not", "for"]),
      ("requires", ["before"]),
      ("count", ["is"]),
      ("at_most", ["of", "in_any"]),
    ]
  }

  func rules(_ node: YAMLNode) -> [PlacedRule<S.Machine>] {
    guard let elements = node.elements else {
      findings.add(.wrongShape(node, expected: "a list of rules, each beginning with '- '"))
      return []
    }
    return elements.compactMap(rule)
  }

  private func rule(_ node: YAMLNode) -> PlacedRule<S.Machine>? {
    let leads = Self.forms.map(\.lead)
    guard let form = Self.forms.first(where: { node[$0.lead] != nil }) else {
      if node.entries == nil {
        findings.add(.wrongShape(node, expected: "a rule is a map, such as 'never: …'"))
      } else {
        reportNoLead(node, leads)
      }
      return nil
    }
    let allowed = ["id", "on", "covers", "note", form.lead] + form.others
    let what = "a '\(form.lead)' rule"
    guard let keys = Keys(node, what, allowed: allowed, findings),
      let (sentence, bound) = sentence(form.lead, keys)
    else { return nil }
    let words = ([form.lead] + form.others).compactMap { name in
      keys[name].map { "\(name): \(shown($0))" }
    }
    return PlacedRule(
      id: keys["id"]?.text, text: words.joined(separator: ", "),
      place: keys.entry(form.lead)?.keyPlace ?? node.place, boundPlace: bound?.place,
      rule: Rule(sentence, scope: scope(keys["on"])))
  }

  private func reportNoLead(_ node: YAMLNode, _ leads: [String]) {
    let all = Self.forms.flatMap { [$0.lead] + $0.others } + ["id", "on", "note"]
    let strange = node.entries?.first { !all.contains($0.key) }
    findings.add(
      strange.map { .unknownKey($0, in: "a rule", allowed: leads) }
        ?? Diagnostic(
          .missingKey, "this is none of the sentences that a rule may say", at: node.place,
          notes: ["a rule begins with one of: \(leads.joined(separator: ", "))"]))
  }

  private func scope(_ node: YAMLNode?) -> RuleScope {
    guard let node else { return .eachDevice }
    if node.isWord("all") { return .all }
    return .party(context.device(node, neededBy: node.place, "the rule"))
  }

  private func sentence(
    _ lead: String, _ keys: Keys
  ) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    switch lead {
    case "never": never(keys)
    case "gap_between": gap(keys)
    case "whenever": whenever(keys)
    case "requires": requires(keys)
    case "count": count(keys)
    default: atMost(keys)
    }
  }

  private func never(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let pattern = pattern(keys["never"]) else { return nil }
    return (
      .never(pattern, before: self.pattern(keys["before"]), after: self.pattern(keys["after"])),
      nil
    )
  }

  private func atMost(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let limit = keys["at_most"].flatMap(limit),
      let of = keys.required("of", findings), let pattern = pattern(of),
      let window = keys.required("in_any", findings), let span = window.span(findings)
    else { return nil }
    return (.atMost(Int(limit), of: pattern, inAny: span), window)
  }

  private func limit(_ node: YAMLNode) -> Int64? {
    guard let number = node.integer(findings) else { return nil }
    if number >= 0 { return number }
    findings.add(
      Diagnostic(
        .wrongType, "nothing happens \(number) times", at: node.place, proposal: "write 0 or more"))
    return nil
  }

  private func gap(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let pattern = pattern(keys["gap_between"]) else { return nil }
    let low = keys["at_least"]
    let high = keys["at_most"]
    let shrink = keys["never_shrinks"]
    guard let bound = low ?? high ?? shrink else {
      findings.add(
        .missingKey("at_least", in: "a 'gap_between' rule, or another bound", at: keys.place))
      return nil
    }
    return (
      .gapBetween(
        pattern, atLeast: low?.span(findings), atMost: high?.span(findings),
        neverShrinks: shrink?.boolean(findings) ?? false), bound
    )
  }

  private func whenever(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let first = pattern(keys["whenever"]) else { return nil }
    let form = keys["not"] == nil ? ["then", "within", "same"] : ["not", "for"]
    let other = keys["not"] == nil ? ["for"] : ["then", "within", "same"]
    for name in other {
      guard let entry = keys.entry(name) else { continue }
      findings.add(
        Diagnostic(
          .wrongShape, "'\(name)' does not go with '\(form[0])'", at: entry.keyPlace,
          proposal: "this sentence is: whenever, \(form.joined(separator: ", "))"))
    }
    if let not = keys["not"] {
      guard let second = pattern(not), let window = keys.required("for", findings),
        let span = window.span(findings)
      else { return nil }
      return (.wheneverNot(first, not: second, lasting: span), window)
    }
    guard let then = keys.required("then", findings), let second = pattern(then),
      let window = keys.required("within", findings), let span = window.span(findings)
    else { return nil }
    let same = keys["same"].flatMap { self.same($0, whenever: keys["whenever"], then: then) }
    return (.whenever(first, then: second, within: span, same: same), window)
  }

  /// A field that both sides have; a path into one of their values begins with it.
  private func same(_ node: YAMLNode, whenever first: YAMLNode?, then second: YAMLNode) -> String? {
    guard let path = node.plainText(findings, "the name of a field") else { return nil }
    let name = String(path.prefix { $0 != "." })
    for side in [first, second].compactMap({ $0 }) {
      let pattern = side.text ?? side.entries?.first?.key ?? ""
      let system = context.system
      guard let schema = system.effects.schema(pattern) ?? system.events.schema(pattern) else {
        continue
      }
      let fields = schema.fields.map(\.name)
      if fields.contains(name) { continue }
      findings.add(.unknownName(name, "field of \(pattern)", at: node.place, among: fields))
    }
    return path
  }

  private func requires(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let first = pattern(keys["requires"]), let before = keys.required("before", findings),
      let second = pattern(before)
    else { return nil }
    return (.requires(first, before: second), nil)
  }

  private func count(_ keys: Keys) -> (Sentence<S.Machine>, bound: YAMLNode?)? {
    guard let pattern = pattern(keys["count"]), let number = keys.required("is", findings) else {
      return nil
    }
    let matcher = context.matchers.matcher(number, .integer, of: "the count")
    let matching = Matching(start: context.start)
    return (
      .count(pattern) { matching.matches(matcher, .integer(Int64($0))) }, number
    )
  }

  /// An event or effect by name, or a map of one name to the fields that it must have.
  private func pattern(_ node: YAMLNode?) -> Pattern? {
    guard let node else { return nil }
    if let name = node.text, !node.isBlank {
      return schema(name, node.place).map { _ in Pattern(name) }
    }
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      findings.add(
        .wrongShape(node, expected: "an event or effect, or one name with its fields below it"))
      return nil
    }
    guard let schema = schema(entry.key, entry.keyPlace) else { return nil }
    let matcher = context.matchers.fields(entry.value, schema)
    let matching = Matching(start: context.start)
    return Pattern(entry.key) { record in matching.matches(matcher, record.fields) }
  }

  private func schema(_ name: String, _ place: Place) -> CaseSchema? {
    let system = context.system
    if let schema = system.effects.schema(name) ?? system.events.schema(name) { return schema }
    let names = system.effects.names + system.events.names
    findings.add(.unknownName(name, "event or effect", at: place, among: names))
    return nil
  }
}
