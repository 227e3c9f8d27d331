import EventSourcing

extension TimeSpan {
  /// How long the transport waits for an answer when the app says nothing.
  public static let defaultRequestTimeout = TimeSpan.seconds(30)
}
