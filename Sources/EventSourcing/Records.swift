/// An event as it stands in the log.
public struct RecordedEvent<Event: Vocabulary>: Hashable, Sendable {
  /// Its place in the log, shared with effects and notes; it rises by one.
  public var seq: Int64
  /// The instant at which it happened, by the log's monotonic clock.
  public var at: Instant
  /// The party of the event: the name of a device or a backend.
  public var party: String
  /// The record that led to it: the request answered, the timer set; `nil` from outside.
  public var cause: Int64?
  /// The fact that is recorded.
  public var event: Event

  /// Stamps an event with its place in the log.
  @inlinable public init(
    seq: Int64, at: Instant, party: String = "", cause: Int64? = nil, event: Event
  ) {
    self.seq = seq
    self.at = at
    self.party = party
    self.cause = cause
    self.event = event
  }
}

/// An effect as it stands in the log.
public struct RecordedEffect<Effect: Vocabulary>: Hashable, Sendable {
  /// Its place in the log.
  public var seq: Int64
  /// The instant at which it was ordered: that of its cause.
  public var at: Instant
  /// The party that ordered it.
  public var party: String
  /// The event whose fold ordered it.
  public var cause: Int64
  /// The order that is recorded.
  public var effect: Effect

  /// Stamps an effect with its place in the log.
  @inlinable public init(
    seq: Int64, at: Instant, party: String = "", cause: Int64, effect: Effect
  ) {
    self.seq = seq
    self.at = at
    self.party = party
    self.cause = cause
    self.effect = effect
  }
}

/// One record of a log.
public enum LogRecord<Event: Vocabulary, Effect: Vocabulary>: Hashable, Sendable {
  /// Something happened.
  case event(RecordedEvent<Event>)
  /// Something was ordered.
  case effect(RecordedEffect<Effect>)
  /// The hash of a party's documented state view at this point.
  case state(seq: Int64, at: Instant, party: String, hash: UInt64)
  /// A remark for readers; replay passes over it.
  case note(seq: Int64, at: Instant, party: String, text: String)
  /// The state of all parties at this point, after an event of one of them: the members of its
  /// `snapshot` as JSON.
  case snapshot(seq: Int64, at: Instant, party: String, json: String)
}

extension LogRecord {
  /// Its place in the log.
  public var seq: Int64 {
    switch self {
    case .event(let event): event.seq
    case .effect(let effect): effect.seq
    case .state(let seq, _, _, _), .note(let seq, _, _, _), .snapshot(let seq, _, _, _): seq
    }
  }

  /// The instant at which it was recorded.
  public var at: Instant {
    switch self {
    case .event(let event): event.at
    case .effect(let effect): effect.at
    case .state(_, let at, _, _), .note(_, let at, _, _), .snapshot(_, let at, _, _): at
    }
  }

  /// The party of the record.
  public var party: String {
    switch self {
    case .event(let event): event.party
    case .effect(let effect): effect.party
    case .state(_, _, let party, _), .note(_, _, let party, _), .snapshot(_, _, let party, _): party
    }
  }

  /// The name of the event or effect in YAML and JSON; `nil` for all others.
  public var name: StaticString? { eventName?.text ?? effectName?.text }

  /// The name of the event, where it is one; the event itself is not copied.
  public var eventName: Event.Name? {
    if case .event(let event) = self { event.event.name } else { nil }
  }

  /// The name of the effect, where it is one; the effect itself is not copied.
  public var effectName: Effect.Name? {
    if case .effect(let effect) = self { effect.effect.name } else { nil }
  }

  /// The record that led to it, where there is one.
  public var cause: Int64? {
    switch self {
    case .event(let event): event.cause
    case .effect(let effect): effect.cause
    case .state, .note, .snapshot: nil
    }
  }
}
