import Diagnostics
import EventSourcing
import Simulation

extension ScenarioValues {
  /// Finds what only the run of the fixtures shows: a promise that one of them breaks, and history
  /// that begins before they end.
  func checkFixtures(_ findings: Findings) {
    let parts = preparation.parts
    for part in parts where part.devices.contains(where: { !$0.hasDefaults }) {
      checkPromises(part, findings)
    }
    for part in parts where !part.history.isEmpty {
      guard let end = part.fixtureEnd else { continue }
      let inputs = part.history.filter { $0.at - preparation.clock < end }
      for (written, input) in zip(scenario.given.history, preparation.history)
      where inputs.contains(input) {
        findings.add(
          .timeGoesBack, "time goes backwards", at: written.place,
          proposal: "the fixture ends at \(end.text); history goes on from there")
      }
    }
  }

  /// A fixture keeps its promises on a standard device; another one is run to see.
  private func checkPromises(_ part: Preparation<S>, _ findings: Findings) {
    let state = part.fixturesAlone.run().state
    for device in scenario.given.devices
    where part.devices.contains(where: { $0.name == device.name }) {
      for fixture in device.fixtures where fixture.history == nil {
        guard let broken = S.brokenPromise(of: fixture.use.text, for: device.name, in: state)
        else { continue }
        findings.add(
          .brokenFixture,
          "'\(fixture.use.text)' promises \(broken.promise), and \(device.name) does not keep "
            + "that", at: fixture.use.place, proposal: broken.proposal)
      }
    }
  }
}
