import EventSourcing

/// Whether the user or the system started the app.
public enum LaunchState: String, Choice {
  /// The user opened it.
  case foreground
  /// The system woke it without showing it.
  case background
}
