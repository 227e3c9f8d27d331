import EventSourcing

/// The outcome of an effect when it is performed.
public enum Outcome<Event: Vocabulary>: Hashable, Sendable {
  /// Nothing leaves the process; specs see it only where they name it.
  case `internal`
  /// It reaches the app, the user or the system, who may answer by an event of their own.
  case external
  /// A timer is set: `event` happens at `due` unless the timer is set again or cancelled.
  case wake(timer: String, due: Instant, event: Event)
  /// A timer of this name is no longer wanted.
  case cancel(timer: String)
  /// A request that is answered or fails.
  case request(Request<Event>)
  /// A backend hands something to another party of a simulated world.
  case message(Message<Event>)
}

/// A request of a device. The system says, by the request's number, what its answer or failure
/// leads to.
public struct Request<Event: Vocabulary>: Hashable, Sendable {
  /// The name under `given.backend` that scripts its answers; `nil` where none are scripted.
  public var kind: String?
  /// The device's number for it; `nil` for one that is never answered and never fails.
  public var id: Int64?
  /// The time for which the transport waits before it gives up.
  public var timeout: TimeSpan
  /// The backend it goes to in a simulated world.
  public var recipient: String
  /// The event at that backend when it arrives.
  public var arrival: Event?

  /// Describes a request.
  public init(
    kind: String?, id: Int64?, timeout: TimeSpan, recipient: String, arrival: Event? = nil
  ) {
    self.kind = kind
    self.id = id
    self.timeout = timeout
    self.recipient = recipient
    self.arrival = arrival
  }
}

/// Something that one party of a simulated world hands to another.
public struct Message<Event: Vocabulary>: Hashable, Sendable {
  /// The party that gets it.
  public var recipient: String
  /// The event at the recipient.
  public var event: Event
  /// The request of the recipient that this answers; `nil` for anything else.
  public var answers: Int64?
  /// Whether it answers the request, without a number, that has just reached the sender.
  public var answersArrival: Bool
  /// Whether it is lost on a device without a process, like anything that the app itself awaits.
  public var needsProcess: Bool
  /// The event that starts a process for it on a device whose process the system has ended; `nil`
  /// where it starts none.
  public var launch: Event?

  /// Describes a message.
  public init(
    to recipient: String, _ event: Event, answers: Int64? = nil, answersArrival: Bool = false,
    needsProcess: Bool = false, launch: Event? = nil
  ) {
    self.recipient = recipient
    self.event = event
    self.answers = answers
    self.answersArrival = answersArrival
    self.needsProcess = needsProcess
    self.launch = launch
  }
}
