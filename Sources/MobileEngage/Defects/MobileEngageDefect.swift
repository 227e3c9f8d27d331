import EventSourcing

/// The rules that can be broken as public SDKs once broke them.
///
/// Each is read at the rule alone, through the settings. It stands in the state and not in a
/// reading, a profile or the configuration, so that no event, spec or trace can bring it about: only
/// a device that is installed with it has it, and only the gallery installs one. It is left out of
/// what is written down, compared and shown, so a machine without a bug is as it was.
public enum MobileEngageDefect: String, CaseIterable, Sendable {
  /// A refused call is refreshed without a refresh token, again and again.
  case endlessRefreshing = "endless-refreshing"
}
