import EventSourcing

/// The data that a newly installed app finds.
public enum StoredData: String, Choice {
  /// Nothing: the app was deleted, or its data wiped.
  case none
  /// The data of another device, out of a backup.
  case backup
}
