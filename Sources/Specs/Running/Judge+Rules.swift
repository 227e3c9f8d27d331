import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// A rule where it is used: a file of rules has several, and is used at several places.
struct UsedRule: Hashable, Sendable {
  let place: Place
  let sentencePlace: Place

  init(_ rule: PlacedRule) { (place, sentencePlace) = (rule.place, rule.sentencePlace) }
}

/// The use of a rule in a run, beside whether it is kept.
struct RuleUse: Equatable, Sendable {
  /// Whether anything happened that the rule speaks about.
  var isExercised = false
  /// A party that the rule is not about, to which that happened.
  var otherParty: String?
  /// The number of records that only have the name of what would put the rule to the test.
  var alike = 0
  /// The reason for which no run of this scenario could break the rule.
  var obstacle: String?
  /// Whether the fields that the rule asks for were there, by `NAME has 'FIELD'`, where there was a
  /// record that could have them.
  var fields: [String: Bool] = [:]
}

extension Judge {
  /// Holds the records of the run against the rules; those before time zero, or before the first
  /// that counts, are history.
  func judgeRules<Machine: Reducer>(
    _ machine: Machine.Type, in log: EventLog<Machine.Event, Machine.Effect>
  ) {
    let rules = scenario.rules
    guard !rules.isEmpty else { return }
    let devices = scenario.given.devices.map(\.name)
    let zero = scenario.given.clock
    var book = RuleBook<Machine>(rules.map(\.rule), devices: devices)
    // A recording shows whether backends took part in it.
    let backends = scenario.system.backends
    let hasBackends =
      scenario.recording == nil
      ? scenario.given.isSimulated : log.records.contains { backends.contains($0.party) }
    let judged = log.records.filter { $0.at >= zero && $0.seq >= first }
    for record in log.records {
      book.observe(record, judged: record.at >= zero && record.seq >= first)
    }
    book.finish(at: end)
    if !isStopped { failures += book.violations.map { .rule($0.rule, $0.violation) } }
    for (index, rule) in rules.enumerated() {
      var use = RuleUse(isExercised: book.exercised(index))
      if !use.isExercised {
        use.otherParty = rule.otherParty(in: judged, devices: devices)
        if use.otherParty == nil, let name = rule.rule.sentence.trigger?.name {
          use.alike = judged.count { $0.name?.isSame(as: name) == true }
        }
      }
      use.obstacle = scenario.obstacle(to: rule, hasBackends: hasBackends, until: end)
      use.fields = rule.fields(in: judged, devices: devices)
      self.rules[UsedRule(rule)] = use
    }
  }
}

extension Scenario {
  /// The reason for which no run of the scenario could break a rule.
  fileprivate func obstacle(
    to rule: PlacedRule, hasBackends: Bool, until end: Instant
  ) -> String? {
    let sentence = rule.rule.sentence
    if !hasBackends {
      if case .party(let party) = rule.rule.scope, system.backends.contains(party) {
        return "'\(party)' is simulated in no scenario"
      }
      let ofBackends = sentence.needed.first { system.parties(recording: $0.name)?.devices != true }
      if let name = ofBackends?.name {
        return "'\(name)' needs simulated backends"
      }
    }
    switch sentence {
    case .gapBetween(_, atLeast: nil, .some(let longest), trend: nil, _, _)
    where longest >= end - given.clock:
      return "the run lasts \((end - given.clock).text): no gap in it is longer"
    case .count(_, _, let accepts):
      return isEveryCount(accepts) ? "every number is right to it" : nil
    case .never, .atMost, .gapBetween, .whenever, .wheneverNot, .requires, .latest: return nil
    }
  }
}

/// Whether every number of times is accepted, tried with small ones and the largest.
func isEveryCount(_ accepts: (Int) -> Bool) -> Bool {
  (0...64).allSatisfy(accepts) && accepts(.max)
}

extension PlacedRule {
  private func isAbout(_ party: String, devices: [String]) -> Bool {
    switch rule.scope {
    case .all: true
    case .party(let own): own == party
    case .eachDevice: devices.contains(party)
    }
  }

