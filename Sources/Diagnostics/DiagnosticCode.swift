/// A kind of finding: a stable code with the page that `pushtrace explain` prints for it.
///
/// `S0xx` a file, `S1xx` its schema, `S2xx` its meaning, `Txxx` a run or a trace.
public struct DiagnosticCode: Hashable, Sendable {
  /// The subject of a finding, which decides how the command ends.
  public enum Kind: Sendable {
    /// A file or an option that cannot be used as it is.
    case input
    /// The behaviour that a run or a trace shows.
    case run
  }

  /// The subject of findings with this code.
  public let kind: Kind
  /// The code as it is printed, such as `S101`.
  public let id: String
  /// The problem in a few words.
  public let title: String
  /// The page: what it means, why it is refused, how to fix it.
  public let explanation: String

  /// Describes a code; modules list theirs so that `explain` finds them.
  public init(_ kind: Kind, _ id: String, _ title: String, _ explanation: String) {
    self.kind = kind
    self.id = id
    self.title = title
    self.explanation = explanation
  }

  public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
    left.id == right.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
