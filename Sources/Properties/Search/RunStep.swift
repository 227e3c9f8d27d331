import EventSourcing
import Simulation

/// One step of a run that can be repeated: time passes with all that is due in it, and then
/// something comes from outside.
///
/// Everything due in between, and everything sent without a fault of its own, happens normally: a
/// list of steps remains a run whichever of them are deleted.
public struct RunStep<Event: Vocabulary, Reply: ScriptedReply>: Hashable, Sendable {
  /// The time since the step before it.
  public var after: TimeSpan
  /// The input or the fault that happens then.
  public var action: Action

  /// The action of a step.
  public enum Action: Hashable, Sendable {
    /// Nothing: time passes.
    case wait
    /// Something happens to a party; `first` before what is due at the same instant.
    case input(party: String, Event, first: Bool)
    /// Something that is due then happens before whatever else is due; nothing where it is not.
    case due(DueItem)
    /// Something that is sent later on meets with a fault; it takes no time of its own.
    case fault(RunFault<Reply>)
  }

  /// Makes a step.
  public init(after: TimeSpan = .zero, _ action: Action) {
    self.after = after
    self.action = action
  }

  /// The fault, where the step is one.
  var fault: RunFault<Reply>? { if case .fault(let fault) = action { fault } else { nil } }

  /// The party that it is about.
  var party: String? {
    switch action {
    case .wait: nil
    case .input(let party, _, _): party
    case .due(let item): item.party
    case .fault(let fault): fault.request?.party ?? fault.message?.flight.party
    }
  }
}

/// Something that is due at an instant, among others.
public enum DueItem: Hashable, Sendable {
  /// A flight arrives.
  case arrival(FlightID)
  /// A timer fires.
  case timer(party: String, name: String)
  /// The transport gives a request up.
  case limit(RequestID)

  /// The device that it concerns.
  public var party: String {
    switch self {
    case .arrival(let flight): flight.party
    case .timer(let party, _): party
    case .limit(let request): request.party
    }
  }

  /// The choice by which a world lets it happen.
  func choice<Event, Reply>() -> WorldChoice<Event, Reply> {
    switch self {
    case .arrival(let flight): .deliver(flight)
    case .timer(let party, let name): .fire(party: party, timer: name)
    case .limit(let request): .giveUp(request)
    }
  }
}

/// A fault of a request or of a message on its way, in place of the normal delivery.
public enum RunFault<Reply: ScriptedReply>: Hashable, Sendable {
  /// The request is answered like this after this time.
  case answer(RequestID, Reply, after: TimeSpan)
  /// The request fails, and the device notices after this time.
  case fail(RequestID, NetworkFailure, after: TimeSpan)
  /// Nothing comes back until the transport gives up.
  case hang(RequestID)
  /// It never arrives.
  case drop(SentMessage)
  /// It arrives once more, this much later.
  case duplicate(SentMessage, after: TimeSpan)
  /// It arrives this much later.
  case delay(SentMessage, by: TimeSpan)

  // Either name stays the same when an earlier step is deleted.

  /// The request that it is about; `nil` for a message on its way.
  var request: RequestID? {
    switch self {
    case .answer(let request, _, _), .fail(let request, _, _), .hang(let request): request
    case .drop, .duplicate, .delay: nil
    }
  }

  /// The message that it is about; `nil` for a request that waits for an answer.
  var message: SentMessage? {
    switch self {
    case .answer, .fail, .hang: nil
    case .drop(let sent), .duplicate(let sent, _), .delay(let sent, _): sent
    }
  }
}

/// A message of a run: several have one name where a machine uses the number of a request again.
public struct SentMessage: Hashable, Sendable {
  /// Its name.
  public var flight: FlightID
  /// The number of messages of that name that the run has sent before it.
  public var earlier: Int64

  /// Names a message, the first of its name unless some were sent `earlier`.
  public init(_ flight: FlightID, earlier: Int64 = 0) {
    self.flight = flight
    self.earlier = earlier
  }
}
