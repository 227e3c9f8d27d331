import EventSourcing
import JSON
import SpecFormat

extension JSONTree {
  /// The object with each value in the form that its field has in a trace: loggers write numbers
  /// as text, and instants as times.
  func fitted(to fields: [Schema.Field]) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard let field = fields.first(where: { $0.name == member.name }) else { return member }
        return Member(member.name, member.value.fitted(to: field.schema))
      })
  }

  private func fitted(to schema: Schema) -> JSONTree {
    switch (schema, self) {
    case (.integer, .text(let text)), (.span, .text(let text)):
      return Int64(text).map { .number(String($0)) } ?? self
    case (.boolean, .text("true")): return .boolean(true)
    case (.boolean, .text("false")): return .boolean(false)
    case (.instant, .text(let text)):
      return timestamp(text).map { .number(String($0.milliseconds)) } ?? self
    case (.text, .number(let text)), (.personal, .number(let text)), (.open, .number(let text)):
      return .text(text)
    case (.nullable(let inner), _): return fitted(to: inner)
    case (.list(let inner), .list(let elements)):
      return .list(elements.map { $0.fitted(to: inner) })
    case (.map(let inner), .object(let members)):
      return .object(members.map { Member($0.name, $0.value.fitted(to: inner)) })
    case (.record(let fields), _): return fitted(to: fields)
    default: return self
    }
  }
}
