import EventSourcing

/// The network between devices and backends in a simulated world.
///
/// Every fault on it is a choice, and shows in the log as an answer, a failure or its absence;
/// replay needs neither the network nor its seed.
public struct Network: Sendable {
  /// The time from a request to its answer when nothing goes wrong.
  public var latency: TimeSpan
  /// The faults that may happen; `nil` for a network without faults.
  public var faults: NetworkFaults?
  let seed: UInt64

  /// A network on which nothing goes wrong.
  public init(latency: TimeSpan) {
    self.latency = latency
    faults = nil
    seed = 0
  }

  /// A network whose faults are drawn from a stream for each party.
  public init(latency: TimeSpan, faults: NetworkFaults, seed: UInt64) {
    self.latency = latency
    self.faults = faults
    self.seed = seed
  }
}

/// The rates of faults on a network, in thousandths of the messages.
public struct NetworkFaults: Equatable, Sendable {
  /// The share of requests that never arrive.
  public var requestLost: Int64
  /// The share of answers that never arrive, after the backend has done its work.
  public var answerLost: Int64
  /// The share of pushes that never arrive.
  public var pushLost: Int64
  /// The share of messages that arrive twice.
  public var duplicated: Int64
  /// The share of messages that hang for up to `delay`, so that later ones overtake them.
  public var delayed: Int64
  /// The longest time that a delayed message hangs.
  public var delay: TimeSpan

  /// Sets how often things go wrong.
  public init(
    requestLost: Int64 = 0, answerLost: Int64 = 0, pushLost: Int64 = 0, duplicated: Int64 = 0,
    delayed: Int64 = 0, delay: TimeSpan = .minutes(2)
  ) {
    self.requestLost = requestLost
    self.answerLost = answerLost
    self.pushLost = pushLost
    self.duplicated = duplicated
    self.delayed = delayed
    self.delay = delay
  }
}

/// Draws what goes wrong with each message: a source of choices.
///
/// Each party has a stream of its own, so that one more device does not change what the others
/// draw.
struct FaultDrawing: Sendable {
  private let faults: NetworkFaults
  private let seed: UInt64
  private var streams: [String: RandomStream] = [:]

  init(_ faults: NetworkFaults, seed: UInt64) {
    self.faults = faults
    self.seed = seed
  }

  /// Draws the choices for a message that was just sent; empty for the normal delivery.
  ///
  /// Every draw is made whatever the others gave, so that one rate does not shift the others.
  mutating func choices<Event: Vocabulary, Reply: ScriptedReply>(
    for flight: FlightID
  ) -> [WorldChoice<Event, Reply>] {
    var stream =
      streams[flight.party] ?? RandomStream(seed: seed, name: "network/\(flight.party)")
    let lostRate =
      switch flight.half {
      case .request: faults.requestLost
      case .answer: faults.answerLost
      case .message: faults.pushLost
      }
    let lost = stream.chance(perThousand: lostRate)
    let late = stream.chance(perThousand: faults.delayed)
    let delay = TimeSpan(milliseconds: stream.below(faults.delay.milliseconds))
    let twice = stream.chance(perThousand: faults.duplicated)
    let echo = TimeSpan(milliseconds: stream.below(faults.delay.milliseconds))
    streams[flight.party] = stream
    if lost { return [.drop(flight)] }
    // The copy is made of the delayed message, so that it comes after it.
    return (late ? [.delay(flight, by: delay)] : [])
      + (twice ? [.duplicate(flight, after: echo)] : [])
  }
}
