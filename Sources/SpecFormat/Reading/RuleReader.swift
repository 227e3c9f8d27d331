import Diagnostics
import EventSourcing
import Rules
import YAML

/// Reads the sentences of `always` and compiles them to rules.
struct RuleReader {
  struct Said {
    var sentence: Sentence
    var bound: YAMLNode?
    /// The record that it asks for, to be compared with what came instead.
    var sought: SoughtRecord?
    /// The pattern that puts it to the test, as `Sentence.trigger` has it.
    var awaited: YAMLNode?
  }

  let context: ReadingContext
  /// The parties that the rule at hand is about.
  private var scope = RuleScope.eachDevice

  init(context: ReadingContext) { self.context = context }

  var findings: Findings { context.findings }

  func rules(_ node: YAMLNode) -> [PlacedRule] {
    let elements = node.list(findings, "a list of rules, each beginning with '- '") ?? []
    findings.checkIDs(of: elements, under: RuleKey.id)
    return context.expanded(elements).compactMap(rule)
  }

  private func rule(_ node: YAMLNode) -> PlacedRule? {
    guard let entries = node.map(findings, "a rule is a map, such as 'never: …'") else {
      return nil
    }
    let names = entries.map(\.key)
    let sentence = Form.sentences.first { $0.marks.allSatisfy(names.contains) }
    guard let sentence else {
      reportNoSentence(node, entries)
      return nil
    }
    let node = withoutOtherSentences(node, entries, sentence)
    guard let keys = Keys<RuleKey>(node, as: sentence, findings) else { return nil }
    var reader = self
    reader.scope = scope(keys[.on])
    guard let said = reader.said(sentence, node) else { return nil }
    _ = keys[.note]?.plainText(findings)
    let covers = keys[.covers].map(context.covers) ?? []
    let place = entries.first { sentence.marks.contains($0.key) }?.keyPlace ?? node.place
    let shownKeys = sentence.sentenceKeys + [RuleKey.per, .on].map(\.rawValue)
    let words = shownKeys.compactMap { name in
      node[name].map { "\(name): \(shown($0))" }
    }
    return PlacedRule(
      id: keys[.id].flatMap { $0.plainText(findings) }, text: words.joined(separator: ", "),
      place: place.file == node.place.file ? place : node.place, sentencePlace: place,
      boundPlace: said.bound?.place, sought: said.sought, awaited: said.awaited.map(shown),
      covers: covers.map(\.text), readings: readings(keys[.readings]),
      rule: Rule(
        said.sentence, scope: reader.scope,
        per: keys[.per].flatMap { reader.field($0, of: said.sentence.patterns.map(\.name)) }))
  }

  private func readings(_ node: YAMLNode?) -> [String] {
    guard let names = node?.texts(findings, "a list of readings") else { return [] }
    let known = context.system.readings.map(\.name) + ["profile"]
    for name in names where !known.contains(name.text) {
      findings.add(.unknownName(name.text, "reading", at: name.place, among: known))
    }
    return names.map(\.text)
  }

  private func reportNoSentence(_ node: YAMLNode, _ entries: [YAMLEntry]) {
    let leads = Form.sentences.compactMap(\.marks.first).eachOnce() + [UsedRulesKey.use.rawValue]
    let unknown = entries.first { !isSentenceKey($0) && RuleKey(rawValue: $0.key) == nil }
    if let unknown {
      findings.add(.unknownKey(unknown, in: "a rule", allowed: leads))
    } else {
      findings.add(
        .missingKey, "this is none of the sentences that a rule may say", at: node.place,
        notes: ["a rule begins with one of: \(leads.joined(separator: ", "))"])
    }
  }

  private func isSentenceKey(_ entry: YAMLEntry) -> Bool {
    Form.sentences.contains { $0.sentenceKeys.contains(entry.key) }
  }

