import EventSourcing

/// An event that happens to a party at an instant: a step of a spec, a record of a history, a draw
/// of a random run, an entry of an imported log or of a list that is being shrunk.
public struct Input<Event: Vocabulary>: Hashable, Sendable {
  /// The instant at which it happens, by the clock of the run.
  public var at: Instant
  /// The party it happens to.
  public var party: String
  /// The event that comes from outside.
  public var event: Event

  /// Describes something that happens from outside.
  public init(at: Instant, party: String, event: Event) {
    self.at = at
    self.party = party
    self.event = event
  }
}
