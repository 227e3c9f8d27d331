enum SpecKey: String, Key {
  case format, sdk, feature, section, tags, covers, observe, groups, defaults, always, scenarios

  static let form = Form.spec

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .sdk:
      required(.name(.system), "The system that the scenarios are about.", "mobilepush")
    case .feature: optional(.text, "The subject of the scenarios.", "Registration throttle")
    case .section: optional(.text, "The part of the documents that they follow.", "How it works")
    case .tags:
      optional(
        .list(.name(.tag)), "Tags that every scenario has, beside its own.", "[registration]")
    case .covers:
      optional(
        .list(.name(.requirement)), "Requirements that every scenario speaks about.", "[REG-3]")
    case .observe:
      otherwise(
        "every effect that leaves the process of a device", .list(.name(.effect)),
        "The kinds of effects that have to be claimed, also where a simulated backend orders them.",
        "[send_registration]")
    case .groups:
      optional(
        .map(.group, .list(.form(.step), atLeast: 1)),
        "Steps that scenarios use by a name; their times count from the step that uses them.",
        "{ sign_in: [{ at: 0s, event: contact_key_set, with: { key: ada } }] }")
    case .defaults:
      optional(
        .form(.defaults),
        "The start of every scenario; its own keys go first, key by key through maps, and its "
          + "own lists replace these.", "{ given: { use: [fresh_install] } }")
    case .always:
      optional(
        .rules, "Rules that hold for every scenario, from time zero on.",
        "[{ never: diagnose }]")
    case .scenarios:
      required(
        .list(.form(.scenario), atLeast: 1), "The scenarios, in the order in which they run.",
        "[{ name: Nothing happens, steps: [{ at: 0s }] }]")
    }
  }
}

enum RulesKey: String, Key {
  case format, sdk, parameters, covers, always

  static let form = Form.rules

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .sdk: required(.name(.system), "The system that the rules are about.", "mobilepush")
    case .parameters:
      optional(
        .list(.name(.column)),
        "Names that <name> stands for: specs use the file by its name and give them values.",
        "[of, at_least]")
    case .covers:
      optional(.list(.name(.requirement)), "Requirements that the rules follow.", "[REG-3]")
    case .always: required(.rules, "The rules.", "[{ never: diagnose }]")
    }
  }
}

enum FixtureKey: String, Key {
  case format, sdk, fixture, device, config, history

  static let form = Form.fixture

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .sdk: optional(.name(.system), "The system that the fixture is for.", "mobilepush")
    case .fixture: optional(.text, "Its name under 'use'.", "logged_in")
    case .device:
      optional(
        .fields(.device), "The device's profile where it is not the default.",
        "{ locale: nb_NO }")
    case .config:
      optional(
        .fields(.configuration), "The configuration where it is not the default.",
        "{ request_timeout: 10s }")
    case .history:
      optional(
        .list(.form(.historyStep)), "The events before time zero, in order.",
        "[{ at: -1h, event: app_launched }]")
    }
  }
}

enum CatalogueKey: String, Key {
  case format, requirements

  static let form = Form.catalogue

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .requirements:
      required(
        .list(.form(.requirement)), "The requirements, in the order in which reports list them.",
        "[{ id: REG-3, from: [SITE], says: \"At least sixty seconds apart.\" }]")
    }
  }
}

enum RequirementKey: String, Key {
  case id, from, says, advice, window, clauses
  case noRule = "no_rule"

  static let form = Form.requirement

  var declaration: KeyDeclaration {
    switch self {
    case .id: required(.text, "Its name under 'covers'.", "REG-3")
    case .from: optional(.list(.text), "Keys of the documents that say it.", "[SITE, GUIDE]")
    case .says: required(.text, "The statement.", "\"At least sixty seconds apart.\"")
    case .advice:
      otherwise(
        "false", .boolean,
        "Whether it is a duty of the app or the marketer, of which a breach is diagnosed.", "true")
    case .window:
      optional(
        .duration,
        "The longest window that the statement leaves; lint reports claims that allow more.",
        "60s")
    case .clauses:
      optional(
        .map(.clause, .text),
        "The parts that are covered one by one, each by its own id alone, as REG-3.first.",
        "{ first: \"The first is no exception.\", retry: \"Nor is a retry.\" }")
    case .noRule:
      optional(
        .text, "Why no trace of a device shows a breach of it, so that conform has no rule.",
        "\"What Engagement keeps is not in it.\"")
    }
  }
}

extension KeyDeclaration {
  static func format(_ key: some Key) -> KeyDeclaration {
    key.required(.number(atLeast: 1), "The version of the format; this one is 1.", "1")
  }
}

extension GrammarType {
  static let rules = GrammarType.list(
    .either((Form.sentences + [.usedRules]).map { .form($0) }))
}
