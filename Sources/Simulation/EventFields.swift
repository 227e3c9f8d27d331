import EventSourcing

/// The fields of an event whose name stands elsewhere, as a described value.
public struct EventFields<Event: Vocabulary>: Record {
  /// The event; a reader gives fields to one of the same name.
  public var event: Event

  /// Describes the fields of an event.
  public init(_ event: Event) { self.event = event }

  public static var sample: EventFields {
    guard let first = Event.samples.first else { fatalError("a machine needs at least one event") }
    return EventFields(first)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EventFields {
    EventFields(try event.fields(&visitor))
  }
}
