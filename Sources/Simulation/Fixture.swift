import EventSourcing

/// A named starting point: what had happened to a device before time zero.
public struct Fixture<S: System>: Sendable {
  /// The name after `use:`.
  public let name: String
  /// One sentence about the starting point.
  public let summary: String
  /// Returns the events of a device with this profile and configuration before the scenario, each
  /// at its time before zero, in order; without those that simulated backends bring about
  /// themselves.
  public let history: @Sendable (S.Device, S.Machine.Config, _ isSimulated: Bool) -> History

  /// Events with their times before zero.
  public typealias History = [(at: TimeSpan, event: S.Machine.Event)]

  /// Describes a starting point that is the same for every device.
  public init(name: String, summary: String, history: History) {
    self.init(name: name, summary: summary) { _, _, _ in history }
  }

  /// Describes a starting point that depends on the device.
  public init(
    name: String, summary: String,
    history: @escaping @Sendable (S.Device, S.Machine.Config, _ isSimulated: Bool) -> History
  ) {
    self.name = name
    self.summary = summary
    self.history = history
  }
}

/// A promise of a fixture that a scenario's device or configuration prevents.
public struct BrokenPromise: Equatable, Sendable {
  /// The promise of the fixture.
  public let promise: String
  /// The proposal of what to write instead.
  public let proposal: String

  /// Describes a promise that does not hold.
  public init(promise: String, proposal: String) {
    self.promise = promise
    self.proposal = proposal
  }
}
