import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// What every reader of one scenario needs: the schema of the system, time zero and the findings.
struct ReadingContext<S: System> {
  let system: SystemSchema<S>
  let findings: Findings
  var start = standardClock
  /// The devices that steps may name; only `soleParty` where none are declared.
  var devices = [soleParty]
  var isWorld = false
  var isSimulated = false

  var matchers: MatcherReader { MatcherReader(findings: findings, start: start) }

  /// The device that `on:` names; without it the only one there is.
  func device(_ node: YAMLNode?, neededBy place: Place, _ what: String) -> String {
    guard let node else {
      if devices.count == 1, let only = devices.first { return only }
      findings.add(
        Diagnostic(
          .unknownDevice, "\(what) needs a device", at: place,
          proposal: "add 'on:' with one of \(devices.joined(separator: ", "))"))
      return devices.first ?? soleParty
    }
    guard let name = node.plainText(findings, "the name of a device") else { return soleParty }
    if !devices.contains(name) {
      var finding = Diagnostic.unknownName(name, "device", at: node.place, among: devices)
      finding.code = .unknownDevice
      findings.add(finding)
    }
    return name
  }

  /// An event by its name and the map of its fields.
  func event(_ nameNode: YAMLNode, with fields: YAMLNode?) -> S.Machine.Event? {
    guard let name = nameNode.plainText(findings, "the name of an event") else { return nil }
    guard let sample = system.events.sample(name) else {
      if nameNode.missingSpace == nil || !name.contains(":") {
        findings.add(.unknownName(name, "event", at: nameNode.place, among: system.events.names))
      }
      return nil
    }
    let node = fields ?? YAMLNode(.map([]), at: nameNode.place)
    let found = findings.all.count
    let event = NodeReader.fields(of: sample, from: node, called: name, start: start, findings)
    // What could not be read has the value of the sample, to which anything may be objected.
    if findings.all.count == found, let objection = S.objection(to: event) {
      findings.add(Diagnostic(.wrongShape, objection, at: node.place))
    }
    return event
  }
}