  /// The rule without the keys of other sentences, each of which is a finding.
  private func withoutOtherSentences(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ sentence: Form
  ) -> YAMLNode {
    let own = sentence.sentenceKeys
    let others = entries.filter { !own.contains($0.key) && isSentenceKey($0) }
    if others.isEmpty { return node }
    for entry in others {
      findings.add(
        .wrongShape, "'\(entry.key)' does not belong to this sentence", at: entry.keyPlace,
        proposal: "the keys of this sentence are: \(own.joined(separator: ", "))")
    }
    let rest = entries.filter { entry in !others.contains { $0.key == entry.key } }
    return node.holding(.map(rest))
  }

  private func scope(_ node: YAMLNode?) -> RuleScope {
    guard let node else { return .eachDevice }
    if node.word(of: ScopeWord.self) == .all { return .all }
    // What a rule about an unknown party names is not held against it too.
    return context.party(ofRule: node).map { .party($0) } ?? .all
  }

  private func said(_ sentence: Form, _ node: YAMLNode) -> Said? {
    switch sentence {
    case .never: never(node)
    case .gapBetween: gap(node)
    case .whenever: whenever(node)
    case .wheneverNot: wheneverNot(node)
    case .requires: requires(node)
    case .count: count(node)
    case .atMost: atMost(node)
    case .latest: latest(node)
    default: nil
    }
  }

  private func never(_ node: YAMLNode) -> Said? {
    let (before, after) = (node[NeverKey.before], node[NeverKey.after])
    guard let pattern = pattern(node[NeverKey.never]) else { return nil }
    return Said(
      sentence: .never(pattern, before: self.pattern(before), after: self.pattern(after)),
      awaited: after ?? before)
  }

  private func atMost(_ node: YAMLNode) -> Said? {
    let limit = node[AtMostKey.atMost]?.integer(atLeast: 0, findings)
    let pattern = pattern(node[AtMostKey.of])
    let window = node[AtMostKey.inAny]
    guard let limit, let pattern, let span = window.flatMap({ length($0) }) else { return nil }
    return Said(
      sentence: .atMost(Int(limit), of: pattern, inAny: span), bound: window,
      awaited: node[AtMostKey.of])
  }

  private func gap(_ node: YAMLNode) -> Said? {
    guard let pattern = pattern(node[GapBetweenKey.gapBetween]) else { return nil }
    let (low, high) = (node[GapBetweenKey.atLeast], node[GapBetweenKey.atMost])
    let (shrink, grow) = (node[GapBetweenKey.neverShrinks], node[GapBetweenKey.grows])
    let anewAfter = patterns(node[GapBetweenKey.anewAfter])
    let upTo = node[GapBetweenKey.upTo].flatMap { length($0) }
    let before = findings.count
    let trend: GapTrend? =
      grow?.boolean(findings) == true
      ? .grows : shrink?.boolean(findings) == true ? .neverShrinks : nil
    // One that is false asks for nothing.
    let asked = trend != nil || findings.count > before ? shrink ?? grow : nil
    guard let bound = low ?? high ?? asked else {
      findings.addMissing(
        GapBetweenKey.atLeast, in: "a 'gap_between' rule, or another bound",
        at: node.entries?.first?.keyPlace ?? node.place)
      return nil
    }
    let (atLeast, atMost) = (low.flatMap { length($0) }, high.flatMap { length($0, from: .zero) })
    checkBounds(low, atLeast, atMost)
    return Said(
      sentence: .gapBetween(
        pattern, atLeast: atLeast, atMost: atMost, trend: trend, upTo: upTo, anewAfter: anewAfter),
      bound: bound, awaited: node[GapBetweenKey.gapBetween])
  }

  private func whenever(_ node: YAMLNode) -> Said? {
    let (start, end) = (node[WheneverKey.whenever], node[WheneverKey.then])
    let first = pattern(start)
    let second = end.flatMap(sought)
    let (low, window) = (node[WheneverKey.atLeast], node[WheneverKey.within])
    let atLeast = low.flatMap { length($0, from: .zero) }
    let same = node[WheneverKey.same].flatMap { field($0, of: names([start, end])) }
    guard let first, let second, let span = window.flatMap({ length($0, from: .zero) }) else {
      return nil
    }
    checkBounds(low, atLeast, span)
    return Said(
      sentence: .whenever(
        first, then: context.pattern(second), atLeast: atLeast, within: span, same: same),
      bound: window, sought: second, awaited: start)
  }

