import EventSourcing
import Simulation

/// A system as specs of its traces are made: its names and defaults, and closures for what needs
/// its type.
public struct SpecSystem: Sendable {
  let name: String
  let backends: [String]
  let requestKinds: [String]
  /// The field by which effects number their requests.
  let requestField: String
  /// The profiles, of which the first one needs no name.
  let profiles: [(name: String, readings: Value)]
  let fixtures: [String]
  /// The events that start a process.
  let launches: [String]
  /// The events that follow from others.
  let insideEvents: [String]
  /// The event by which the harness sets readings.
  let harnessEvent: String?

  /// Reads a whole trace.
  let source: @Sendable (ReplayInput) throws(SpecError) -> SourceTrace
  /// Runs a draft as a reader of its text would, and keeps what counts for a spec.
  let run: @Sendable (SpecDraft) throws(SpecRefusal) -> SpecRun
  /// Whether the configuration can have these fields.
  let accepts: @Sendable (_ config: [Value.Field]) -> Bool
  /// Makes the history of a fixture; `nil` for a device that cannot be.
  let history:
    @Sendable (_ fixture: String, SpecDraft.Device, _ isSimulated: Bool) -> [(
      at: TimeSpan, event: String
    )]?

  /// Erases the type of a system.
  public init<S: System>(_ system: S.Type) {
    func events(_ isMeant: (EventRole) -> Bool) -> [String] {
      S.Machine.Event.samples.filter { isMeant(S.role(of: $0)) }.map { $0.name.description }
    }
    name = S.name
    backends = S.backends
    requestKinds = S.requestKinds
    requestField = S.Machine.Effect.requestField
    profiles = S.profiles.map { ($0.name, $0.readings.value) }
    fixtures = S.fixtures.map { $0.name }
    launches = events { $0 == .processStart }
    insideEvents = events { $0 == .inside }
    harnessEvent = events { $0 == .harness }.first
    source = { input throws(SpecError) in try SourceTraceReader<S>(input).trace }
    run = { draft throws(SpecRefusal) in try DraftReader<S>(draft).run() }
    accepts = { S.defaultConfig.changed(by: $0) != nil }
    history = { fixture, device, isSimulated in
      guard let known = S.fixtures.first(where: { $0.name == fixture }),
        let profile = S.defaultDevice(named: device.name).changed(by: device.device),
        let config = S.defaultConfig.changed(by: device.config)
      else { return nil }
      return known.history(profile, config, isSimulated).map {
        ($0.at, $0.event.name.description)
      }
    }
  }
}
