import EventSourcing

/// Sends requests to a server and reports what becomes of them.
///
/// Its methods return at once and may be called from any thread. What it reports is reported once
/// for each request, from any thread, and never while `send` runs.
public protocol Transport: Sendable {
  /// Sends a request; `report` gets the response, or the reason why none came.
  ///
  /// After `limit` the transport reports `timeout`, also where a response has begun to come. A
  /// response that is longer than the transport takes is cut off and reported as lost.
  func send(
    _ request: WireRequest, as id: EffectID, limit: TimeSpan,
    report: @escaping @Sendable (TransportResult) -> Void)

  /// Gives a request up: nothing more is reported of it.
  func cancel(_ id: EffectID)
}

/// What became of a request.
public enum TransportResult: Hashable, Sendable {
  /// A response came, whatever its status.
  case response(WireResponse)
  /// None came; the note says why, for the log.
  case failure(NetworkFailure, note: String)
}
