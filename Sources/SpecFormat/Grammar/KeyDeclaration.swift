/// One key of a form: all that readers, messages, schemas and documentation know about it.
public struct KeyDeclaration: Hashable, Sendable {
  /// The key as it is written.
  public let name: String
  /// The type of its value.
  public let type: GrammarType
  /// Whether an author has to write it.
  public let presence: Presence
  /// Its meaning in one sentence.
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

/// The keys of one form as a closed set, so that a reader cannot ask for an undeclared one.
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
  /// The meaning of the word in one sentence.
  var summary: String { get }
}

extension WordSet {
  static var words: [GrammarWord] {
    allCases.map { GrammarWord(name: $0.rawValue, summary: $0.summary) }
  }
  static var type: GrammarType { .words(words) }
}

/// The type of the value under a key.
public indirect enum GrammarType: Hashable, Sendable {
  case text, boolean
  /// A whole number of at least this size.
  case number(atLeast: Int64)
  /// A length of time, such as `1m30s`.
  case duration
  /// A moment of the calendar, such as `2026-01-05T09:00:00Z`.
  case instant
  /// A value whose type nothing declares.
  case open
  /// One of these words, without quotes.
  case words([GrammarWord])
  /// A name that the system, the spec or its surroundings define.
  case name(NameKind)
  /// Values of one type, at least so many.
  case list(GrammarType, atLeast: Int = 0)
  /// Names of one kind, each with a value.
  case map(NameKind, GrammarType)
  /// A map with the keys of a form.
  case form(Form)
  /// Fields that the system describes.
  case fields(FieldSource)
  /// A condition on a value: the value itself, a word or operators.
  case matcher(MatchedValue)
  /// An event or effect by its name, or a map of one name to matchers of its fields.
  case recordPattern
  /// An effect by its name, or a map of one name to matchers of its fields.
  case effectPattern
  /// Any of these.
  case either([GrammarType])
}

/// A word with a meaning of its own.
public struct GrammarWord: Hashable, Sendable {
  /// The word as it is written.
  public let name: String
  /// Its meaning in one sentence; empty where the word says it.
  public let summary: String

  package init(name: String, summary: String = "") {
    self.name = name
    self.summary = summary
  }
}

/// The kinds of names that a file uses and does not define itself.
public enum NameKind: String, CaseIterable, Sendable {
  case system, event, effect, fixture, profile, reading, device, party, requirement, tag, timer
  case column, file, group, rules
  case eventOrEffect = "event or effect"
  case requestKind = "kind of request"
  case field = "field"
  case keptValue = "kept value"
  case stateField = "field of the state"
  case clause
}

/// The owner of the fields in a map; its raw value is what messages call them.
public enum FieldSource: String, Sendable {
  /// The profile of a device.
  case device = "fields of the device"
  /// The configuration of the SDK.
  case configuration = "fields of the configuration"
  /// The choices where the documents disagree or are silent.
  case readings
  /// One scripted answer.
  case reply = "fields of a reply"
  /// The settings of simulated backends.
  case backendSettings = "settings of the backends"
  /// The event that the same step names.
  case event = "fields of the event"
  /// The effect that the map is about, each field a matcher.
  case effect = "fields of the effect"
}

/// The value that a matcher is held against; its raw value is what messages call it.
public enum MatchedValue: String, Sendable {
  /// The state view of a device; in a world, one for each device by its name.
  case state = "the state"
  /// The visible state of the simulated backends.
  case backend = "the backends"
  /// The armed timers of a device by name, each with its instant.
  case timers = "armed timers"
  /// A number of occurrences.
  case count = "a number"
  /// An instant, written as a duration from the scenario's start.
  case instant = "a duration from the start"
  /// A field of the state.
  case field = "the field"
}
