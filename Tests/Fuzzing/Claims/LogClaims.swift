import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Traces
import YAML
import YAMLText

/// Claims made from the log of a run and the vocabulary of its system: what came or did not, how
/// often, when, at which party and with which fields, each said truly and falsely.
struct LogClaims<S: System> {
  private(set) var probes: [Probe] = []
  private let passing: PassingScenario<S>
  private let bare: YAMLNode
  private let entries: [ErasedRecord]
  private let zero: Instant
  private var random: RandomStream

  /// Makes the claims about the run of `passing`.
  init(_ passing: PassingScenario<S>, _ random: inout RandomStream) {
    self.passing = passing
    bare = passing.bare
    entries = passing.judged
    zero = passing.zero
    self.random = random
    // What a recording says before its range is not judged.
    if passing.scenario.recordedRange == nil { make() }
    random = self.random
  }

  private mutating func make() {
    for name in S.Machine.Event.Name.allCases {
      records(name.description, S.parties(of: name))
    }
    for name in S.Machine.Effect.Name.allCases {
      let parties = S.parties(ordering: name)
      records(name.description, parties)
      timelines(name.description)
      expectations(name.description)
    }
    pairs()
    fields()
    views()
  }

  /// Adds a claim that stands under a key of the scenario.
  private mutating func add(_ key: String, _ text: String, holds: Bool) {
    guard let value = try? claimTree(text) else {
      preconditionFailure("no YAML: \(text)")
    }
    probes.append(
      Probe(
        claim: "\(key): \(text)", scenario: bare.setting(key, to: value), standsAlone: true,
        holds: holds))
  }

  // MARK: - Counts and rules

  /// The parties that a rule is about, as `on:` says it.
  private enum Scope {
    case all, eachDevice
    case party(String)
  }

  private func suffix(_ scope: Scope) -> String {
    switch scope {
    case .all: ", on: all"
    case .eachDevice: ""
    case .party(let party): ", on: \(quoted(party))"
    }
  }

  private mutating func rule(_ sentence: String, _ scope: Scope, holds: Bool) {
    add("always", "[{ \(sentence)\(suffix(scope)) }]", holds: holds)
  }

  private mutating func records(_ name: String, _ parties: RecordingParties) {
    let all = entries.filter { $0.name == name }
    add("finally", "{ counts: { \(name): \(all.count) } }", holds: parties.canCome(to: passing))
    add("finally", "{ counts: { \(name): \(all.count + 1) } }", holds: false)
    add("finally", "{ counts: { \(name): { not: \(all.count) } } }", holds: false)
    if !all.isEmpty {
      add("finally", "{ counts: { \(name): \(all.count - 1) } }", holds: false)
      add("finally", "{ counts: { \(name): 0 } }", holds: false)
    }
    rules(name, all, .all)
    for party in passing.parties {
      let own = all.filter { $0.party == party }
      if parties.include(party, of: S.self) {
        rules(name, own, .party(party))
      } else {
        rule("never: \(name)", .party(party), holds: false)
        rule("count: \(name), is: 0", .party(party), holds: false)
      }
    }
    let ofDevices = all.filter { passing.devices.contains($0.party) }
    rule("never: \(name)", .eachDevice, holds: parties.devices && ofDevices.isEmpty)
    rule("never: \(name)", .party("nobody"), holds: false)
  }

  private mutating func rules(_ name: String, _ own: [ErasedRecord], _ scope: Scope) {
    let count = own.count
    rule("never: \(name)", scope, holds: own.isEmpty)
    rule("count: \(name), is: \(count)", scope, holds: true)
    rule("count: \(name), is: \(count + 1)", scope, holds: false)
    rule("count: \(name), is: { at_least: \(count + 1) }", scope, holds: false)
    rule("at_most: \(count), of: \(name), in_any: 20000d", scope, holds: true)
    if own.isEmpty { return }
    rule("count: \(name), is: { at_most: \(count - 1) }", scope, holds: false)
    rule("at_most: \(count - 1), of: \(name), in_any: 20000d", scope, holds: false)
    let gaps = zip(own, own.dropFirst()).map { $1.at - $0.at }
    guard let least = gaps.min(), let most = gaps.max() else { return }
    let tick = TimeSpan.milliseconds(1)
    rule("gap_between: \(name), at_least: \((least + tick).text)", scope, holds: false)
    rule("gap_between: \(name), at_most: \(most.text)", scope, holds: true)
    if least > .zero {
      rule("gap_between: \(name), at_least: \(least.text)", scope, holds: true)
    }
    if most > .zero {
      rule("gap_between: \(name), at_most: \((most - tick).text)", scope, holds: false)
    }
    let shrinks = zip(gaps, gaps.dropFirst()).contains { $1 < $0 }
    rule("gap_between: \(name), never_shrinks: true", scope, holds: !shrinks)
  }

  // MARK: - What follows what

