import EventSourcing
import Simulation
import YAMLText

/// A value that fits a schema, as YAML on one line, for examples.
struct ExampleValue {
  /// The value shown by a sample or a default, which is preferred where it says something.
  var usual: Value?
  /// Texts that the machine knows.
  var known: [String] = []

  /// A field with its value.
  func entry(_ field: Schema.Field) -> String {
    "\(field.name): \(text(of: field.schema, called: field.name))"
  }

  /// The value of a field called `name`.
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
