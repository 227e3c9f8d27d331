import EventSourcing

/// A claim about a whole run: one sentence of the closed list, and the parties it is about.
public struct Rule: Sendable {
  /// The claim.
  public let sentence: Sentence
  /// The parties whose records are held against it.
  public let scope: RuleScope
  /// The field that groups the records by its value, as names joined by dots: the rule holds for
  /// each group by itself; `nil` where it holds for all together.
  public let key: String?

  /// Makes a sentence a rule.
  public init(_ sentence: Sentence, scope: RuleScope = .eachDevice, per key: String? = nil) {
    self.sentence = sentence
    self.scope = scope
    self.key = key
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
  /// The gap between two neighbours: bounds are closed. With a trend each gap is compared with
  /// the one before, anew after any of `anewAfter`; one of `upTo` or longer is long enough.
  case gapBetween(
    Pattern, atLeast: TimeSpan?, atMost: TimeSpan?, trend: GapTrend?, upTo: TimeSpan? = nil,
    anewAfter: [Pattern] = [])
  /// Each first is followed by a second at least `atLeast` and at most `within` later, both
  /// included; with `same`, by one with an equal value in this field.
  case whenever(
    Pattern, then: Pattern, atLeast: TimeSpan? = nil, within: TimeSpan, same: String?)
  /// After each first there is no second for this long, `nil` for ever, or until any of `until`;
  /// with `same`, none with an equal value in this field: then each value that a first has had is
  /// kept until it may come again, so that for ever keeps as much as there are values.
  case wheneverNot(
    Pattern, not: Pattern, lasting: TimeSpan?, until: [Pattern] = [], same: String? = nil)
  /// Each second has a first somewhere before it.
  case requires(Pattern, before: Pattern)
  /// The number of times that it happens, in the whole run or in each of the windows.
  case count(Pattern, in: CountWindow? = nil, accepts: @Sendable (Int) -> Bool)
  /// Each first carries in a field the value that the latest second has in `field`; before the
  /// first of those it may carry anything.
  case latest(Pattern, carries: String, from: Pattern, field: String)
}

/// The comparison of gaps with the one before.
public enum GapTrend: Equatable, Sendable {
  /// Each is at least as long.
  case neverShrinks
  /// Each is longer.
  case grows
}

/// The windows in which something is counted: one after each record of a kind.
public struct CountWindow: Sendable {
  /// The record that opens a window; it is not counted in it itself.
  public let opener: RecordPattern
  /// The length of a window, its end included; `nil` where only `closers` end it, and then one is
  /// open at a time.
  public let length: TimeSpan?
  /// The records that close every open window.
  public let closers: [RecordPattern]

  /// Describes windows.
  public init(after opener: RecordPattern, within length: TimeSpan?, until closers: [RecordPattern])
  {
    self.opener = opener
    self.length = length
    self.closers = closers
  }
}

extension Sentence {
  /// All patterns that it names.
  public var patterns: [Pattern] {
    switch self {
    case .never(let pattern, let before, let after):
      [pattern, before, after].compactMap { $0 }
    case .atMost(_, let pattern, _): [pattern]
    case .count(let pattern, let window, _):
      [pattern] + (window.map { [$0.opener] + $0.closers } ?? [])
    case .gapBetween(let pattern, _, _, _, _, let anewAfter): [pattern] + anewAfter
    case .whenever(let first, let second, _, _, _): [first, second]
    case .wheneverNot(let first, let second, _, let until, _): [first, second] + until
    case .requires(let first, let second): [first, second]
    case .latest(let each, _, let source, _): [each, source]
    }
  }

  /// The patterns that a trace has to record for the sentence to say anything.
  public var subjects: [Pattern] {
    switch self {
    case .never(let pattern, _, _), .atMost(_, let pattern, _),
      .gapBetween(let pattern, _, _, _, _, _):
      [pattern]
    case .count(let pattern, let window, _): [pattern, window?.opener].compactMap { $0 }
    case .whenever(let first, let second, _, _, _), .wheneverNot(let first, let second, _, _, _),
      .requires(let first, let second), .latest(let first, _, let second, _):
      [first, second]
    }
  }

  /// The patterns that each need a record before a run can break the sentence.
  public var needed: [Pattern] {
    switch self {
    case .never(let pattern, _, let after): [pattern, after].compactMap { $0 }
    case .atMost(_, let pattern, _), .gapBetween(let pattern, _, _, _, _, _): [pattern]
    case .whenever(let first, _, _, _, _): [first]
    case .wheneverNot(let first, let second, _, _, _), .latest(let first, _, let second, _):
      [first, second]
    case .requires(_, let second): [second]
    case .count(let pattern, let window, let accepts):
      [window?.opener, accepts(0) ? pattern : nil].compactMap { $0 }
    }
  }

  /// The pattern that puts the sentence to the test; `nil` where every run does.
  public var trigger: Pattern? {
    switch self {
    case .never(_, let before, let after): after ?? before
    case .atMost(_, let pattern, _), .gapBetween(let pattern, _, _, _, _, _): pattern
    case .whenever(let first, _, _, _, _), .wheneverNot(let first, _, _, _, _): first
    case .requires(_, let second): second
    case .count(_, let window, _): window?.opener
    case .latest(let each, _, _, _): each
    }
  }

  /// Whether it needs to know everything that happened before.
  public var looksBack: Bool {
    switch self {
    case .never(_, let before, let after): before != nil || after != nil
    case .count(_, let window, _): window == nil
    case .requires, .latest: true
    case .atMost, .gapBetween, .whenever, .wheneverNot: false
    }
  }
}
