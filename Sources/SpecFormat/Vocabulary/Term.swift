import YAMLText

/// One name that an author can write, with all that there is to know about it.
public struct Term: Hashable, Sendable {
  /// The kind of thing that it names.
  public let kind: Kind
  /// The name as it is written; dots lead into parts of a state.
  public let name: String
  /// The system that has it; `nil` for what every spec may say.
  public let system: String?
  /// Its meaning in one sentence; empty where the name says it.
  public let summary: String
  /// The type of its value, in words; empty for names that take nothing.
  public let type: String
  /// The names that may stand under it, where they are few.
  public let choices: [GrammarWord]
  /// The value where it is left out, as YAML; `nil` where nothing does.
  public let otherwise: String?
  /// Its fields or keys.
  public let members: [Member]
  /// An example of its use, as YAML that a spec can contain.
  public let example: Example

  init(
    _ kind: Kind, _ name: String, system: String? = nil, summary: String, type: String = "",
    choices: [GrammarWord] = [], otherwise: String? = nil, members: [Member] = [],
    example: String, in place: Example.Place
  ) {
    self.kind = kind
    self.name = name
    self.system = system
    self.summary = summary
    self.type = type
    self.choices = choices
    self.otherwise = otherwise
    self.members = members
    self.example = Example(text: example, place: place)
  }

  /// A field or key of something.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The type of its value, in words.
    public let type: String
    /// The names that may stand under it, where they are few.
    public let choices: [GrammarWord]
    /// Whether an author has to write it.
    public let isRequired: Bool
    /// The value where it is left out, as YAML.
    public let otherwise: String?
    /// Its meaning in one sentence; empty where the name says it.
    public let summary: String
  }

  /// A piece of YAML and the place where it stands.
  public struct Example: Hashable, Sendable {
    /// The key with its value, or the value alone where it stands in a list.
    public let text: String
    /// Its place in a file.
    public let place: Place

    /// A place for examples.
    public enum Place: Hashable, Sendable {
      /// As an element of the steps of a scenario; with simulated backends where they are needed.
      case steps(simulated: Bool)
      /// As a key of a step.
      case step
      /// As a key of `given`.
      case given
      /// As a key of `finally`; with simulated backends where they are needed.
      case finally(simulated: Bool)
      /// As a key of a map of the grammar.
      case form(Form)
      /// As an element of `always`.
      case always
      /// As the value of any field that is matched, or of one with this notation.
      case value

      /// The keys that lead to it, in words.
      public var phrase: String {
        switch self {
        case .steps(let simulated):
          simulated ? "under 'steps:', with 'backend: simulated' given" : "under 'steps:'"
        case .step: "in a step"
        case .given: "under 'given:'"
        case .finally(let simulated):
          simulated ? "under 'finally:', with 'backend: simulated' given" : "under 'finally:'"
        case .form(let form): "in \(form.phrase)"
        case .always: "under 'always:'"
        case .value: "in place of a value"
        }
      }
    }
  }

  /// The kinds of things that have names, in the order in which the vocabulary is listed.
  public enum Kind: String, CaseIterable, Sendable {
    case event, effect, state, backend, fixture, profile, reading, configuration, device
    case requestKind = "request_kind"
    case reply
    case backendSetting = "backend_setting"
    case timer, key, matcher, rule, notation

    /// The heading over names of this kind.
    public var heading: String {
      switch self {
      case .event: "events: 'event:' in a step"
      case .effect: "effects: in 'expect:', 'timeline:', 'observe:', rules and counts"
      case .state: "states: under 'state:'"
      case .backend: "backend views: under 'backend:' of a step, with simulated backends"
      case .fixture: "fixtures: under 'use:'"
      case .profile: "profiles: 'profile:' under 'given:'"
      case .reading: "readings: under 'readings:'"
      case .configuration: "configuration: under 'config:'"
      case .device: "device: under 'device:'"
      case .requestKind: "kinds of requests: under 'backend:' of 'given:'"
      case .reply: "replies: fields of an element of 'replies:'"
      case .backendSetting: "settings of simulated backends: under 'backend: { simulated: … }'"
      case .timer: "timers: under 'timers:' of 'finally:'"
      case .key: "keys"
      case .matcher: "matchers: in place of a value"
      case .rule: "rules: under 'always:'"
      case .notation: "values"
      }
    }

    /// One of them, as messages call it.
    public var phrase: String {
      switch self {
      case .backend: "backend view"
      case .device: "device field"
      case .requestKind: "kind of request"
      case .reply: "field of a reply"
      case .backendSetting: "setting of simulated backends"
      case .event, .effect, .state, .fixture, .profile, .reading, .configuration, .timer, .key,
        .matcher, .rule, .notation:
        rawValue
      }
    }
  }
}

extension Term {
  /// The terms of every spec: keys, matchers, rules and the notations of values.
  public static let ofFormat: [Term] =
    // What may stand under 'defaults' stands in a scenario too.
    Form.allCases.filter { !Form.sentences.contains($0) && $0 != .defaults }.flatMap { form in
      form.keys.map { Term($0, of: form) }
    }
    + MatcherWord.allCases.map { Term($0) } + MatcherOperator.allCases.map { Term($0) }
    + Form.sentences.map { Term(sentence: $0) } + Notation.allCases.map { Term($0) }

  private init(_ key: KeyDeclaration, of form: Form) {
    self.init(
      .key, key.name, summary: key.summary, type: key.type.phrase, choices: key.type.choices,
      otherwise: key.otherwise, members: key.type.forms.flatMap { $0.keys.map { Member($0) } },
      example: key.example, in: .form(form))
  }

  private init(_ word: MatcherWord) {
    self.init(.matcher, word.rawValue, summary: word.summary, example: word.rawValue, in: .value)
  }

  private init(_ name: MatcherOperator) {
    self.init(
      .matcher, name.rawValue, summary: name.summary, type: "for \(name.subject.rawValue)",
      example: name.example, in: .value)
  }

  private init(sentence form: Form) {
    var shown = form.keys.filter { $0.presence == .required }
    // Neither a gap nor a ban has a bound that every one of them has.
    if shown.count == 1, form == .gapBetween { shown = Array(form.keys.prefix(2)) }
    if form == .wheneverNot { shown = Array(form.keys.prefix(3)) }
    self.init(
      .rule, form.rawValue, summary: form.summary, members: form.keys.map { Member($0) },
      example: "{ " + shown.map(\.example).joined(separator: ", ") + " }", in: .always)
  }

  private init(_ notation: Notation) {
    self.init(
      .notation, notation.rawValue, summary: notation.summary,
      choices: notation.examples.map { GrammarWord(name: $0, summary: "") },
      example: notation.examples[0], in: .value)
  }
}

extension GrammarType {
  /// The maps that may stand here, rules aside.
  var forms: [Form] {
    switch self {
    case .form(let form): Form.sentences.contains(form) ? [] : [form]
    case .either(let types): types.flatMap(\.forms)
    case .list(let element, _), .map(_, let element): element.forms
    default: []
    }
  }
}
