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
  }

  /// `text` in the colours of `role`; unchanged when plain or empty.
  public func paint(_ text: String, _ role: Role) -> String {
    guard self == .ansi, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters(role))m\(text)\u{1B}[0m"
  }

  private func parameters(_ role: Role) -> String {
    switch role {
    case .error: "1;31"
    case .warning: "1;33"
    case .good: "32"
    case .frame: "34"
    case .emphasis: "1"
    case .aside: "2"
    }
  }
}
