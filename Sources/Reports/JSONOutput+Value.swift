import EventSourcing
import JSON

extension Value {
  /// The value as JSON. A document may be shown on a terminal: what is invisible there is escaped.
  package var json: String {
    var output = JSONOutput(escapingInvisible: true)
    output.element(self)
    return output.text
  }
}

extension JSONOutput {
  /// Writes a value under a name; instants and durations in milliseconds, as in a trace.
  public mutating func member(_ name: String, _ value: Value) {
    member(name) { $0.element(value) }
  }

  /// Writes a value in a list.
  public mutating func element(_ value: Value) {
    switch value {
    case .null: element(nil as String?)
    case .boolean(let flag): element(flag)
    case .integer(let number): element(number)
    case .text(let text), .personal(let text): element(text)
    case .instant(let instant): element(instant.milliseconds)
    case .span(let span): element(span.milliseconds)
    case .list(let values): list { list in values.forEach { list.element($0) } }
    case .fields(let fields):
      object { object in fields.forEach { object.member($0.name, $0.value) } }
    }
  }
}
