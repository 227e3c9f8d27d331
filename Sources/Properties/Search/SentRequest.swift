import Simulation

/// A request that was sent.
struct SentRequest {
  let id: RequestID
  let kind: String
  /// Its number among those of its kind.
  let number: Int64
  /// Whether no step says what becomes of it.
  var isPlain = false
}
