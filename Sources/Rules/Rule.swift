import EventSourcing

/// A claim about a whole run: one sentence of the closed list, and the parties it is about.
public struct Rule<Machine: Reducer>: Sendable {
  /// What has to hold.
  public let sentence: Sentence<Machine>
  /// Whose records are held against it.
  public let scope: RuleScope

  /// Makes a sentence a rule.
  public init(_ sentence: Sentence<Machine>, scope: RuleScope = .eachDevice) {
    self.sentence = sentence
    self.scope = scope
  }
}

/// The parties that a rule is about.
public enum RuleScope: Equatable, Sendable {
  /// Each device by itself.
  case eachDevice
  /// One party by itself.
  case party(String)
  /// All parties together, backends included.
  case all
}

/// The sentences that a rule may say. Windows are half-open, `[t, t + d)`, unless said otherwise.
public enum Sentence<Machine: Reducer>: Sendable {
  /// A pattern of records.
  public typealias Pattern = RecordPattern<Machine>

  /// The first never happens: at all, until `before` has happened, or once `after` has.
  case never(Pattern, before: Pattern?, after: Pattern?)
  /// At most so many in any window of this length.
  case atMost(Int, of: Pattern, inAny: TimeSpan)
  /// What lies between two neighbours: bounds are closed.
  case gapBetween(Pattern, atLeast: TimeSpan?, atMost: TimeSpan?, neverShrinks: Bool)
  /// Each first is followed by a second at most `within` later, that instant included; with
  /// `same`, by one with an equal value in this field.
  case whenever(Pattern, then: Pattern, within: TimeSpan, same: String?)
  /// After each first there is no second for this long.
  case wheneverNot(Pattern, not: Pattern, lasting: TimeSpan)
  /// Each second has a first somewhere before it.
  case requires(Pattern, before: Pattern)
  /// How often it happens in the whole run.
  case count(Pattern, accepts: @Sendable (Int) -> Bool)
}
