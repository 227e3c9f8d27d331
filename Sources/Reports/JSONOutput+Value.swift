import EventSourcing
import JSON

extension JSONOutput {
  /// Writes a value under a name; instants and durations in milliseconds, as in a trace.
  public mutating func member(_ name: String, _ value: Value) {
    switch value {
    case .null: member(name, nil as String?)
    case .boolean(let flag): member(name, flag)
    case .integer(let number): member(name, number)
    case .text(let text), .personal(let text): member(name, text)
    case .instant(let instant): member(name, instant.milliseconds)
    case .span(let span): member(name, span.milliseconds)
    case .list(let values): list(name) { list in values.forEach { list.element($0) } }
    case .fields(let fields): object(name) { $0.members(fields) }
    }
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
    case .fields(let fields): object { $0.members(fields) }
    }
  }

  private mutating func members(_ fields: [Value.Field]) {
    for field in fields { member(field.name, field.value) }
  }
}
