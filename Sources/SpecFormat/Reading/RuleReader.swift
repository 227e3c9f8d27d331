import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// Reads the sentences of `always` and compiles them to rules.
struct RuleReader {
  /// What a rule says, and where its bound is written.
  private typealias Said = (sentence: Sentence, bound: YAMLNode?)

  let context: ReadingContext
  /// The parties that the rule at hand is about.
  private var scope = RuleScope.eachDevice

  init(context: ReadingContext) { self.context = context }

  private var findings: Findings { context.findings }

  func rules(_ node: YAMLNode) -> [PlacedRule] {
    guard let elements = node.elements else {
      findings.add(.wrongShape(node, expected: "a list of rules, each beginning with '- '"))
      return []
    }
    return elements.compactMap(rule)
  }

  private func rule(_ node: YAMLNode) -> PlacedRule? {
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "a rule is a map, such as 'never: …'"))
      return nil
    }
    guard let sentence = RuleSentence.allCases.first(where: { isMarked($0, in: entries) }) else {
      reportNoSentence(node, entries)
      return nil
    }
    let node = withoutOtherSentences(node, entries, sentence)
    guard let keys = Keys<RuleKey>(node, as: sentence.form, findings) else { return nil }
    var reader = self
    reader.scope = scope(keys[.on])
    guard let said = reader.said(sentence, node) else { return nil }
    _ = keys[.note]?.plainText(findings)
    let covers = keys[.covers].map(context.covers) ?? []
    let words = sentence.keys.compactMap { name in
      node[name].map { "\(name): \(shown($0))" }
    }
    return PlacedRule(
      id: keys[.id].flatMap { $0.plainText(findings) }, text: words.joined(separator: ", "),
      place: entries.first { sentence.marks.contains($0.key) }?.keyPlace ?? node.place,
      boundPlace: said.bound?.place, sought: reader.sought(sentence, node),
      awaited: reader.awaited(sentence, node).map(shown), covers: covers.map(\.text),
      rule: Rule(said.sentence, scope: reader.scope))
  }

  /// The pattern that puts the sentence to the test, as `Sentence.trigger` has it.
  private func awaited(_ sentence: RuleSentence, _ node: YAMLNode) -> YAMLNode? {
    switch sentence {
    case .never: node[NeverKey.after] ?? node[NeverKey.before]
    case .gapBetween: node[GapBetweenKey.gapBetween]
    case .whenever: node[WheneverKey.whenever]
    case .wheneverNot: node[WheneverNotKey.whenever]
    case .requires: node[RequiresKey.before]
    case .atMost: node[AtMostKey.of]
    case .count: nil
    }
  }

  /// What the sentence asks for, to be compared with what came instead.
  private func sought(_ sentence: RuleSentence, _ node: YAMLNode) -> SoughtRecord? {
    let pattern: YAMLNode?
    switch sentence {
    case .whenever: pattern = node[WheneverKey.then]
    case .requires: pattern = node[RequiresKey.requires]
    case .count: pattern = node[CountKey.count]
    case .never, .gapBetween, .wheneverNot, .atMost: pattern = nil
    }
    guard let pattern else { return nil }
    if let name = pattern.text { return SoughtRecord(name: name, fields: nil) }
    guard let entry = pattern.entries?.first, let schema = schema(entry.key, entry.keyPlace) else {
      return nil
    }
    return SoughtRecord(
      name: entry.key, fields: context.matchers.fields(entry.value, schema))
  }

  private func reportNoSentence(_ node: YAMLNode, _ entries: [YAMLEntry]) {
    var leads: [String] = []
    for lead in RuleSentence.allCases.compactMap(\.marks.first) where !leads.contains(lead) {
      leads.append(lead)
    }
    let unknown = entries.first { !isSentenceKey($0) && RuleKey(rawValue: $0.key) == nil }
    if let unknown {
      findings.add(.unknownKey(unknown, in: "a rule", allowed: leads))
    } else {
      findings.add(
        Diagnostic(
          .missingKey, "this is none of the sentences that a rule may say", at: node.place,
          notes: ["a rule begins with one of: \(leads.joined(separator: ", "))"]))
    }
  }

  private func isSentenceKey(_ entry: YAMLEntry) -> Bool {
    RuleSentence.allCases.contains { $0.keys.contains(entry.key) }
  }

  private func isMarked(_ sentence: RuleSentence, in entries: [YAMLEntry]) -> Bool {
    sentence.marks.allSatisfy { mark in entries.contains { $0.key == mark } }
  }

  /// The rule without the keys of other sentences, each of which is a finding.
  private func withoutOtherSentences(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ sentence: RuleSentence
  ) -> YAMLNode {
    let own = sentence.keys
    let others = entries.filter { !own.contains($0.key) && isSentenceKey($0) }
    if others.isEmpty { return node }
    for entry in others {
      findings.add(
        Diagnostic(
          .wrongShape, "'\(entry.key)' does not belong to this sentence", at: entry.keyPlace,
          proposal: "this sentence is: \(own.joined(separator: ", "))"))
    }
    let rest = entries.filter { entry in !others.contains { $0.key == entry.key } }
    return YAMLNode(.map(rest), at: node.place, lastLine: node.lastLine)
  }

  private func scope(_ node: YAMLNode?) -> RuleScope {
    guard let node else { return .eachDevice }
    if node.word(of: ScopeWord.self) == .all { return .all }
    // What a rule about an unknown party names is not held against it too.
    return context.party(ofRule: node).map { .party($0) } ?? .all
  }

  private func said(_ sentence: RuleSentence, _ node: YAMLNode) -> Said? {
    switch sentence {
    case .never: never(Keys(node, findings))
    case .gapBetween: gap(Keys(node, findings))
    case .whenever: whenever(Keys(node, findings))
    case .wheneverNot: wheneverNot(Keys(node, findings))
    case .requires: requires(Keys(node, findings))
    case .count: count(Keys(node, findings))
    case .atMost: atMost(Keys(node, findings))
    }
  }

  private func never(_ keys: Keys<NeverKey>?) -> Said? {
    guard let pattern = pattern(keys?[.never]) else { return nil }
    return (
      .never(pattern, before: self.pattern(keys?[.before]), after: self.pattern(keys?[.after])), nil
    )
  }

  private func atMost(_ keys: Keys<AtMostKey>?) -> Said? {
    let limit = keys?[.atMost]?.integer(atLeast: 0, findings)
    let pattern = pattern(keys?[.of])
    let window = keys?[.inAny]
    guard let limit, let pattern, let span = window.flatMap({ length($0) }) else { return nil }
    return (.atMost(Int(limit), of: pattern, inAny: span), window)
  }

  private func gap(_ keys: Keys<GapBetweenKey>?) -> Said? {
    guard let keys, let pattern = pattern(keys[.gapBetween]) else { return nil }
    let low = keys[.atLeast]
    let high = keys[.atMost]
    let shrink = keys[.neverShrinks]
    let anewAfter = patterns(keys[.anewAfter])
    let upTo = keys[.upTo].flatMap { length($0) }
    guard let bound = low ?? high ?? shrink else {
      findings.add(
        .missingKey(
          GapBetweenKey.atLeast.rawValue, in: "a 'gap_between' rule, or another bound",
          at: keys.place))
      return nil
    }
    return (
      .gapBetween(
        pattern, atLeast: low.flatMap { length($0) },
        atMost: high.flatMap { length($0, from: .zero) },
        neverShrinks: shrink?.boolean(findings) ?? false, upTo: upTo, anewAfter: anewAfter), bound
    )
  }

  private func whenever(_ keys: Keys<WheneverKey>?) -> Said? {
    let first = pattern(keys?[.whenever])
    let second = pattern(keys?[.then])
    let window = keys?[.within]
    let same = keys?[.same].flatMap { self.same($0, keys?[.whenever], keys?[.then]) }
    guard let first, let second, let span = window.flatMap({ length($0, from: .zero) }) else {
      return nil
    }
    return (.whenever(first, then: second, within: span, same: same), window)
  }

  private func wheneverNot(_ keys: Keys<WheneverNotKey>?) -> Said? {
    let first = pattern(keys?[.whenever])
    let second = pattern(keys?[.not])
    let window = keys?[.lasting]
    let until = patterns(keys?[.until])
    let same = keys?[.same].flatMap { self.same($0, keys?[.whenever], keys?[.not]) }
    guard let first, let second, let span = window.flatMap({ length($0) }) else { return nil }
    return (.wheneverNot(first, not: second, lasting: span, until: until, same: same), window)
  }

  private func requires(_ keys: Keys<RequiresKey>?) -> Said? {
    let first = pattern(keys?[.requires])
    let second = pattern(keys?[.before])
    guard let first, let second else { return nil }
    return (.requires(first, before: second), nil)
  }

  private func count(_ keys: Keys<CountKey>?) -> Said? {
    guard let pattern = pattern(keys?[.count]), let number = keys?[.number] else { return nil }
    let matcher = context.matchers.matcher(number, .integer, of: "the count")
    let matching = Matching(start: context.start)
    return (.count(pattern) { matching.matches(matcher, .integer(Int64($0))) }, number)
  }

  /// The length of a window: a shorter one than `least` has nothing in it, whatever happens.
  private func length(_ node: YAMLNode, from least: TimeSpan = .milliseconds(1)) -> TimeSpan? {
    guard let span = node.span(findings) else { return nil }
    if span < least {
      findings.add(
        Diagnostic(
          .wrongType, "no run could break a rule with this bound", at: node.place,
          proposal: "write \(least == .zero ? "0s" : "1ms") or more"))
    }
    return span
  }

  /// A field that both sides have; a path into one of their values begins with it.
  private func same(_ node: YAMLNode, _ first: YAMLNode?, _ second: YAMLNode?) -> String? {
    guard let path = node.plainText(findings, "the name of a field") else { return nil }
    let name = String(path.prefix { $0 != "." })
    for side in [first, second].compactMap({ $0 }) {
      let record = side.text ?? side.entries?.first?.key ?? ""
      let system = context.system
      guard let schema = system.effects.schema(record) ?? system.events.schema(record) else {
        continue
      }
      let fields = schema.fields.map(\.name)
      if fields.contains(name) { continue }
      findings.add(.unknownName(name, "field of \(record)", at: node.place, among: fields))
    }
    return path
  }

  private func patterns(_ node: YAMLNode?) -> [RecordPattern] {
    guard let node else { return [] }
    guard let elements = node.elements else {
      findings.add(
        .wrongShape(node, expected: "a list of events or effects, such as [app_launched]"))
      return []
    }
    return elements.compactMap { pattern($0) }
  }

  /// An event or effect by name, or a map of one name to the fields that it must have.
  private func pattern(_ node: YAMLNode?) -> RecordPattern? {
    guard let node else { return nil }
    if let name = node.text, !node.isBlank {
      return schema(name, node.place).map { _ in RecordPattern(name) }
    }
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      let system = context.system
      findings.add(
        Diagnostic.besideName(node.entries ?? []) {
          system.effects.schema($0) ?? system.events.schema($0)
        }
          ?? .wrongShape(
            node, expected: "an event or effect, or one name with its fields below it"))
      return nil
    }
    guard let schema = schema(entry.key, entry.keyPlace) else { return nil }
    let matcher = context.matchers.fields(entry.value, schema)
    let matching = Matching(start: context.start)
    return RecordPattern(entry.key, asking: matcher.asked, looking: matcher.selection) {
      matching.matches(matcher, $0)
    }
  }

  private func schema(_ name: String, _ place: Place) -> CaseSchema? {
    let system = context.system
    if let schema = system.effects.schema(name) ?? system.events.schema(name) {
      context.checkRecords(of: scope, include: name, at: place)
      return schema
    }
    let names = system.effects.names + system.events.names
    findings.add(.unknownName(name, "event or effect", at: place, among: names))
    return nil
  }
}
