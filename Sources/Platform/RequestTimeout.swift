import EventSourcing

extension TimeSpan {
  /// The time for which the transport waits for an answer when the app says nothing.
  public static let defaultRequestTimeout = TimeSpan.seconds(30)
}
