import Live

/// The service behind a server: it gets complete requests and decides how to answer each.
protocol WireService: Sendable {
  /// Handles a request; `peer` is the address it comes from.
  func serve(_ request: WireRequest, from peer: String) async -> ServedReply

  /// Records a request that was refused before it was complete; `request` is `nil` if its head
  /// could not be read.
  func refused(_ refusal: WireRefusal, of request: WireRequest?, from peer: String) async
}

/// The reply of a server to a request.
enum ServedReply: Equatable, Sendable {
  /// It answers.
  case response(WireResponse)
  /// Closes the connection without an answer.
  case close
  /// Keeps the connection open and never answers.
  case silence
  /// Sends these raw bytes and closes the connection.
  case raw([UInt8])
  /// It answers with this many spaces.
  case padding(Int64)
}
