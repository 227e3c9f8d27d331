import EventSourcing
import Simulation
import SpecFormat
import Traces

extension LogClaims {
  mutating func pairs(_ isMeant: (String) -> Bool) {
    var scopes = passing.parties.map { Scope.party($0) }
    scopes.append(.all)
    for scope in scopes {
      let own = entries.filter { includes(scope, $0.party) }
      let whole = passing.records.filter { record in
        (record.kind == .event || record.kind == .effect) && includes(scope, record.party)
      }
      let names = own.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name), isRecorded(name, scope) { names.append(name) }
      }
      for name in names where isMeant(name) {
        pair(name, random.pick(names), own, whole, scope)
        pair(random.pick(names), name, own, whole, scope)
      }
    }
  }

  /// Whether a rule of the scope may be about the name: what a step forges at a device may be none
  /// of a device's events.
  private func isRecorded(_ name: String, _ scope: Scope) -> Bool {
    guard case .party(let party) = scope else { return true }
    let event = S.Machine.Event.Name.allCases.first { $0.description == name }
    let effect = S.Machine.Effect.Name.allCases.first { $0.description == name }
    return [event.map(S.parties(of:)), effect.map(S.parties(ordering:))]
      .contains { $0?.include(party, of: S.self) ?? false }
  }

  func includes(_ scope: Scope, _ party: String) -> Bool {
    if case .party(let own) = scope { own == party } else { true }
  }

  mutating func pair(
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
}
