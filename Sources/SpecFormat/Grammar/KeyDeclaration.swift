/// One key of a form: all that readers, messages, schemas and documentation know about it.
public struct KeyDeclaration: Hashable, Sendable {
  /// The key as it is written.
  public let name: String
  /// What may stand under it.
  public let type: GrammarType
  /// Whether an author has to write it.
  public let presence: Presence
  /// What it means, in one sentence.
  public let summary: String
  /// The key with a value, as YAML on one line.
  public let example: String

  /// The value of a key that is left out, as YAML.
  var otherwise: String? { if case .otherwise(let value) = presence { value } else { nil } }

  /// Whether an author has to write a key.
  public enum Presence: Hashable, Sendable {
    case required, optional
    /// It may be left out and then has this value, as YAML.
    case otherwise(String)
  }
}

/// The keys of one form as a closed set, so that a reader cannot ask for a key that is not
/// declared.
protocol Key: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// The map that has these keys.
  static var form: Form { get }

  /// All that is known about the key.
  var declaration: KeyDeclaration { get }
}

extension Key {
  static var declarations: [KeyDeclaration] { allCases.map(\.declaration) }

  func required(_ type: GrammarType, _ summary: String, _ example: String) -> KeyDeclaration {
    declaration(type, .required, summary, example)
  }

  func optional(_ type: GrammarType, _ summary: String, _ example: String) -> KeyDeclaration {
    declaration(type, .optional, summary, example)
  }

  func otherwise(
    _ value: String, _ type: GrammarType, _ summary: String, _ example: String
  ) -> KeyDeclaration {
    declaration(type, .otherwise(value), summary, example)
  }

  private func declaration(
    _ type: GrammarType, _ presence: KeyDeclaration.Presence, _ summary: String,
    _ example: String
  ) -> KeyDeclaration {
    KeyDeclaration(
      name: rawValue, type: type, presence: presence, summary: summary,
      example: "\(rawValue): \(example)")
  }
}

/// Words that may stand in one place, as a closed set.
protocol WordSet: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// What the word means, in one sentence.
  var summary: String { get }
}

extension WordSet {
  static var type: GrammarType {
    .words(allCases.map { GrammarWord(name: $0.rawValue, summary: $0.summary) })
  }
}
