/// The reason why a request was not answered.
public enum NetworkFailure: String, Choice {
  /// There was no network when it was to leave.
  case offline
  /// No answer came in time.
  case timeout
  /// The connection broke on the way.
  case connectionLost = "connection_lost"
}
