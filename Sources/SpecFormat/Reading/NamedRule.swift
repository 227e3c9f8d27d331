import Diagnostics
import EventSourcing
import Simulation
import YAML

extension SpecReader {
  /// The rule called `id` of a file of rules or of a spec, for a trace of these devices that starts
  /// at `start`; without an id the only rule that there is.
  public func rule(
    _ id: String?, in document: SpecDocument, start: Instant, devices: [String]
  ) throws(Diagnostics) -> PlacedRule<S.Machine> {
    let (rules, findings) = rules(in: document, start: start, devices: devices)
    let errors = findings.filter { $0.severity == .error }
    if !errors.isEmpty { throw Diagnostics(errors) }
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

  private func rules(
    in document: SpecDocument, start: Instant, devices: [String]
  ) -> ([PlacedRule<S.Machine>], [Diagnostic]) {
    guard document.root[SpecKey.scenarios] != nil else {
      let file = rules(document, catalogue: nil, start: start, devices: devices)
      return (file.rules, file.findings)
    }
    let file = read(document, catalogue: nil)
    return (file.rules + file.scenarios.flatMap(\.rules), file.findings)
  }
}
