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
    for given in given.parts where given.devices.contains(where: { !$0.hasDefaults }) {
      checkPromises(given, findings)
    }
    for given in given.parts where !given.history.isEmpty {
      let preparation = Preparation(
        given: given, profile: given.readings.profile, readings: given.readings.all)
      guard let end = preparation.fixtureEnd else { continue }
      for event in given.history where event.input.at - given.clock < end {
        findings.add(
          Diagnostic(
            .timeGoesBack, "time goes backwards", at: event.place,
            proposal: "the fixture ends at \(end.text); history goes on from there"))
      }
    }
  }
}

extension SpecFile {
  /// A fixture keeps its promises on a standard device; another one is run to see.
  private func checkPromises(_ given: Given<S>, _ findings: Findings) {
    var alone = given
    alone.history = []
    let preparation = Preparation(
      given: alone, profile: given.readings.profile, readings: given.readings.all)
    let state = preparation.run().state
    for device in given.devices {
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

extension Given {
  /// What is prepared by itself: simulated devices are independent, a script answers all of them
  /// in one order.
  fileprivate var parts: [Given] {
    guard case .simulated = backend else { return [self] }
    return devices.map { device in
      var part = self
      part.devices = [device]
      part.history = history.filter { $0.input.party == device.name }
      return part
    }
  }
}