  private mutating func pairs() {
    var scopes = passing.parties.map { Scope.party($0) }
    scopes.append(.all)
    for scope in scopes {
      let own = entries.filter { includes(scope, $0.party) }
      let whole = passing.records.filter { record in
        (record.kind == .event || record.kind == .effect) && includes(scope, record.party)
      }
      let names = own.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      guard !names.isEmpty else { continue }
      for _ in 0..<4 {
        pair(random.pick(names), random.pick(names), own, whole, scope)
      }
    }
  }

  private func includes(_ scope: Scope, _ party: String) -> Bool {
    if case .party(let own) = scope { own == party } else { true }
  }

  private mutating func pair(
    _ first: String, _ second: String, _ own: [ErasedRecord], _ whole: [ErasedRecord],
    _ scope: Scope
  ) {
    let firsts = own.filter { $0.name == first }
    let seconds = own.filter { $0.name == second }
    let distances = firsts.map { a in seconds.first { $0.seq > a.seq }.map { $0.at - a.at } }
    let tick = TimeSpan.milliseconds(1)
    let known = distances.compactMap { $0 }
    if first != second {
      if known.count < distances.count {
        rule("whenever: \(first), then: \(second), within: 20000d", scope, holds: false)
      } else if let most = known.max() {
        rule("whenever: \(first), then: \(second), within: \(most.text)", scope, holds: true)
        if most > .zero {
          rule(
            "whenever: \(first), then: \(second), within: \((most - tick).text)", scope,
            holds: false)
        }
      }
    }
    if let least = known.min() {
      rule("whenever: \(first), not: \(second), for: \((least + tick).text)", scope, holds: false)
    }
    // History counts for what came before.
    let began = whole.first { $0.name == first }?.seq ?? .max
    let early = seconds.contains { $0.seq <= began }
    rule("requires: \(first), before: \(second)", scope, holds: !early)
    let late = seconds.contains { $0.seq > began }
    rule("never: \(second), after: \(first)", scope, holds: !late)
    rule("never: \(second), before: \(first)", scope, holds: !early)
  }

  // MARK: - Effects

  private func at(_ record: ErasedRecord) -> String { (record.at - zero).text }

  private func occurrence(_ record: ErasedRecord) -> String {
    "{ at: \(at(record)), on: \(quoted(record.party)) }"
  }

  private mutating func timeline(_ name: String, _ occurrences: [String], holds: Bool) {
    add("timeline", "{ \(name): [\(occurrences.joined(separator: ", "))] }", holds: holds)
  }

  private mutating func timelines(_ name: String) {
    let came = entries.filter { $0.name == name && $0.kind == .effect }
    let all = came.map(occurrence)
    timeline(name, all + ["{ at: { at_least: 0s } }"], holds: false)
    guard let last = came.last else { return }
    timeline(name, all, holds: true)
    add("timeline", "{ \(name): none }", holds: false)
    let index = Int(random.below(Int64(came.count)))
    let chosen = came[index]
    var changed = all
    changed.remove(at: index)
    timeline(name, changed, holds: false)
    timeline(name, all + [occurrence(last)], holds: false)
    let tick = TimeSpan.milliseconds(1)
    let others = [
      "{ at: \((chosen.at - zero + tick).text) }", "{ at: \((chosen.at - zero - tick).text) }",
      "{ between: [\((chosen.at - zero + tick).text), 20000d] }",
      "{ at: \(at(chosen)), on: nobody }",
    ]
    let parties = passing.parties.filter { $0 != chosen.party }.map {
      "{ at: \(at(chosen)), on: \(quoted($0)) }"
    }
    for other in others + parties {
      changed = all
      changed[index] = other
      timeline(name, changed, holds: false)
    }
    if let wrong = changedFields(chosen.fields) {
      changed = all
      changed[index] = "{ at: \(at(chosen)), \(wrong.dropFirst())"
      timeline(name, changed, holds: false)
    }
  }

  /// What a step at the instant of an effect says of effects of its name.
  private mutating func expectations(_ name: String) {
    let came = entries.filter { $0.name == name && $0.kind == .effect }
    guard !came.isEmpty, passing.node["steps"] != nil else { return }
    let instant = random.pick(came).at
    let now = came.filter { $0.at == instant }
    let all = now.map { "\(name): { on: \(quoted($0.party)) }" }
    expect(all, at: instant, holds: true)
    expect(all + [all[0]], at: instant, holds: false)
    expect(Array(all.dropFirst()), at: instant, holds: all.count == 1)
    for party in ["nobody"] + passing.parties where party != now[0].party {
      expect(
        ["\(name): { on: \(quoted(party)) }"] + all.dropFirst(), at: instant, holds: false)
    }
    if let wrong = changedFields(now[0].fields) {
      expect(["\(name): \(wrong)"] + all.dropFirst(), at: instant, holds: false)
    }
    let absent = S.Machine.Effect.Name.allCases.map(\.description).filter { other in
      !entries.contains { $0.name == other && $0.at == instant }
    }
    if !absent.isEmpty { expect(all + [random.pick(absent)], at: instant, holds: false) }
  }

