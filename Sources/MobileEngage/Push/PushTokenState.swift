import EventSourcing

/// The push token and what the backend is known to know of it (ME-6).
public struct PushTokenState: StateView {
  /// The token as the app last handed it over.
  public internal(set) var token: Personal?
  /// The token last acknowledged; the memory survives the process.
  public internal(set) var registered: Personal?

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("token", token, "As last handed over.")
    _ = try visitor("registered", registered, "As last acknowledged.")
  }
}
