extension Form {
  /// The sentences that a rule may say, in the order in which they are recognised.
  public static let sentences: [Form] = [
    .never, .gapBetween, .wheneverNot, .whenever, .requires, .count, .atMost, .latest,
  ]

  /// The keys of a sentence, without those that every rule may have.
  var sentenceKeys: [String] { FormNames.of(self).sentence }

  var marks: ArraySlice<String> { sentenceKeys.prefix(self == .wheneverNot ? 2 : 1) }
}

/// The keys that every rule may have.
enum RuleKey: String, Key {
  case id, on, per, covers, readings, note

  static let form = Form.never

  var declaration: KeyDeclaration {
    switch self {
    case .id: optional(.text, "A name for findings.", "RATE")
    case .on:
      otherwise(
        "each device by itself", .either([.name(.party), ScopeWord.type]),
        "The party that the rule is about. What only a backend orders or meets needs the backend's "
          + "name here, or all.", "all")
    case .per:
      optional(
        .name(.field),
        "A field that groups the records by its value: the rule holds for each group by itself.",
        "request")
    case .covers:
      optional(.list(.name(.requirement)), "Requirements that the rule follows.", "[REG-3]")
    case .readings:
      optional(
        .list(.name(.reading)),
        "The readings of which it is about the default value, or 'profile': conform judges it "
          + "under no other.", "[send]")
    case .note: optional(.text, "A remark for readers.", "\"the window is half-open\"")
    }
  }
}

extension RuleKey {
  /// The keys that a sentence may have beside its own: one that compares fields of two records
  /// tells them apart by these.
  static func declarations(of sentence: Form) -> [KeyDeclaration] {
    let tellsApart = [.whenever, .wheneverNot, .latest].contains(sentence)
    return allCases.filter { !(tellsApart && $0 == .per) }.map(\.declaration)
  }
}

/// The word for a rule about all parties together.
enum ScopeWord: String, WordSet {
  case all

  var summary: String { "All parties together, backends included." }
}

/// Whether a name means something else than a device in rules and claims: all parties or a backend.
package func isReserved(_ name: String, beside backends: [String]) -> Bool {
  backends.contains(name) || ScopeWord(rawValue: name) != nil
}

/// The keys of "it never happens".
enum NeverKey: String, Key {
  case never, before, after

  static let form = Form.never

  var declaration: KeyDeclaration {
    switch self {
    case .never: required(.recordPattern, "The record that never comes.", "send_registration")
    case .before:
      optional(.recordPattern, "Only until this has happened, in history too.", "app_launched")
    case .after:
      optional(.recordPattern, "Only once this has happened, in history too.", "app_force_closed")
    }
  }
}

/// The keys of "neighbours are so far apart".
enum GapBetweenKey: String, Key {
  case gapBetween = "gap_between"
  case atLeast = "at_least"
  case atMost = "at_most"
  case neverShrinks = "never_shrinks"
  case grows
  case upTo = "up_to"
  case anewAfter = "anew_after"

  static let form = Form.gapBetween

  var declaration: KeyDeclaration {
    switch self {
    case .gapBetween:
      required(.recordPattern, "The records that the gaps lie between.", "send_registration")
    case .atLeast: optional(.duration, "The shortest gap.", "60s")
    case .atMost: optional(.duration, "The longest gap.", "1d")
    case .neverShrinks:
      otherwise("false", .boolean, "Whether each gap is at least as long as the last.", "true")
    case .grows:
      otherwise("false", .boolean, "Whether each gap is longer than the last.", "true")
    case .upTo:
      optional(
        .duration, "The length from which on a gap is long enough, whatever the last one was.", "1d"
      )
    case .anewAfter:
      optional(
        .list(.recordPattern), "Records that begin a new row of gaps: the last one does not count.",
        "[app_launched]")
    }
  }
}

/// The keys of "after each of this, that follows".
enum WheneverKey: String, Key {
  case whenever, then
  case atLeast = "at_least"
  case within, same

  static let form = Form.whenever

