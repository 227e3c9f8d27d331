import EventSourcing

/// What follows when the world carries out an effect.
public enum Outcome<Event: Vocabulary, Reply: ScriptedReply>: Sendable {
  /// Nothing leaves the process; specs see it only where they name it.
  case `internal`
  /// It reaches the app, the user or the system, who may answer by a step of their own.
  case external
  /// A timer is set: `event` happens at `due` unless the timer is set again or cancelled.
  case wake(timer: String, due: Instant, event: Event)
  /// A timer of this name is no longer wanted.
  case cancel(timer: String)
  /// A request that is answered or fails.
  case request(Request<Event, Reply>)
  /// A backend hands something to another party of a simulated world.
  case message(Message<Event>)
}

/// A request of a device, with everything that may become of it.
public struct Request<Event: Vocabulary, Reply: ScriptedReply>: Sendable {
  /// The name under `given.backend` that scripts its answers; `nil` where nobody scripts them.
  public var kind: String?
  /// The device's number for it.
  public var id: Int64
  /// How long the transport waits before it gives up.
  public var timeout: TimeSpan
  /// The backend it goes to in a simulated world.
  public var recipient: String
  /// What happens at that backend when it arrives.
  public var arrival: Event?
  /// What happens at the device when it is answered.
  public var answered: @Sendable (Reply) -> Event
  /// What happens at the device when it fails; `nil` where the device never hears of it.
  public var failed: @Sendable (NetworkFailure) -> Event?

  /// Describes a request.
  public init(
    kind: String?, id: Int64, timeout: TimeSpan, recipient: String, arrival: Event?,
    answered: @escaping @Sendable (Reply) -> Event,
    failed: @escaping @Sendable (NetworkFailure) -> Event?
  ) {
    self.kind = kind
    self.id = id
    self.timeout = timeout
    self.recipient = recipient
    self.arrival = arrival
    self.answered = answered
    self.failed = failed
  }
}

/// Something that one party of a simulated world hands to another.
public struct Message<Event: Vocabulary>: Sendable {
  /// Who gets it.
  public var recipient: String
  /// What happens at the recipient.
  public var event: Event
  /// The request of the recipient that this answers; `nil` for anything unasked.
  public var answers: Int64?
  /// Whether it is lost on a device without a process, as anything is that the app itself awaits.
  public var needsProcess: Bool

  /// Describes a message.
  public init(
    to recipient: String, _ event: Event, answers: Int64? = nil, needsProcess: Bool = false
  ) {
    self.recipient = recipient
    self.event = event
    self.answers = answers
    self.needsProcess = needsProcess
  }
}
