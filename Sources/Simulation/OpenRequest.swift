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

// MARK: - For whoever folds a log

extension Engine {
  /// The open requests of all parties, in the order in which they were made.
  public var openRequests: [OpenRequest<S.Machine.Effect>] {
    parties.flatMap { $0.requests }.sorted { $0.effect.seq < $1.effect.seq }
  }

  /// The open request that a record of a log answers, or whose failure it is; folding the record
  /// ends it. `nil` where there is none.
  ///
  /// The record's cause is the effect that made the request, or else both have the same number.
  public func request(
    answeredBy record: RecordedEvent<S.Machine.Event>
  ) -> OpenRequest<S.Machine.Effect>? {
    guard let index = place(of: record.party) else { return nil }
    return answered(by: record, of: index).map { parties[index].requests[$0] }
  }

  /// The armed timer that has led to a record of a log; `nil` where there is none.
  public func timer(for record: RecordedEvent<S.Machine.Event>) -> ArmedTimer<S.Machine.Event>? {
    guard let index = place(of: record.party) else { return nil }
    return parties[index].timers.first { $0.hasLed(to: record.event, by: record.at) }
  }

  /// Removes the open request that the effect of this record made; `nil` where it has ended.
  @discardableResult
  public mutating func takeRequest(madeBy seq: Int64) -> OpenRequest<S.Machine.Effect>? {
    for index in parties.indices {
      if let request = parties[index].takeRequest(where: { $0.effect.seq == seq }) {
        return request
      }
    }
    return nil
  }

  /// Finds the place among a party's open requests of the one that a record answers.
  func answered(by record: RecordedEvent<S.Machine.Event>, of index: Int) -> Int? {
    if let cause = record.cause, let place = parties[index].place(ofRequestMadeBy: cause) {
      return place
    }
    guard S.role(of: record.event) == .inside, let number = record.event.request else {
      return nil
    }
    return parties[index].requests.firstIndex { $0.number == number }
  }
}
