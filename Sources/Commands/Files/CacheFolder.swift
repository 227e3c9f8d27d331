/// The user's folder for what may be lost at any time (XDG Base Directory Specification).
enum CacheFolder {
  /// The folder of this command; `nil` where the environment names neither XDG_CACHE_HOME nor HOME.
  static func path(in environment: [String: String]) -> String? {
    // A relative path is to be ignored, says the specification.
    for (name, below) in [("XDG_CACHE_HOME", "/pushtrace"), ("HOME", "/.cache/pushtrace")] {
      if let folder = environment[name], folder.hasPrefix("/") { return folder + below }
    }
    return nil
  }
}
