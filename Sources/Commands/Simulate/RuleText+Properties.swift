import Properties
import Simulation
import SpecFormat
import Traces

extension RuleText {
  /// The rules of the file as properties of every run; those without an id are numbered.
  func properties<S: SearchableSystem>(for system: S.Type) throws -> [Property<S>] {
    let file = Spec(
      rules: document, of: SystemSchema(S.self), catalogue: catalogue, start: defaultClock,
      devices: [soleParty])
    if !file.isValid { throw Stop(file.errors) }
    let known = S.properties.map { $0.claim.id }
    return Property.properties(
      of: file.rules.enumerated().map { index, rule in
        let id = rule.id ?? "rule-\(index + 1)"
        return (
          PropertyClaim(known.contains(id) ? "rule-\(id)" : id, rule.text, covers: rule.covers),
          rule.rule
        )
      })
  }
}