  /// The first party, among those that the rule is not about, to which an event happened that puts
  /// the rule to the test.
  fileprivate func otherParty<Event, Effect>(
    in records: [LogRecord<Event, Effect>], devices: [String]
  ) -> String? {
    if rule.scope == .all { return nil }
    guard let trigger = rule.sentence.trigger else { return nil }
    return records.first { record in
      guard !isAbout(record.party, devices: devices), let name = record.name else { return false }
      return trigger.picks(record, called: name)
    }?.party
  }

  /// Whether any record has the fields that the rule needs.
  fileprivate func fields<Event, Effect>(
    in records: [LogRecord<Event, Effect>], devices: [String]
  ) -> [String: Bool] {
    var found: [String: Bool] = [:]
    for pattern in rule.sentence.needed where !pattern.fields.isEmpty {
      var missing = pattern.fields
      for record in records where record.name?.isSame(as: pattern.name) == true {
        guard isAbout(record.party, devices: devices) else { continue }
        let fields = record.fields
        missing.removeAll { fields?[path: $0].map { $0 != .null } ?? false }
        for field in pattern.fields {
          found["\(pattern.name) has '\(field)'"] = !missing.contains(field)
        }
        if missing.isEmpty { break }
      }
    }
    return found
  }
}

extension Spec {
  /// A warning for each rule of the file, or of one of its scenarios, that no run put to the test
  /// or that no run could break.
  public func unexercisedRules(
    in results: @autoclosure () -> [ScenarioResult]
  ) -> [Diagnostic] {
    var seen: Set<UsedRule> = []
    // The rows of a scenario share its rules; what is skipped has no say.
    var all = rules
    // Copied whole, scenarios would take longer than anything else here.
    for index in scenarios.indices where scenarios[index].skip == nil {
      all += scenarios[index].rules
    }
    if all.isEmpty { return [] }
    let uses = results().map(\.rules)
    return all.filter { seen.insert(UsedRule($0)).inserted }.compactMap { rule in
      rule.warning(uses.compactMap { $0[UsedRule(rule)] })
    }
  }
}

extension PlacedRule {
  private var title: String { id.map { "rule \($0)" } ?? "the rule" }

  fileprivate func warning(_ uses: [RuleUse]) -> Diagnostic? {
    if let obstacle = obstacle(uses) {
      return Diagnostic(
        .unbreakableRule, severity: .warning, "no run could break \(title): \(text)", at: place,
        proposal: obstacle)
    }
    if uses.contains(where: \.isExercised) { return nil }
    let party = uses.lazy.compactMap(\.otherParty).first
    let alike = uses.reduce(0) { $0 + $1.alike }
    let name = rule.sentence.trigger?.name ?? ""
    var missing = "no \(awaited ?? name)"
    var others = ", with other fields"
    // One occurrence is no gap.
    if case .gapBetween = rule.sentence {
      (missing, others) = ("no gap between two \(awaited ?? name)", "")
    }
    return Diagnostic(
      .unexercisedRule, severity: .warning, "\(title) was never exercised: \(text)", at: place,
      proposal: party.map { "what it speaks about happened to \(visible($0)) alone" }
        ?? "\(missing) happened in any scenario that ran",
      notes: party != nil
        ? ["help: 'on: all' makes it a rule about all parties together"]
        : alike > 0 ? ["\(name) happened \(counted(alike, "time"))\(others)"] : [])
  }

  /// The reason for which none of the runs could break the rule.
  private func obstacle(_ uses: [RuleUse]) -> String? {
    if let first = uses.first?.obstacle, uses.allSatisfy({ $0.obstacle != nil }) { return first }
    let fields = uses.reduce(into: [String: Bool]()) { fields, use in
      fields.merge(use.fields) { $0 || $1 }
    }
    return fields.filter { !$0.value }.keys.sorted().first.map { "no \($0) in any scenario" }
  }
}
