import EventSourcing

/// The inputs, faults and answers with which a world may go on, beside the passing of time. For an
/// exhaustive search they are few, since every one multiplies the states.
public struct Alphabet<Event: Vocabulary, Reply: ScriptedReply>: Sendable {
  /// The events that may happen to each device at any time.
  public var inputs: [Event]
  /// The answers that requests of each kind may get; a kind that is not named here hangs until the
  /// transport gives up.
  public var replies: [(kind: String, replies: [Reply])]
  /// The ways in which a request may fail at once.
  public var failures: [NetworkFailure] = []
  /// Whether what is on its way to or from simulated backends may be lost.
  public var drops = false
  /// Whether what is on its way to or from simulated backends may arrive twice.
  public var duplicates = false
  /// The lengths of waits, beside those that end at the edges of windows and just before them.
  public var waits: [TimeSpan] = []

  /// Chooses what may happen.
  public init(inputs: [Event], replies: [(kind: String, replies: [Reply])] = []) {
    self.inputs = inputs
    self.replies = replies
  }

  /// The replies to a kind of request.
  public func replies(to kind: String?) -> [Reply] {
    replies.first { $0.kind == kind }?.replies ?? []
  }
}

extension World {
  /// Lists the moves of an alphabet with which the world can go on, in an order that depends on the
  /// world alone.
  ///
  /// Inputs happen to `devices`; at `edge`, time alone changes something first.
  public mutating func moves(
    of alphabet: Alphabet<S.Machine.Event, S.Reply>, devices: [String],
    edge: Instant = .distantFuture
  ) -> [Move<S.Machine.Event, S.Reply>] {
    var moves: [Move<S.Machine.Event, S.Reply>] = []
    for (id, kind) in openRequests {
      moves += alphabet.replies(to: kind).map { .answer(id, with: $0) }
      moves += alphabet.failures.map { .failure(id, $0) }
    }
    for device in devices {
      moves += alphabet.inputs.map { .choice(.input(Input(at: now, party: device, event: $0))) }
    }
    for choice in choices() {
      switch choice {
      case .drop where !alphabet.drops, .duplicate where !alphabet.duplicates: continue
      case _: moves.append(.choice(choice))
      }
    }
    let waits = alphabet.waits(from: now, until: nextDue(), edge: edge)
    return moves + waits.map { .choice(.wait(until: $0)) }
  }
}

extension Alphabet {
  /// Lists the instants to wait for: the next edge, the millisecond before it, and the alphabet's
  /// own waits; none after what is due.
  fileprivate func waits(from now: Instant, until due: Instant?, edge: Instant) -> [Instant] {
    var result: [Instant] = []
    if edge < .distantFuture { result = [edge - .milliseconds(1), edge] }
    for wait in waits where !result.contains(now + wait) { result.append(now + wait) }
    return result.filter { $0 > now && $0 <= due ?? .distantFuture }
  }
}

extension System {
  /// The alphabet with a sample of each event that comes from outside, and a success and a failure
  /// of the server for each kind of request.
  public static var sampleAlphabet: Alphabet<Machine.Event, Reply> {
    Alphabet(
      inputs: Machine.Event.samples.filter { $0.name.role.isFromOutside },
      replies: requestKinds.map { kind in
        (kind, [defaultReply(to: kind, number: 1), reply(status: 503, to: kind, number: 1)])
      })
  }
}

/// One step of an exhaustive search, or of somebody who explores by hand: a choice, or an answer
/// together with its arrival.
public indirect enum Move<Event: Vocabulary, Reply: ScriptedReply> {
  /// A choice of the world itself.
  case choice(WorldChoice<Event, Reply>)
  /// A request is answered, and the answer arrives at once.
  case answer(RequestID, with: Reply)
  /// A request fails, and the device notices at once.
  case failure(RequestID, NetworkFailure)

  /// The choices by which the world is stepped, in order.
  public var choices: [WorldChoice<Event, Reply>] {
    switch self {
    case .choice(let choice): [choice]
    case .answer(let request, let reply):
      [.answer(request, with: reply, after: .zero), .deliver(arrival(of: request))]
    case .failure(let request, let failure):
      [.fail(request, failure, after: .zero), .deliver(arrival(of: request))]
    }
  }

  /// The device that alone takes part, at this instant; `nil` for all other moves.
  public var device: String? {
    switch self {
    case .choice(.input(let input)): input.party
    case .answer(let request, _), .failure(let request, _): request.party
    case .choice: nil
    }
  }

  private func arrival(of request: RequestID) -> FlightID {
    FlightID(party: request.party, half: .answer, number: request.number)
  }
}
