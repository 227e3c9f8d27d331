/// Whether written text carries the colours of a terminal.
public enum TextStyle: Sendable {
  /// No escape sequences, for files, pipes and `NO_COLOR`.
  case plain
  /// ANSI colours (ECMA-48, SGR).
  case ansi

  /// The purpose of a part of a text, from which its colours follow.
  public enum Role: Sendable {
    /// Verdicts first, then the parts of a page around them.
    case error, warning, good, frame, emphasis, aside

    /// The parameters of SGR.
    fileprivate var parameters: String {
      switch self {
      case .error: "1;31"
      case .warning: "1;33"
      case .good: "32"
      case .frame: "34"
      case .emphasis: "1"
      case .aside: "2"
      }
    }
  }

  /// `text` in the colours of `role`; unchanged when plain or empty.
  public func paint(_ text: String, _ role: Role) -> String {
    guard self == .ansi, !text.isEmpty else { return text }
    return "\u{1B}[\(role.parameters)m\(text)\u{1B}[0m"
  }
}