  /// Adds an expectation to the only step of an instant, or to a step of its own.
  private mutating func expect(_ effects: [String], at instant: Instant, holds: Bool) {
    let time = instant - zero
    let steps = passing.scenario.steps
    let own = steps.indices.filter { steps[$0].time.at == time }
    let items = effects.map { $0.contains(":") ? "{ \($0) }" : $0 }
    let claim = "[\(items.joined(separator: ", "))]"
    guard own.count < 2, let list = bare["steps"], var elements = list.elements,
      let expected = try? claimTree(claim), let step = try? claimTree("{ at: \(time.text) }")
    else { return }
    if let index = own.first {
      elements[index] = elements[index].setting("expect", to: expected)
    } else {
      let index = steps.firstIndex { $0.time.at > time } ?? steps.count
      elements.insert(step.setting("expect", to: expected), at: index)
    }
    // A step after the end of the run would make it longer.
    guard time <= passing.end else { return }
    probes.append(
      Probe(
        claim: "at \(time.text), expect: \(claim)",
        scenario: bare.setting("steps", to: list.holding(.list(elements))), standsAlone: true,
        holds: holds))
  }

  // MARK: - Fields

  /// For each kind of record that came, its fields as one record has them, and with a change.
  private mutating func fields() {
    var seen: Set<String> = []
    for record in entries where seen.insert(record.name).inserted {
      let same = entries.filter { $0.name == record.name }
      let chosen = random.pick(same)
      guard let whole = chosen.fields.written, whole.count > 0 else { continue }
      let count = same.count { whole.isPart(of: $0.fields) }
      let text = yaml(whole, from: zero)
      rule("never: { \(record.name): \(text) }", .all, holds: false)
      rule("count: { \(record.name): \(text) }, is: \(count)", .all, holds: true)
      rule("count: { \(record.name): \(text) }, is: \(count + 1)", .all, holds: false)
      guard let changed = changedFields(chosen.fields) else { continue }
      rule("count: { \(record.name): \(changed) }, is: \(count)", .all, holds: false)
      let wrong = "requires: { \(record.name): \(changed) }, before: \(record.name)"
      rule(wrong, .all, holds: false)
    }
  }

  /// The fields of a record with one value that no record has.
  private mutating func changedFields(_ fields: Value) -> String? {
    guard let written = fields.written else { return nil }
    let changed = written.changedLeaves
    return changed.isEmpty ? nil : yaml(random.pick(changed), from: zero)
  }

  // MARK: - Views

  /// No value is there and not there at once: one of two claims about it is false, in a step and at
  /// the end of the same instant.
  private mutating func views() {
    guard passing.end == passing.scenario.steps.last?.time.at else { return }
    let system = SystemVocabulary(S.self)
    for device in passing.devices {
      let below = passing.scenario.given.isWorld ? [device] : []
      for path in system.state.flatMap({ $0.paths }) { view("state", below + path) }
    }
    if passing.parties == passing.devices { return }
    for path in system.backend.flatMap({ $0.paths }) { view("backend", path) }
  }

  private mutating func view(_ key: String, _ path: [String]) {
    func claim(_ word: String) -> String {
      path.reversed().reduce(word) { "{ \(quotedKey($1)): \($0) }" }
    }
    guard let list = bare["steps"], let elements = list.elements, let last = elements.last,
      let present = try? claimTree("{ \(key): \(claim("present")) }"),
      let absent = try? claimTree(claim("absent"))
    else { return }
    let claiming = list.replacing(elements.count - 1, by: last.setting(key, to: absent))
    probes.append(
      Probe(
        claim: "\(key): \(claim("present")), and absent",
        scenario: bare.setting("finally", to: present).setting("steps", to: claiming),
        standsAlone: true, holds: false))
  }
}

extension PassingScenario {
  /// How long the run is.
  fileprivate var end: TimeSpan {
    let last = scenario.steps.last?.time.at ?? .zero
    return max(last, scenario.runUntil?.at ?? .zero)
  }
}

extension Scenario {
  /// The first and the last record that is judged of a recording, where it names them.
  fileprivate var recordedRange: (Int64?, Int64?)? {
    guard let recording, recording.from != nil || recording.to != nil else { return nil }
    return (recording.from, recording.to)
  }
}

extension RecordingParties {
  fileprivate func include<S: System>(_ party: String, of system: S.Type) -> Bool {
    S.backends.contains(party) ? backends.contains(party) : devices
  }

  /// Whether a record of the name can come at all in such a scenario.
  fileprivate func canCome<S>(to passing: PassingScenario<S>) -> Bool {
    devices || backends.contains { passing.parties.contains($0) }
  }
}

extension Schema.Field {
  /// The paths below it that a view always names.
  fileprivate var paths: [[String]] {
    guard case .record(let fields) = schema.bare else { return [[name]] }
    return [[name]] + fields.map { [name, $0.name] }
  }
}
