import EventSourcing
import Live

/// What is behind a server: it gets whole requests and decides how each is answered.
protocol WireService: Sendable {
  /// Takes a request; `peer` is the address it comes from.
  func serve(_ request: WireRequest, from peer: String) async -> ServedReply

  /// Records a request that was refused before it was whole; `path` is `nil` where that is why.
  func refused(_ refusal: WireRefusal, of path: String?, from peer: String) async
}

/// What a server does about a request.
enum ServedReply: Equatable, Sendable {
  /// It answers.
  case response(WireResponse)
  /// It ends the connection without an answer.
  case close
  /// It keeps the connection open and never answers.
  case silence
  /// It sends these bytes as they are, and ends the connection.
  case raw([UInt8])
  /// It answers with this many spaces.
  case padding(Int64)
}
