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
    for given in given.parts where !given.history.isEmpty {
      let preparation = Preparation(
        given: given, profile: given.readings.profile, readings: given.readings.all)
      guard let end = preparation.fixtureEnd else { continue }
      for event in given.history where event.at < end {
        findings.add(
          Diagnostic(
            .timeGoesBack, "time goes backwards", at: event.place,
            proposal: "the fixture ends at \(end.text); history goes on from there"))
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
      part.history = history.filter { $0.party == device.name }
      return part
    }
  }
}
