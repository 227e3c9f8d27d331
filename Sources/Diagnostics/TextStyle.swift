/// Whether written text carries the colours of a terminal.
public enum TextStyle: Sendable {
  /// No escape sequences, for files, pipes and `NO_COLOR`.
  case plain
  /// ANSI colours (ECMA-48, SGR).
  case ansi

  /// The purpose of a part of a text, from which its colours follow.
  ///
  /// The raw value has the parameters of SGR.
  public enum Role: String, Sendable {
    /// Verdicts first, then the parts of a page around them.
    case error = "1;31", warning = "1;33", good = "32", frame = "34", emphasis = "1", aside = "2"
  }

  /// `text` in the colours of `role`; unchanged when plain or empty.
  public func paint(_ text: String, _ role: Role) -> String {
    guard self == .ansi, !text.isEmpty else { return text }
    return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
  }
}
