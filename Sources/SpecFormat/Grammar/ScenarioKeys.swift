enum ScenarioKey: String, Key {
  case name, id, covers, tags, observe, given, examples, steps
  case runUntil = "run_until"
  case budget, timeline, states, always, finally, trace, reproduce
  case knownBug = "known_bug"
  case skip, note

  static let form = Form.scenario

  var declaration: KeyDeclaration {
    switch self {
    case .name:
      required(.text, "A sentence that says what holds.", "A burst of changes leaves as one call")
    case .id:
      optional(
        .text, "A name that stays, for --id, saved traces and reports.", "THR-01")
    case .covers:
      optional(
        .list(.name(.requirement)),
        "Requirements, or clauses of them, that the scenario speaks about.",
        "[REG-2, ENG-1.in_app]")
    case .tags: optional(.list(.name(.tag)), "Tags for --tag, beside the file's.", "[slow]")
    case .observe:
      otherwise(
        "what the file observes", .list(.name(.effect)),
        "The kinds of effects that have to be claimed, also where a simulated backend orders them.",
        "[send_registration]")
    case .given:
      optional(
        .form(.given), "The situation before the first step.", "{ use: [registered_device] }")
    case .examples:
      optional(
        .form(.examples), "Values that replace <column>; the scenario runs once for each row.",
        "{ columns: [wait], rows: [[1s], [1m]] }")
    case .steps:
      optional(
        .list(.form(.step), atLeast: 1),
        "The steps, in the order of time; they replace those of 'defaults'.",
        "[{ at: 0s, event: app_backgrounded }]")
    case .runUntil:
      otherwise(
        "the last step", .duration, "The end of the run; what is due at that instant still runs.",
        "5m")
    case .budget:
      otherwise(
        "10000000", .number(atLeast: 1), "The records after which a run is stopped as endless.",
        "50000")
    case .timeline:
      optional(
        .map(
          .effect,
          .either([.list(.either([.matcher(.instant), .form(.occurrence)])), TimelineWord.type])),
        "Every occurrence of a kind of effect in the run, by kind; 'expect' leaves those out.",
        "{ send_registration: [{ between: [0s, 60s] }] }")
    case .states:
      optional(
        .map(.stateField, .list(.form(.stateChange), atLeast: 1)),
        "Fields of the state over the whole run: each value holds at the end of every instant from "
          + "its time on, until the next.",
        "{ contact_key: [{ at: 0s, is: absent }, { at: 1m, is: ada }] }")
    case .always:
      optional(
        .rules,
        "Rules that hold in this run from time zero on, beside the file's; only what 'requires', "
          + "'before' and 'after' name is looked for in history too.", "[{ never: diagnose }]")
    case .finally:
      optional(
        .form(.finally), "All that is looked at when the run has ended.",
        "{ counts: { send_registration: 1 } }")
    case .trace:
      optional(
        .form(.trace), "A recorded trace that is judged instead of steps.",
        "{ file: login.trace.jsonl }")
    case .reproduce:
      optional(
        .text, "A run that broke a property, as simulate --reproduce takes it, instead of steps.",
        "\"{}\"")
    case .knownBug:
      optional(.text, "Why the scenario has to fail; a pass fails the run.", "\"APP-1182\"")
    case .skip: optional(.text, "Why the scenario is not run.", "\"waits for the next release\"")
    case .note: optional(.text, "A remark for readers.", "\"found in the field\"")
    }
  }
}

extension ScenarioKey {
  /// The keys that may stand under `defaults`: all but those that are about one scenario.
  static var shared: [KeyDeclaration] {
    allCases.filter { ![.name, .id, .covers, .tags, .examples].contains($0) }.map(\.declaration)
  }
}

/// Words that may stand in place of a timeline.
enum TimelineWord: String, WordSet {
  case none, unchecked

  var summary: String {
    switch self {
    case .none: "It never happens, as []."
    case .unchecked: "The kind is left unjudged."
    }
  }
}

enum StateChangeKey: String, Key {
  case at, on
  case value = "is"

  static let form = Form.stateChange

  var declaration: KeyDeclaration {
    switch self {
    case .at: required(.duration, "From when on it has the value.", "1m")
    case .on:
      optional(
        .name(.device), "The device whose state it is; needed where there are several.", "device")
    case .value: required(.matcher(.field), "Its value from then on.", "ada")
    }
  }
}

enum ExamplesKey: String, Key {
  case columns, rows, product, limit, file

  static let form = Form.examples

  /// The number of rows that a product may have where nothing else is written.
  static let defaultLimit = 100

  var declaration: KeyDeclaration {
    switch self {
    case .columns:
      optional(.list(.name(.column)), "The names that <name> stands for.", "[wait, sends]")
    case .rows:
      optional(
        .list(.list(.open), atLeast: 1), "A list of values for each run, as long as the columns.",
        "[[1s, 1], [2m, 2]]")
    case .product:
      optional(
        .map(.column, .list(.open, atLeast: 1)),
        "Columns with their values: one run for each combination.",
        "{ wait: [1s, 2m], sends: [1, 2] }")
    case .limit:
      otherwise(
        "\(Self.defaultLimit)", .number(atLeast: 1), "The most rows that a product may have.",
        "200")
    case .file:
      optional(
        .name(.file),
        "A file of comma-separated values, beside the spec or from the working directory; its "
          + "first line names the columns.", "cases.csv")
    }
  }
}

enum TraceKey: String, Key {
  case file, compare, from, to

  static let form = Form.trace

  var declaration: KeyDeclaration {
    switch self {
    case .file:
      required(
        .name(.file), "The trace, beside the spec or from the working directory.",
        "login.trace.jsonl")
    case .compare:
      otherwise(
        "effects", CompareWord.type, "The part of the recording held against the machine.", "none")
    case .from: optional(.bound, "The first record that is judged, by number or by time.", "12")
    case .to: optional(.bound, "The last record that is looked at, by number or by time.", "5m")
    }
  }
}

extension GrammarType {
  fileprivate static let bound = GrammarType.either([.number(atLeast: 0), .duration])
}

/// The side that a recording is held against.
enum CompareWord: String, WordSet {
  case effects, none

  var summary: String {
    switch self {
    case .effects: "Every recorded effect and state hash, as 'replay' does."
    case .none: "Nothing: the scenario's own expectations are judged alone."
    }
  }
}

enum FinallyKey: String, Key {
  case counts, timers, state, backend

  static let form = Form.finally

  var declaration: KeyDeclaration {
    switch self {
    case .counts:
      optional(
        .map(.eventOrEffect, .matcher(.count)),
        "The counts of events and effects from time zero on, over all parties.",
        "{ send_registration: { at_most: 2 } }")
    case .timers:
      optional(
        .either([.matcher(.timers), TimersWord.type]),
        "The timers that are armed; in a world, a map from the names of devices to theirs.",
        "{ registration: absent }")
    case .state:
      optional(
        .matcher(.state),
        "The state of the device; in a world, a map from the names of devices to their states.",
        "{ contact_key: ada }")
    case .backend:
      optional(
        .matcher(.backend), "The visible state of the simulated backends.", "{ contacts: any }")
    }
  }
}

/// Words that may stand in place of the armed timers.
enum TimersWord: String, WordSet {
  case none

  var summary: String { "No timer is armed." }
}
