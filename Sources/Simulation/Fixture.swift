import EventSourcing

/// A named starting point: a device, its configuration and what had happened before time zero.
public struct Fixture<Event: Vocabulary, Device: Record, Config: Record>: Sendable {
  /// What `use:` says.
  public let name: String
  /// One sentence about the starting point.
  public let summary: String
  /// What happened, each event at its time before zero, in order.
  public let history: [(at: TimeSpan, event: Event)]

  /// Describes a starting point.
  public init(name: String, summary: String, history: [(at: TimeSpan, event: Event)]) {
    self.name = name
    self.summary = summary
    self.history = history
  }
}
