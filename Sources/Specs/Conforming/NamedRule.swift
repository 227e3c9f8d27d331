import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

extension SpecReader {
  /// The rule called `id` of a file of rules or of a spec, for a trace of these devices that starts
  /// at `start`; without an id the only rule that there is.
  public func rule(
    _ id: String?, in document: SpecDocument, start: Instant, devices: [String]
  ) throws(Diagnostics) -> PlacedRule {
    let spec =
      document.isSpec
      ? read(document, catalogue: nil).spec
      : Spec(rules: document, of: system, catalogue: nil, start: start, devices: devices)
    if !spec.isValid { throw Diagnostics(spec.errors) }
    let rules = spec.rules + spec.scenarios.flatMap(\.rules)
    if let only = rules.first, rules.count == 1, id == nil { return only }
    let named = rules.compactMap(\.id)
    guard let id else {
      throw Diagnostics([
        Diagnostic(
          .unknownName, "'\(document.path)' has \(counted(rules.count, "rule"))",
          notes: ["help: name one with --rule: \(named.joined(separator: ", "))"])
      ])
    }
    if let found = rules.first(where: { $0.id == id }) { return found }
    let near = didYouMean(id, among: named).map { [$0] } ?? []
    throw Diagnostics([
      Diagnostic(
        .unknownName, "no rule of '\(document.path)' is called '\(id)'",
        notes: near + ["known: \(named.joined(separator: ", "))"])
    ])
  }
}
