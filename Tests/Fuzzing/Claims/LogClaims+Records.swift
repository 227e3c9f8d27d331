import EventSourcing
import Simulation
import Traces
import YAMLText

extension LogClaims {
  /// The parties that a rule is about, as `on:` says it.
  enum Scope {
    case all, eachDevice
    case party(String)
  }

  func suffix(_ scope: Scope) -> String {
    switch scope {
    case .all: ", on: all"
    case .eachDevice: ""
    case .party(let party): ", on: \(quoted(party))"
    }
  }

  mutating func rule(_ sentence: String, _ scope: Scope, holds: Bool) {
    add("always", "[{ \(sentence)\(suffix(scope)) }]", holds: holds)
  }

  mutating func records(_ name: String, _ parties: RecordingParties) {
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

  mutating func rules(_ name: String, _ own: [ErasedRecord], _ scope: Scope) {
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
}

extension RecordingParties {
  func include<S: System>(_ party: String, of system: S.Type) -> Bool {
    S.backends.contains(party) ? backends.contains(party) : devices
  }

  /// Whether a record of the name can come at all in such a scenario.
  func canCome<S>(to passing: PassingScenario<S>) -> Bool {
    devices || backends.contains { passing.parties.contains($0) }
  }
}
