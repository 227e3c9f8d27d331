import Platform

/// An answer of a server.
struct Answer {
  /// The HTTP status.
  var status: Int64
  /// For how many seconds the server wants to be left alone.
  var retryAfter: Int64?
  /// The messages that a fetch brought.
  var messages: [DownloadedMessage]

  /// Whether the server took the request.
  var isSuccess: Bool { ServerStatus(status).isSuccess }
}
