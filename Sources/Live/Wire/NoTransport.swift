import EventSourcing

/// The transport of a host without a server, where every request fails at once.
public struct NoTransport: Transport {
  /// Creates it.
  public init() {}

  /// Reports that there is no network.
  public func send(
    _ request: WireRequest, as id: EffectID, limit: TimeSpan,
    report: @escaping @Sendable (TransportResult) -> Void
  ) {
    Task { report(.failure(.offline, note: "no server was named")) }
  }

  /// Does nothing, as every request has already failed.
  public func cancel(_ id: EffectID) {}
}
