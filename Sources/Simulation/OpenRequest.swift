import EventSourcing

/// A request that a party has made and that nothing has ended yet: no answer, no failure, and not
/// the end of the party's process.
///
/// Two requests are equal if they have the same number and limit, whatever records made them.
public struct OpenRequest<Effect: Vocabulary>: Hashable, Sendable {
  /// The party's number for it; `nil` for one that no answer names.
  public let number: Int64?
  /// The instant at which the transport gives it up.
  public let limit: Instant
  /// The name under `given.backend` that scripts its answers; `nil` where none are scripted.
  @Incidental public private(set) var kind: String?
  /// The effect that made it.
  @Incidental public private(set) var effect: RecordedEffect<Effect>
  /// The number of answers that were sent, to name them.
  @Incidental var answers: Int64 = 0

  init<Event>(_ request: Request<Event>, madeBy effect: RecordedEffect<Effect>) {
    number = request.id
    limit = effect.at + request.timeout
    kind = request.kind
    self.effect = effect
  }
}
