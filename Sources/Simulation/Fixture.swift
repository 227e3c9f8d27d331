import EventSourcing

/// A named starting point: what had happened to a device before time zero.
public struct Fixture<Event: Vocabulary>: Sendable {
  /// What `use:` says.
  public let name: String
  /// One sentence about the starting point.
  public let summary: String
  /// What happened, each event at its time before zero, in order.
  public let history: [(at: TimeSpan, event: Event)]

  /// The same where backends are simulated: without what they bring about themselves.
  public let simulatedHistory: [(at: TimeSpan, event: Event)]

  /// Describes a starting point; without `simulatedHistory` it is the same in every world.
  public init(
    name: String, summary: String, history: [(at: TimeSpan, event: Event)],
    simulatedHistory: [(at: TimeSpan, event: Event)]? = nil
  ) {
    self.name = name
    self.summary = summary
    self.history = history
    self.simulatedHistory = simulatedHistory ?? history
  }
}

/// What a fixture promises and a scenario's device or configuration prevents.
public struct BrokenPromise: Equatable, Sendable {
  /// What the fixture promises.
  public let promise: String
  /// What to write instead.
  public let proposal: String

  /// Describes a promise that does not hold.
  public init(promise: String, proposal: String) {
    self.promise = promise
    self.proposal = proposal
  }
}
