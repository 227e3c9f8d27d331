import Diagnostics
import EventSourcing
import Rules
import Simulation
import Traces
import YAML

/// Rules that stand alone (`NAME.rules.yaml`), to hold recordings of any origin against.
public struct RuleFile<S: System>: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// The requirements that its rules speak about.
  public let covers: [PlacedText]
  /// Its rules in the order of the file.
  public let rules: [PlacedRule<S.Machine>]
  /// Errors, which keep the file from being used, and warnings.
  public let findings: [Diagnostic]
}

extension SpecReader {
  /// Reads a file of rules for a run that starts at `start` with these devices.
  public func rules(
    _ document: SpecDocument, catalogue: Catalogue?, start: Instant, devices: [String]
  ) -> RuleFile<S> {
    let findings = Findings()
    var context = ReadingContext(system: system, findings: findings)
    context.start = start
    context.devices = devices
    context.isWorld = devices != [soleParty]
    var rules: [PlacedRule<S.Machine>] = []
    var covers: [PlacedText] = []
    let allowed = ["format", "sdk", "covers", "always"]
    if let keys = Keys(document.root, "a file of rules", allowed: allowed, findings) {
      checkFormat(keys, findings)
      covers = keys["covers"].map { readCovers($0, catalogue, findings) } ?? []
      if let always = keys.required("always", findings) {
        rules = RuleReader(context: context).rules(always)
      }
    }
    return RuleFile(
      path: document.path, covers: covers, rules: rules, findings: findings.sorted)
  }
}

/// Reads requirement ids, each of which has to be in the catalogue.
func readCovers(
  _ node: YAMLNode, _ catalogue: Catalogue?, _ findings: Findings
) -> [PlacedText] {
  let list = node.texts(findings, "a list of requirement ids, such as [REG-3]")
  guard let catalogue else {
    if let first = list.first {
      findings.add(
        Diagnostic(
          .noCatalogue, severity: .warning, "there is no catalogue of requirements",
          at: first.place, proposal: "'\(first.text)' cannot be checked",
          notes: ["help: put requirements.yaml beside the spec or into Specs"]))
    }
    return list
  }
  for id in list where !catalogue.contains(id.text) {
    findings.add(.unknownRequirement(id, catalogue))
  }
  return list
}
