import EventSourcing

extension Schema {
  /// What may be written, in words.
  var phrase: String {
    switch self {
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .text, .personal: "text"
    case .open: "text, a number, true or false"
    case .instant: "a duration from the start"
    case .span: "a duration"
    case .choice(let options): options.map { $0.name }.joined(separator: " | ")
    case .nullable(let inner): inner.phrase + ", or null"
    case .list(let element): "a list: " + element.phrase
    case .map(let element): "a map from names: " + element.phrase
    case .record(let fields):
      fields.isEmpty ? "a map" : "{ " + fields.map(\.name).joined(separator: ", ") + " }"
    }
  }

  /// The names that may stand here.
  var choices: [GrammarWord] {
    switch bare {
    case .choice(let options): options.map { GrammarWord(name: $0.name, summary: $0.summary) }
    case .list(let element): element.choices
    default: []
    }
  }
}

extension GrammarType {
  /// What may be written, in words.
  var phrase: String {
    switch self {
    case .text: "text"
    case .boolean: "true or false"
    case .number(let least): "a whole number" + (least > 0 ? " from \(least)" : "")
    case .duration: "a duration"
    case .instant: "an instant"
    case .open: "a value"
    case .words(let words): words.map { $0.name }.joined(separator: " | ")
    case .name(let kind): "the name of \(kind.phrase)"
    case .list(.list(let element, _), _): "a list of lists of values: " + element.phrase
    case .list(let element, _): "a list: " + element.phrase
    case .map(let kind, let element): "a map from names of \(kind.plural): " + element.phrase
    case .form(let form): form.phrase
    case .fields(let source): source.phrase
    case .matcher(let subject): "a matcher of " + subject.phrase
    case .recordPattern: "an event or effect, or { NAME: fields }"
    case .effectPattern: "an effect, or { NAME: fields }"
    case .either(let types): types.map(\.phrase).joined(separator: "; or ")
    }
  }

  /// The words that may stand here.
  var choices: [GrammarWord] {
    switch self {
    case .words(let words): words
    case .either(let types): types.flatMap(\.choices)
    case .list(let element, _), .map(_, let element): element.choices
    default: []
    }
  }
}

extension NameKind {
  /// One of them, with its article.
  var phrase: String {
    switch self {
    case .event, .effect, .eventOrEffect: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }

  var plural: String {
    switch self {
    case .eventOrEffect: "events or effects"
    case .requestKind: "kinds of requests"
    default: rawValue + "s"
    }
  }
}

extension FieldSource {
  /// Whose fields these are.
  var phrase: String {
    switch self {
    case .device: "fields of the device"
    case .configuration: "fields of the configuration"
    case .readings: "readings"
    case .reply: "fields of a reply"
    case .backendSettings: "settings of the backends"
    case .event: "fields of the event"
    case .effect: "fields of the effect"
    }
  }
}

extension MatchedValue {
  /// What is matched.
  var phrase: String {
    switch self {
    case .state: "the state"
    case .backend: "the backends"
    case .timers: "armed timers"
    case .count: "a number"
    case .instant: "a duration from the start"
    }
  }
}
