import EventSourcing

/// The limits beyond which a server refuses requests.
struct ServerLimits: Sendable {
  /// The first line and the headers of a request; more is answered 431.
  var headBytes = 16 * 1_024
  /// The body of a request; more is answered 413.
  var bodyBytes = 1_024 * 1_024
  /// Connections at once; one more is answered 503.
  var connections = 256
  /// From the first byte of a request to its last; more is answered 408.
  var requestTime = TimeSpan.seconds(10)
  /// How long a connection may be idle between two requests, or take to read an answer, before it
  /// is closed.
  var idleTime = TimeSpan.minutes(1)
  /// How long a connection is kept open when a planned fault says that it is never answered.
  var hangTime = TimeSpan.minutes(10)
  /// How long a server that stops waits for the answers that are still due.
  var stopTime = TimeSpan.seconds(2)
}
