import EventSourcing

/// The answers that a spec scripts, by kind of request: a source of choices.
public struct Script<Reply: ScriptedReply>: Sendable {
  /// The answers to one kind of request.
  public struct Answers: Sendable {
    /// The replies in the order of the requests; the last one repeats.
    public var replies: [Scripted<Reply>]
    /// The time from the request to the answer or to the failure.
    public var latency: TimeSpan

    /// Lists the answers to one kind of request.
    public init(replies: [Scripted<Reply>], latency: TimeSpan = .zero) {
      self.replies = replies
      self.latency = latency
    }
  }

  private var kinds: [String: (answers: Answers, given: Int)] = [:]
  private var counts: [String: Int64] = [:]

  /// A script that leaves every request to a plausible success without delay.
  public init() {}

  /// Scripts the answers to requests of `kind`.
  public mutating func set(_ answers: Answers, for kind: String) {
    kinds[kind] = (answers, 0)
  }

  /// Goes on counting where another script has stopped: generated content never repeats.
  mutating func continueCounts(of other: Script) { counts = other.counts }

  /// Takes the answer to the next request of a kind, whose number among these counts from 1.
  mutating func next(
    for kind: String
  ) -> (reply: Scripted<Reply>?, latency: TimeSpan, number: Int64) {
    let number = (counts[kind] ?? 0) + 1
    counts[kind] = number
    guard let (answers, given) = kinds[kind] else { return (nil, .zero, number) }
    kinds[kind]?.given += 1
    let reply = given < answers.replies.count ? answers.replies[given] : answers.replies.last
    return (reply, answers.latency, number)
  }
}

/// One scripted outcome of a request.
public enum Scripted<Reply: ScriptedReply>: Hashable, Sendable {
  /// An answer with this content.
  case reply(Reply)
  /// A bare status; the system fills in plausible content.
  case status(Int64)
  /// There was no network.
  case offline
  /// No answer came until the transport gave up.
  case timeout
}
