import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

extension SpecFile {
  /// The file with the findings that only its fixtures can show, which have to be run for that:
  /// history begins where they end.
  public func validated() -> SpecFile {
    let findings = Findings()
    for scenario in scenarios { check(scenario.given, findings) }
    guard !findings.isEmpty else { return self }
    return SpecFile(
      path: path, feature: feature, section: section, rules: rules,
      findings: self.findings + findings.sorted)
  }

  private func check(_ given: Given<S>, _ findings: Findings) {
    let parts = Preparation(given).parts
    for part in parts where part.devices.contains(where: { !$0.hasDefaults }) {
      checkPromises(given, part, findings)
    }
    for part in parts where !part.history.isEmpty {
      guard let end = part.fixtureEnd else { continue }
      let inputs = part.history.filter { $0.at - given.clock < end }
      for event in given.history where inputs.contains(event.input) {
        findings.add(
          Diagnostic(
            .timeGoesBack, "time goes backwards", at: event.place,
            proposal: "the fixture ends at \(end.text); history goes on from there"))
      }
    }
  }

  /// A fixture keeps its promises on a standard device; another one is run to see.
  private func checkPromises(
    _ given: Given<S>, _ part: Preparation<S>, _ findings: Findings
  ) {
    let state = part.fixturesAlone.run().state
    for device in given.devices where part.devices.contains(where: { $0.name == device.name }) {
      for fixture in device.fixtures {
        guard let broken = S.brokenPromise(of: fixture.text, for: device.name, in: state) else {
          continue
        }
        findings.add(
          Diagnostic(
            .brokenFixture,
            "'\(fixture.text)' promises \(broken.promise), and \(device.name) does not keep that",
            at: fixture.place, proposal: broken.proposal))
      }
    }
  }
}