  var declaration: KeyDeclaration {
    switch self {
    case .whenever: required(.recordPattern, "The record to be followed.", "send_registration")
    case .then: required(.recordPattern, "The record that follows.", "response_received")
    case .atLeast:
      optional(.duration, "The shortest delay; one that comes earlier does not count.", "2s")
    case .within: required(.duration, "The longest delay, its end included.", "30s")
    case .same: optional(.name(.field), "A field that both have, with equal values.", "request")
    }
  }
}

/// The keys of "after each of this, that does not happen for a while".
enum WheneverNotKey: String, Key {
  case whenever
  case not
  case lasting = "for"
  case until, same

  static let form = Form.wheneverNot

  var declaration: KeyDeclaration {
    switch self {
    case .whenever: required(.recordPattern, "The record that starts the time.", "app_force_closed")
    case .not: required(.recordPattern, "The record that does not come.", "send_registration")
    case .lasting:
      optional(.duration, "For how long, the end excluded; left out, 'until' alone ends it.", "60s")
    case .until:
      optional(.list(.recordPattern), "Records that end it; each of these does.", "[app_launched]")
    case .same:
      optional(
        .name(.field),
        "A field that both have: what has the same value in it does not happen, others may.",
        "request")
    }
  }
}

/// The keys of "this happened before that".
enum RequiresKey: String, Key {
  case requires, before

  static let form = Form.requires

  var declaration: KeyDeclaration {
    switch self {
    case .requires:
      required(
        .recordPattern, "The record that comes first, in history or in the run.", "app_launched")
    case .before: required(.recordPattern, "The record that it comes before.", "send_registration")
    }
  }
}

/// The keys of "it happens so often in the run".
enum CountKey: String, Key {
  case count
  case number = "is"
  case afterEach = "after_each"
  case within, until

  static let form = Form.count

  var declaration: KeyDeclaration {
    switch self {
    case .count:
      required(
        .recordPattern, "The records counted, from time zero on.", "send_registration")
    case .number: required(.matcher(.count), "The number of its occurrences.", "{ at_most: 3 }")
    case .afterEach:
      optional(
        .recordPattern, "Counted anew after each of these, and not in the whole run.",
        "response_received")
    case .within:
      optional(
        .duration, "For how long it is counted after each, the end included.", "30s")
    case .until:
      optional(
        .list(.recordPattern), "Records that end the counting after each.", "[app_launched]")
    }
  }
}

/// The keys of "at most so many in any window".
enum AtMostKey: String, Key {
  case atMost = "at_most"
  case of
  case inAny = "in_any"

  static let form = Form.atMost

  var declaration: KeyDeclaration {
    switch self {
    case .atMost: required(.number(atLeast: 0), "The greatest number of records in a window.", "1")
    case .of: required(.recordPattern, "The records counted.", "send_registration")
    case .inAny: required(.duration, "The length of the window, its end excluded.", "60s")
    }
  }
}

/// The keys of "each of these carries the latest value of those".
enum LatestKey: String, Key {
  case each, carries
  case fromLatest = "from_latest"
  case field

  static let form = Form.latest

  var declaration: KeyDeclaration {
    switch self {
    case .each: required(.recordPattern, "The records that carry the value.", "send_registration")
    case .carries:
      required(.name(.field), "The field that carries it.", "body.subscriberKey")
    case .fromLatest:
      required(
        .recordPattern, "The source of the value: the latest of these before it.",
        "contact_key_set")
    case .field:
      required(.name(.field), "The field of that record which has it.", "key")
    }
  }
}

/// The keys of rules that stand in a file of their own.
enum UsedRulesKey: String, Key {
  case use, with

  static let form = Form.usedRules

  var declaration: KeyDeclaration {
    switch self {
    case .use:
      required(
        .name(.rules),
        "The rules of the file rules/NAME.rules.yaml in the spec's folder, above it, or in Specs.",
        "spacing")
    case .with:
      optional(
        .map(.column, .open), "The values of its parameters.",
        "{ of: send_registration, at_least: 60s }")
    }
  }
}
