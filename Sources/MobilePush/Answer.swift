import Platform

/// An answer of a server.
struct Answer {
  /// The HTTP status.
  var status: Int64
  /// The number of seconds for which the server wants no requests.
  var retryAfter: Int64?
  /// The messages that a fetch brought.
  var messages: [DownloadedMessage]

  /// Whether the server took the request.
  var isSuccess: Bool { ServerStatus(status).isSuccess }
}
