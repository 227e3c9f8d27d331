import Diagnostics
import Rules

/// A rule with the place where it is written.
public struct PlacedRule: Sendable {
  /// Its id, where it has one.
  public let id: String?
  /// The sentence as it is written, for reports.
  public let text: String
  /// Where the sentence begins.
  public let place: Place
  /// Where its bound is written, where it has one.
  package let boundPlace: Place?
  /// What has to happen for the rule to be kept, where it asks for something.
  package let sought: SoughtRecord?
  /// The record that puts the rule to the test, as it is written.
  package let awaited: String?
  /// The requirements that it follows.
  public let covers: [String]
  /// The readings of which it is about the default value.
  public let readings: [String]
  /// What the rule says.
  public let rule: Rule
}

/// An event or effect that a rule asks for.
package struct SoughtRecord: Sendable {
  /// Its name.
  package let name: String
  /// What its fields must be like.
  package let fields: Matcher?
}
