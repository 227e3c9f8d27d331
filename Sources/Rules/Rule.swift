import EventSourcing

/// A claim about a whole run: one sentence of the closed list, and the parties it is about.
public struct Rule: Sendable {
  /// What has to hold.
  public let sentence: Sentence
  /// Whose records are held against it.
  public let scope: RuleScope

  /// Makes a sentence a rule.
  public init(_ sentence: Sentence, scope: RuleScope = .eachDevice) {
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
public enum Sentence: Sendable {
  /// A pattern of records.
  public typealias Pattern = RecordPattern

  /// The first never happens: at all, until `before` has happened, or once `after` has.
  case never(Pattern, before: Pattern?, after: Pattern?)
  /// At most so many in any window of this length.
  case atMost(Int, of: Pattern, inAny: TimeSpan)
  /// What lies between two neighbours: bounds are closed. Gaps that never shrink may shrink to
  /// `upTo`, and are compared anew after any of `anewAfter`.
  case gapBetween(
    Pattern, atLeast: TimeSpan?, atMost: TimeSpan?, neverShrinks: Bool, upTo: TimeSpan? = nil,
    anewAfter: [Pattern] = [])
  /// Each first is followed by a second at most `within` later, that instant included; with
  /// `same`, by one with an equal value in this field.
  case whenever(Pattern, then: Pattern, within: TimeSpan, same: String?)
  /// After each first there is no second for this long, or until any of `until`; with `same`,
  /// none with an equal value in this field.
  case wheneverNot(
    Pattern, not: Pattern, lasting: TimeSpan, until: [Pattern] = [], same: String? = nil)
  /// Each second has a first somewhere before it.
  case requires(Pattern, before: Pattern)
  /// How often it happens in the whole run.
  case count(Pattern, accepts: @Sendable (Int) -> Bool)
}

extension Sentence {
  /// All patterns that it names.
  public var patterns: [Pattern] {
    switch self {
    case .never(let pattern, let before, let after):
      [pattern, before, after].compactMap { $0 }
    case .atMost(_, let pattern, _), .count(let pattern, _): [pattern]
    case .gapBetween(let pattern, _, _, _, _, let anewAfter): [pattern] + anewAfter
    case .whenever(let first, let second, _, _): [first, second]
    case .wheneverNot(let first, let second, _, let until, _): [first, second] + until
    case .requires(let first, let second): [first, second]
    }
  }

  /// The patterns of which a record has to be there for the sentence to say anything.
  public var subjects: [Pattern] {
    switch self {
    case .never(let pattern, _, _), .atMost(_, let pattern, _), .count(let pattern, _),
      .gapBetween(let pattern, _, _, _, _, _):
      [pattern]
    case .whenever(let first, let second, _, _), .wheneverNot(let first, let second, _, _, _),
      .requires(let first, let second):
      [first, second]
    }
  }

  /// The patterns that each need a record before a run can break the sentence.
  public var needed: [Pattern] {
    switch self {
    case .never(let pattern, _, let after): [pattern, after].compactMap { $0 }
    case .atMost(_, let pattern, _), .gapBetween(let pattern, _, _, _, _, _): [pattern]
    case .whenever(let first, _, _, _): [first]
    case .wheneverNot(let first, let second, _, _, _): [first, second]
    case .requires(_, let second): [second]
    case .count(let pattern, let accepts): accepts(0) ? [pattern] : []
    }
  }

  /// The pattern that puts the sentence to the test; `nil` where every run does.
  public var trigger: Pattern? {
    switch self {
    case .never(_, let before, let after): after ?? before
    case .atMost(_, let pattern, _), .gapBetween(let pattern, _, _, _, _, _): pattern
    case .whenever(let first, _, _, _), .wheneverNot(let first, _, _, _, _): first
    case .requires(_, let second): second
    case .count: nil
    }
  }

  /// Whether it needs to know everything that happened before.
  public var looksBack: Bool {
    switch self {
    case .never(_, let before, let after): before != nil || after != nil
    case .requires, .count: true
    case .atMost, .gapBetween, .whenever, .wheneverNot: false
    }
  }
}
