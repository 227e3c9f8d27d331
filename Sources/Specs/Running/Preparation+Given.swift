import Simulation
import SpecFormat

extension Preparation {
  /// What a scenario starts from, under the readings that it gives.
  init(_ given: Given<S>) {
    self.init(given, profile: given.readings.profile, readings: given.readings.all)
  }

  /// What a scenario starts from, under these readings.
  init(
    _ given: Given<S>, profile: String, readings: S.Machine.Readings, budget: Int64? = nil
  ) {
    self.init(
      clock: given.clock, profile: profile, readings: readings, backend: given.backend,
      devices: given.devices.map { setup in
        Device(
          name: setup.name, device: setup.device, config: setup.config, past: setup.past)
      }, history: given.history.map { $0.input }, budget: budget)
  }
}
