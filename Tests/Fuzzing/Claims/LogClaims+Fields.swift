import EventSourcing
import Simulation
import SpecFormat
import Traces
import YAML
import YAMLText

extension LogClaims {
  /// What a record has, as a whole and field by field, and with a change.
  mutating func fields(_ schema: CaseSchema) {
    let name = schema.name
    let same = entries.filter { $0.name == name }
    guard !same.isEmpty else { return }
    let chosen = random.pick(same)
    for field in schema.fields {
      let word = same.contains { $0.fields.written?[field.name] != nil } ? "present" : "absent"
      rule("never: { \(name): { \(quotedKey(field.name)): \(word) } }", .all, holds: false)
      guard let value = chosen.fields.written?[field.name] else { continue }
      let own = Value.fields([Value.Field(name: field.name, value: value)])
      rule("never: { \(name): \(yaml(own, from: zero)) }", .all, holds: false)
      guard let changed = changedFields(own) else { continue }
      rule("requires: { \(name): \(changed) }, before: \(name)", .all, holds: false)
    }
    guard let whole = chosen.fields.written, !whole.members.isEmpty else { return }
    let count = same.count { whole.isPart(of: $0.fields) }
    let text = yaml(whole, from: zero)
    rule("count: { \(name): \(text) }, is: \(count)", .all, holds: true)
    rule("count: { \(name): \(text) }, is: \(count + 1)", .all, holds: false)
    guard let changed = changedFields(chosen.fields) else { return }
    rule("count: { \(name): \(changed) }, is: \(count)", .all, holds: false)
  }

  /// The fields of a record with one value that no record has.
  mutating func changedFields(_ fields: Value) -> String? {
    guard let written = fields.written else { return nil }
    let changed = written.changedLeaves
    return changed.isEmpty ? nil : yaml(random.pick(changed), from: zero)
  }

  /// No value is there and not there at once: one of two claims about it is false, in a step and at
  /// the end of the same instant.
  mutating func views() {
    guard passing.length == passing.scenario.steps.last?.time.at else { return }
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
    let (present, absent) = ("{ \(key): \(claim("present")) }", claim("absent"))
    guard let list = bare["steps"], let elements = list.elements, let last = elements.last else {
      return
    }
    let bare = bare
    probes.append(
      Probe(claim: "\(present) and \(absent)", holds: false) {
        let claiming = list.replacing(
          elements.count - 1, by: last.setting(key, to: claimTree(absent)))
        return bare.setting("finally", to: claimTree(present)).setting("steps", to: claiming)
      })
  }
}

extension Schema.Field {
  /// The paths below it that a view always names.
  fileprivate var paths: [[String]] { [[name]] + schema.fields.map { [name, $0.name] } }
}
