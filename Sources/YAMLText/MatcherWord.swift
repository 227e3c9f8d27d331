/// The words that may stand in place of a value, without quotes.
public enum MatcherWord: String, CaseIterable, Sendable {
  case any, absent, present

  /// The meaning of the word in one sentence.
  public var summary: String {
    switch self {
    case .any: "Whatever stands there, or nothing."
    case .absent: "Nothing stands there, or null."
    case .present: "Something stands there that is not null."
    }
  }
}
