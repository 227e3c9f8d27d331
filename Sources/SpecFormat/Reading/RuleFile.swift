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
    var context = ReadingContext(system: system, findings: findings, catalogue: catalogue)
    context.start = start
    context.devices = devices
    context.isWorld = devices != [soleParty]
    var rules: [PlacedRule<S.Machine>] = []
    var covers: [PlacedText] = []
    if let keys = Keys<RulesKey>(document.root, findings) {
      checkFormat(keys[.format], findings)
      if let node = keys[.sdk], node.text != S.name {
        findings.add(
          Diagnostic(
            .otherSystem, "these rules are for '\(short(shown(node)))', not for '\(S.name)'",
            at: node.place))
      }
      covers = keys[.covers].map(context.covers) ?? []
      if let always = keys[.always] {
        rules = RuleReader(context: context).rules(always)
      }
    }
    return RuleFile(
      path: document.path, covers: covers, rules: rules, findings: findings.sorted)
  }
}
