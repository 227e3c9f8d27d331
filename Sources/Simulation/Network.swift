import EventSourcing

/// The way between devices and backends in a simulated world.
///
/// Whatever it decides becomes visible in the log as an answer, a failure or its absence; replay
/// needs neither the network nor its seed.
public struct Network: Sendable {
  /// The time from a request to its answer when nothing goes wrong.
  public var latency: TimeSpan
  /// What may go wrong; `nil` for a network without faults.
  public var faults: NetworkFaults?
  private let seed: UInt64

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

  /// What becomes of one message.
  struct Journey: Equatable, Sendable {
    /// When each copy arrives, counted from the sending; empty when the message is lost.
    var arrivals: [TimeSpan]
  }

  /// The stream from which the faults on a party's way are drawn.
  func stream(for party: String) -> RandomStream {
    RandomStream(seed: seed, name: "network/\(party)")
  }

  /// Draws the way of one message from the stream of the device that sends or gets it.
  func journey(_ half: Half, stream: inout RandomStream) -> Journey {
    let share = TimeSpan(milliseconds: latency.milliseconds / 2)
    let base = half == .request ? share : latency - share
    guard let faults else { return Journey(arrivals: [base]) }
    return faults.journey(base: base, half: half, stream: &stream)
  }

  /// One direction of an exchange.
  enum Half: Sendable {
    case request, answer, push
  }
}

/// How often things go wrong on a network, in thousandths of the messages.
public struct NetworkFaults: Equatable, Sendable {
  /// Requests that never arrive.
  public var requestLost: Int64
  /// Answers that never arrive, after the backend has done its work.
  public var answerLost: Int64
  /// Pushes that never arrive.
  public var pushLost: Int64
  /// Messages that arrive twice.
  public var duplicated: Int64
  /// Messages that hang for up to `delay`, so that later ones overtake them.
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

  /// Every draw is made whatever the others gave, so that one rate does not shift the others.
  func journey(
    base: TimeSpan, half: Network.Half, stream: inout RandomStream
  ) -> Network.Journey {
    let lostRate =
      switch half {
      case .request: requestLost
      case .answer: answerLost
      case .push: pushLost
      }
    let lost = stream.chance(perThousand: lostRate)
    let late = stream.chance(perThousand: delayed)
    let hanging = TimeSpan(milliseconds: stream.below(delay.milliseconds))
    let twice = stream.chance(perThousand: duplicated)
    let echo = TimeSpan(milliseconds: stream.below(delay.milliseconds))
    if lost { return Network.Journey(arrivals: []) }
    let first = base + (late ? hanging : .zero)
    return Network.Journey(arrivals: twice ? [first, first + echo] : [first])
  }
}
