import EventSourcing
import Live

/// What is behind a server: it gets whole requests and says what becomes of each.
protocol WireService: Sendable {
  /// Takes a request; `peer` is the address it comes from.
  func serve(_ request: WireRequest, from peer: String) async -> ServedReply

  /// Hears of a request that was refused before it was whole.
  func refused(_ status: Int64, _ reason: String, from peer: String) async
}

/// What a server does about a request.
enum ServedReply: Equatable, Sendable {
  /// It answers.
  case response(WireResponse)
  /// It ends the connection without an answer.
  case close
  /// It keeps the connection open and never answers.
  case silence
  /// It sends bytes that are no HTTP, and ends the connection.
  case raw([UInt8])
  /// It answers with this many bytes of nothing.
  case padding(Int64)
}
