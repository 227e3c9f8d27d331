import EventSourcing

/// The answers that a spec scripts, by kind of request: a source of choices.
public struct Script<Reply: ScriptedReply>: Sendable {
  private var kinds: [String: (replies: [Scripted<Reply>], latency: TimeSpan, given: Int)] = [:]
  private var counts: [String: Int64] = [:]

  /// A script that leaves every request to a plausible success without delay.
  public init() {}

  /// Scripts the answers to requests of `kind`, in their order; the last one repeats. `latency` is
  /// the time from a request to its answer or failure.
  public mutating func set(
    _ replies: [Scripted<Reply>], latency: TimeSpan = .zero, for kind: String
  ) {
    kinds[kind] = (replies, latency, 0)
  }

  /// Goes on counting where another script has stopped: generated content never repeats.
  mutating func continueCounts(of other: Script) { counts = other.counts }

  /// Takes the answer to the next request of a kind, whose number among these counts from 1.
  mutating func next(
    for kind: String
  ) -> (reply: Scripted<Reply>?, latency: TimeSpan, number: Int64) {
    let number = (counts[kind] ?? 0) + 1
    counts[kind] = number
    guard let (replies, latency, given) = kinds[kind] else { return (nil, .zero, number) }
    kinds[kind]?.given += 1
    let reply = given < replies.count ? replies[given] : replies.last
    return (reply, latency, number)
  }
}

/// One scripted outcome of a request.
public enum Scripted<Reply: Equatable & Sendable>: Equatable, Sendable {
  /// An answer with this content.
  case reply(Reply)
  /// A bare status; the system fills in plausible content.
  case status(Int64)
  /// No answer came. With `timeout` the transport gives up at its own time, whatever the latency.
  case failed(NetworkFailure)

  /// Converts the content of an answer.
  public func map<Other, Failure>(
    _ content: (Reply) throws(Failure) -> Other
  ) throws(Failure) -> Scripted<Other> {
    switch self {
    case .reply(let reply): .reply(try content(reply))
    case .status(let status): .status(status)
    case .failed(let failure): .failed(failure)
    }
  }
}

extension Scripted: Hashable where Reply: Hashable {}
