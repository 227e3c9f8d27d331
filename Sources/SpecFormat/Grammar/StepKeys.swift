enum StepKey: String, Key {
  case id, at, after, when, nth, by, keep
  case repeated = "repeat"
  case every, use, on, event, with, expect, state, backend, note

  static let form = Form.step

  var declaration: KeyDeclaration {
    switch self {
    case .id: optional(.text, "A name for readers.", "second-change")
    case .at: time("1m30s")
    case .after:
      optional(
        .duration, "When, counted from the step before, or from the record that 'when' names.",
        "10s")
    case .when:
      optional(
        .recordPattern,
        "The event or effect that the step waits for, looked for from the step before on; without "
          + "'after' the step happens at once, before anything else of that instant.",
        "{ response_received: { status: 201 } }")
    case .nth:
      otherwise(
        "1", .number(atLeast: 1),
        "The number of the fitting record to wait for, from the step before on.", "2")
    case .by:
      otherwise(
        "any party", .name(.party), "The party whose record it waits for.", "device")
    case .keep:
      optional(
        .map(.keptValue, .name(.field)),
        "Fields of the record that 'when' names, under names of the author's own: '$NAME' in the "
          + "step and later ones, in 'timeline' and in 'finally' is the value.",
        "{ first: request }")
    case .repeated:
      optional(.number(atLeast: 1), "The number of times that the step happens.", "50")
    case .every: optional(.duration, "The time from one repetition to the next.", "1s")
    case .use:
      optional(
        .name(.group),
        "A group of steps that happens from this time on: the step has no event of its own.",
        "sign_in")
    case .on:
      optional(
        .name(.device), "The device that it happens to; needed where there are several.", "device")
    case .event:
      optional(
        .name(.event), "The event that happens; a step without an event looks at what came.",
        "app_backgrounded")
    case .with:
      optional(.fields(.event), "The fields of the event.", "{ key: city, value: Oslo }")
    case .expect:
      otherwise(
        "none", .either([.list(.effectPattern), .form(.expect), ExpectWord.type]),
        "The effects of this instant, exactly these and in this order.", "[send_registration]")
    case .state:
      optional(
        .matcher(.state),
        "The state of the device, once everything of the instant has run; in a world, a map from "
          + "the names of devices to their states.",
        "{ contact_key: ada }")
    case .backend:
      optional(
        .matcher(.backend), "The visible state of the simulated backends.", "{ contacts: any }")
    case .note:
      optional(.text, "A remark, which also stands in the trace.", "\"the user comes back\"")
    }
  }
}

extension StepKey {
  /// The keys of a step of a history: it has an event and claims nothing.
  static var ofHistory: [KeyDeclaration] {
    [at, after, on, event, with, note].map { key in
      switch key {
      case .at: key.time("-10m")
      case .event: key.required(.name(.event), "The name of what happened.", "app_backgrounded")
      default: key.declaration
      }
    }
  }

  private func time(_ example: String) -> KeyDeclaration {
    optional(
      .duration, "When, counted from time zero; a step has either 'at' or 'after'.", example)
  }
}

/// Words that may stand in place of expected effects.
enum ExpectWord: String, WordSet {
  case none, unchecked

  var summary: String {
    switch self {
    case .none: "There is no observed effect at this instant."
    case .unchecked: "This instant, and everything since the step before, is left unjudged."
    }
  }
}

enum ExpectKey: String, Key {
  case effects, order, others

  static let form = Form.expect

  var declaration: KeyDeclaration {
    switch self {
    case .effects:
      required(
        .either([.list(.effectPattern), NoEffectsWord.type]), "The effects.",
        "[send_registration]")
    case .order:
      otherwise("exact", OrderWord.type, "Whether they come in the order written.", "any")
    case .others:
      otherwise("none", OthersWord.type, "Whether others may come beside them.", "allowed")
    }
  }
}

/// The word for no effects in an `expect` in map form.
enum NoEffectsWord: String, WordSet {
  case none

  var summary: String { "There is none." }
}

/// The order of expected effects.
enum OrderWord: String, WordSet {
  case exact, any

  var summary: String {
    switch self {
    case .exact: "They come in the order written."
    case .any: "They come in any order."
    }
  }
}

/// Effects beside the expected ones.
enum OthersWord: String, WordSet {
  case none, allowed

  var summary: String {
    switch self {
    case .none: "No other observed effect comes."
    case .allowed: "Others may come too."
    }
  }
}

enum EffectKey: String, Key {
  case on

  static let form = Form.effect

  var declaration: KeyDeclaration {
    optional(.name(.party), "The device or simulated backend that orders the effect.", "device")
  }
}

enum OccurrenceKey: String, Key {
  case at, from, nth, on

  static let form = Form.occurrence

  var declaration: KeyDeclaration {
    switch self {
    case .at: optional(.matcher(.instant), "When the effect comes.", "{ between: [0s, 60s] }")
    case .from:
      optional(
        .recordPattern, "The event or effect from which 'at' counts, in place of time zero.",
        "app_launched")
    case .nth:
      otherwise(
        "1", .number(atLeast: 1), "The number of the record that fits 'from' and is meant.", "2")
    case .on:
      optional(.name(.party), "The device or simulated backend that orders the effect.", "device")
    }
  }
}
