import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// Claims name a record and a party: what the party can never have recorded cannot be judged.
extension ReadingContext {
  /// The party that `on:` names beside an effect called `effect`.
  func party(_ node: YAMLNode, ordering effect: String) -> String? {
    guard let name = party(node, among: isSimulated ? devices + system.backends : devices) else {
      return nil
    }
    checkRecords(of: name, include: effect, at: node.place)
    return name
  }

  /// The party that `on:` names beside a rule, which may hold for scenarios with simulated backends
  /// and for others.
  func party(ofRule node: YAMLNode) -> String? { party(node, among: devices + system.backends) }

  private func party(_ node: YAMLNode, among parties: [String]) -> String? {
    guard let name = node.plainText(findings, "the name of a party") else { return nil }
    if parties.contains(name) { return name }
    if system.backends.contains(name) {
      findings.add(
        .needsSimulation, "'\(name)' is not simulated here", at: node.place,
        proposal: "add 'backend: simulated' under 'given:'")
    } else {
      findings.add(.unknownDevice(name, at: node.place, among: parties))
    }
    return nil
  }

  /// Refuses a claim about records called `name` that only backends have where none are simulated.
  func checkCanCome(_ name: String, at place: Place) {
    guard !isSimulated, let parties = system.parties(recording: name), !parties.devices else {
      return
    }
    findings.add(
      .needsSimulation,
      "'\(name)' \(verb(name)) \(parties.phrase) alone, which is not simulated here",
      at: place, proposal: "add 'backend: simulated' under 'given:'")
  }

  /// Refuses a rule of this scope about a record that is never recorded for any party of it.
  func checkRecords(of scope: RuleScope, include name: String, at place: Place) {
    switch scope {
    case .all: return
    case .party(let party): checkRecords(of: party, include: name, at: place)
    case .eachDevice:
      guard let parties = system.parties(recording: name), !parties.devices else { return }
      findings.add(
        .otherParty,
        "'\(name)' \(verb(name)) \(parties.phrase) alone, and a rule without 'on:' is about "
          + "devices", at: place,
        proposal: "add \(parties.proposals), or 'on: all' for all parties together")
    }
  }

  private func checkRecords(of party: String, include name: String, at place: Place) {
    guard let parties = system.parties(recording: name) else { return }
    let isBackend = system.backends.contains(party)
    let by = system.effects.schema(name) == nil ? "" : "by "
    if isBackend ? parties.backends.contains(party) : parties.devices { return }
    findings.add(
      .otherParty, "'\(name)' \(verb(name)) \(parties.phrase) alone, not \(by)\(party)",
      at: place,
      proposal: parties.devices ? "name a device" : "write \(parties.proposals)")
  }

  private func verb(_ name: String) -> String {
    system.effects.schema(name) == nil ? "concerns" : "is ordered by"
  }
}

extension RecordingParties {
  fileprivate var phrase: String {
    ((devices ? ["devices"] : []) + backends).joined(separator: " or ")
  }

  fileprivate var proposals: String {
    backends.map { "'on: \($0)'" }.joined(separator: " or ")
  }
}
