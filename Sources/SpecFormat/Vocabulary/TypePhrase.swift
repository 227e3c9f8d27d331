import EventSourcing
import Simulation
import YAMLText

extension Schema {
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

  var choices: [GrammarWord] {
    switch bare {
    case .choice(let options): options.map { GrammarWord(name: $0.name, summary: $0.summary) }
    case .list(let element): element.choices
    default: []
    }
  }
}

extension GrammarType {
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
    case .fields(let source): source.rawValue
    case .matcher(let subject): "a matcher of " + subject.rawValue
    case .recordPattern: "an event or effect, or { NAME: fields }"
    case .effectPattern: "an effect, or { NAME: fields }"
    case .either(let types): types.map(\.phrase).joined(separator: "; or ")
    }
  }

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
    case .stateField: "fields of the state"
    case .party: "parties"
    default: rawValue + "s"
    }
  }
}

/// A value that fits a schema, as YAML on one line, for examples.
struct ExampleValue {
  /// The value shown by a sample or a default, which is preferred where it says something.
  var usual: Value?
  /// Texts that the machine knows.
  var known: [String] = []

  func entry(_ field: Schema.Field) -> String {
    "\(field.name): \(text(of: field.schema, called: field.name))"
  }

  func text(of schema: Schema, called name: String) -> String {
    if let usual, usual.saysSomething { return yaml(usual, from: defaultClock) }
    switch schema {
    case .integer: return "1"
    case .boolean: return "true"
    case .text, .personal, .open: return known.first ?? "\(name.replacing("_", with: "-"))-1"
    case .instant: return "1h"
    case .span: return "1m"
    case .choice(let options): return options.first?.name ?? "any"
    case .nullable(let inner): return text(of: inner, called: name)
    case .list(let element):
      let one = name.hasSuffix("s") ? String(name.dropLast()) : name
      return "[\(ExampleValue().text(of: element, called: one))]"
    case .map(let element): return "{ city: \(ExampleValue().text(of: element, called: "value")) }"
    case .record(let fields): return record(fields)
    }
  }

  /// A map with the fields that have to be written, or with the first one where none has to.
  private func record(_ fields: [Schema.Field]) -> String {
    let required = fields.filter { $0.presence == .required }
    let shown = required.isEmpty ? Array(fields.prefix(1)) : required
    let entries = shown.map { ExampleValue(usual: usual?[$0.name]).entry($0) }
    return entries.isEmpty ? "{}" : "{ " + entries.joined(separator: ", ") + " }"
  }
}

extension Value {
  /// Whether it is more than the emptiness that a sample begins with.
  fileprivate var saysSomething: Bool {
    switch self {
    case .null: false
    case .boolean: true
    case .integer(let number): number != 0
    case .text(let text), .personal(let text): !text.isEmpty
    case .instant, .fields: false
    case .span(let span): span != .zero
    case .list(let values): !values.isEmpty
    }
  }
}