  /// Refuses bounds between which no time lies.
  private func checkBounds(_ low: YAMLNode?, _ atLeast: TimeSpan?, _ atMost: TimeSpan?) {
    guard let low, let atLeast, let atMost, atLeast > atMost else { return }
    findings.add(
      .wrongType, "no time is at least \(atLeast.text) and at most \(atMost.text)", at: low.place,
      proposal: "write \(atMost.text) or less")
  }

  private func wheneverNot(_ node: YAMLNode) -> Said? {
    let (start, end) = (node[WheneverNotKey.whenever], node[WheneverNotKey.not])
    let (first, second) = (pattern(start), pattern(end))
    let window = node[WheneverNotKey.lasting]
    let until = patterns(node[WheneverNotKey.until])
    let same = node[WheneverNotKey.same].flatMap { field($0, of: names([start, end])) }
    if window == nil, until.isEmpty {
      findings.addMissing(
        WheneverNotKey.lasting, in: "a 'whenever' rule with 'not', or 'until'",
        at: node.entries?.first?.keyPlace ?? node.place)
    }
    guard let first, let second else { return nil }
    return Said(
      sentence: .wheneverNot(
        first, not: second, lasting: window.flatMap { length($0) }, until: until, same: same),
      bound: window, awaited: start)
  }

  private func requires(_ node: YAMLNode) -> Said? {
    let first = node[RequiresKey.requires].flatMap(sought)
    let second = pattern(node[RequiresKey.before])
    guard let first, let second else { return nil }
    return Said(
      sentence: .requires(context.pattern(first), before: second), sought: first,
      awaited: node[RequiresKey.before])
  }

  private func latest(_ node: YAMLNode) -> Said? {
    let (each, source) = (node[LatestKey.each], node[LatestKey.fromLatest])
    let carries = node[LatestKey.carries].flatMap { field($0, of: names([each])) }
    let value = node[LatestKey.field].flatMap { field($0, of: names([source])) }
    guard let first = pattern(each), let second = pattern(source), let carries, let value else {
      return nil
    }
    return Said(
      sentence: .latest(first, carries: carries, from: second, field: value), awaited: each)
  }

  /// The names of the records that these patterns pick.
  private func names(_ nodes: [YAMLNode?]) -> [String] {
    nodes.compactMap { node in node.flatMap { $0.text ?? $0.entries?.first?.key } }
  }

  /// The length of a window: a shorter one than `least` has nothing in it, whatever happens.
  func length(_ node: YAMLNode, from least: TimeSpan = .milliseconds(1)) -> TimeSpan? {
    guard let span = node.span(findings) else { return nil }
    if span < least {
      findings.add(
        .wrongType, "no run could break a rule with this bound", at: node.place,
        proposal: "write \(least == .zero ? "0s" : "1ms") or more")
    }
    return span
  }

  /// A field that records of all these names have; a path into one of their values begins with it.
  private func field(_ node: YAMLNode, of records: [String]) -> String? {
    guard let path = node.plainText(findings, "the name of a field") else { return nil }
    let name = String(path.prefix { $0 != "." })
    for record in records {
      guard let schema = context.system.schema(ofRecord: record) else { continue }
      let fields = schema.fields.map(\.name)
      if fields.contains(name) { continue }
      findings.add(.unknownField(name, of: record, at: node.place, among: fields))
    }
    return path
  }

  func sought(_ node: YAMLNode) -> SoughtRecord? {
    context.sought(node) { name in
      context.checkRecords(of: scope, include: name.text, at: name.place)
    }
  }

  func patterns(_ node: YAMLNode?) -> [RecordPattern] {
    let elements = node?.list(findings, "a list of events or effects, such as [app_launched]")
    return (elements ?? []).compactMap { pattern($0) }
  }

  func pattern(_ node: YAMLNode?) -> RecordPattern? {
    node.flatMap(sought).map(context.pattern)
  }
}
