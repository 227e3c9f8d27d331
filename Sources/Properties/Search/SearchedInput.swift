import EventSourcing

/// Something that random runs let happen: an event whose fields are drawn, but for those whose
/// values are given.
public struct SearchedInput<Event: Vocabulary>: Sendable {
  /// The name of the event.
  public let name: Event.Name
  /// An event that may happen where nothing is drawn.
  public let sample: Event
  /// Puts the given values into an event in place of its own.
  let given: @Sendable (Event) -> Event

  /// Draws every field, and then lets `giving` put its values in place of some.
  public init(
    _ name: Event.Name, giving: @escaping @Sendable (Event) -> Event = { $0 }
  ) {
    self.name = name
    given = giving
    sample = giving(Event.sample(of: name))
  }

  /// Gives every field the value that it has in `event`.
  public init(_ event: Event) { self.init(event.name) { _ in event } }
}
