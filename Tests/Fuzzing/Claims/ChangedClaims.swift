import EventSourcing
import Simulation
import SpecFormat
import Traces
import YAML

/// The claims that a scenario makes, each changed at one place so that it must be false.
struct ChangedClaims<S: System> {
  private(set) var probes: [Probe] = []
  private let passing: PassingScenario<S>
  private let entries: [ErasedRecord]
  private var random: RandomStream

  /// Changes the claims of `passing`.
  init(_ passing: PassingScenario<S>, _ random: inout RandomStream) {
    self.passing = passing
    entries = passing.judged
    self.random = random
    steps()
    timelines()
    finally()
    random = self.random
  }

  private mutating func add(_ change: String, _ key: String, _ value: YAMLNode) {
    let node = passing.node
    probes.append(
      Probe(claim: change, standsAlone: false, holds: false) { node.setting(key, to: value) })
  }

  /// Effects of devices of which none came, so that a claim of one is false.
  private var absent: [String] {
    S.Machine.Effect.Name.allCases.filter { S.parties(ordering: $0).devices }
      .map(\.description).filter { name in
        !entries.contains { $0.name == name }
          && !passing.scenario.timelines.contains { $0.kind == name }
      }
  }

  private func isObserved(_ name: String) -> Bool {
    passing.scenario.observe.kinds.contains(name)
  }

  // MARK: - Steps

  private mutating func steps() {
    guard let list = passing.node["steps"], let elements = list.elements else { return }
    for (index, step) in elements.enumerated() {
      for change in expectations(step) + views(step) {
        add("step \(index): \(change.text)", "steps", list.replacing(index, by: change.node))
      }
    }
  }

  /// A node with one claim changed.
  private typealias Change = (text: String, node: YAMLNode)

  private mutating func expectations(_ step: YAMLNode) -> [Change] {
    guard let expect = step["expect"] else { return [] }
    func with(_ text: String, _ node: YAMLNode) -> Change {
      (text, step.setting("expect", to: node))
    }
    let absent = absent
    if expect.text == "none" || expect.elements?.isEmpty == true {
      guard !absent.isEmpty else { return [] }
      let wrong = claimTree("[\(random.pick(absent))]")
      return [with("none → \(wrong.elements?.first?.text ?? "")", wrong)]
    }
    let isLoose = expect["order"]?.text == "any" || expect["others"]?.text == "allowed"
    guard let list = expect.elements == nil ? expect["effects"] : expect,
      let elements = list.elements
    else { return [] }
    func whole(_ text: String, _ list: YAMLNode) -> Change {
      with(text, expect.elements == nil ? expect.setting("effects", to: list) : list)
    }
    var changes: [Change] = []
    for (index, element) in elements.enumerated() {
      let name = element.text ?? element.entries?.first?.key ?? ""
      if expect["others"]?.text != "allowed" {
        let others = elements.enumerated().contains {
          $0.offset != index && ($0.element.text ?? $0.element.entries?.first?.key) == name
        }
        if isObserved(name) || others {
          changes.append(whole("\(name) left out", list.replacing(index, by: nil)))
        }
        changes.append(whole("\(name) twice", list.repeating(index)))
      }
      if !absent.isEmpty {
        let wrong = random.pick(absent)
        changes.append(
          whole("\(name) → \(wrong)", list.replacing(index, by: claimTree(wrong))))
      }
      guard let entry = element.entries?.first, !name.contains("<") else { continue }
      for (text, fields) in effectFields(entry.value, isLoose: isLoose) {
        changes.append(
          whole(
            "\(name): \(text)", list.replacing(index, by: element.setting(name, to: fields))))
      }
    }
    return changes
  }

  private mutating func views(_ step: YAMLNode) -> [Change] {
    ["state", "backend"].flatMap { key -> [Change] in
      guard let view = step[key] else { return [] }
      return matcherChanges(view).map { ("\(key): \($0.text)", step.setting(key, to: $0.node)) }
    }
  }

  /// The fields of an effect with one changed, or with another party.
  private func effectFields(_ fields: YAMLNode, isLoose: Bool) -> [Change] {
    let parties = passing.parties
    var changes = matcherChanges(fields.setting("on", to: nil), isLoose: isLoose).map { change in
      (change.text, fields["on"].map { change.node.setting("on", to: $0) } ?? change.node)
    }
    guard let on = fields["on"], let own = on.text, !own.contains("<") else { return changes }
    if !isLoose {
      for party in parties where party != own {
        changes.append(
          ("on \(party)", fields.setting("on", to: on.holding(.scalar(party, .plain)))))
      }
    }
    changes.append(("on nobody", fields.setting("on", to: on.holding(.scalar("nobody", .plain)))))
    return changes
  }

  // MARK: - Timelines and the end

  private mutating func timelines() {
    guard let timeline = passing.node["timeline"], let entries = timeline.entries else { return }
    for entry in entries {
      for change in occurrences(entry) {
        add(
          "timeline of \(entry.key): \(change.text)", "timeline",
          timeline.setting(entry.key, to: change.node))
      }
    }
  }

  private func occurrences(_ entry: YAMLEntry) -> [Change] {
    if entry.value.text == "none" || entry.value.elements?.isEmpty == true {
      return [("none → once", claimTree("[{ at: { at_least: 0s } }]"))]
    }
    guard let elements = entry.value.elements else { return [] }
    var changes: [Change] = []
    for (index, element) in elements.enumerated() {
      changes.append(("\(index) left out", entry.value.replacing(index, by: nil)))
      changes.append(("\(index) twice", entry.value.repeating(index)))
      let isTime = element.entries?.allSatisfy {
        MatcherOperator(rawValue: $0.key) != nil
      }
      let inner =
        isTime ?? true ? matcherChanges(element) : effectFields(element, isLoose: false)
      changes += inner.map { ("\(index): \($0.text)", entry.value.replacing(index, by: $0.node)) }
    }
    return changes
  }

  private mutating func finally() {
    guard let finally = passing.node["finally"] else { return }
    for entry in finally.entries ?? [] {
      for change in matcherChanges(entry.value) {
        add(
          "finally: \(entry.key): \(change.text)", "finally",
          finally.setting(entry.key, to: change.node))
      }
    }
    guard let rules = passing.node["always"], let elements = rules.elements else { return }
    for (index, rule) in elements.enumerated() {
      guard rule["count"] != nil, let number = rule["is"] else { continue }
      for change in matcherChanges(number) {
        add(
          "rule \(index): is \(change.text)", "always",
          rules.replacing(index, by: rule.setting("is", to: change.node)))
      }
    }
  }
}
