import EventSourcing

extension Value {
  /// The value with the distance from `at` in place of each instant, and without counters.
  func comparable(_ at: Instant) -> Value {
    switch self {
    case .instant(let instant): .span(instant - at)
    case .list(let values): .list(values.map { $0.comparable(at) })
    case .fields(let fields):
      .fields(
        fields.map { field in
          let isCounter = field.name == RecordKey.entry
          return Value.Field(
            name: field.name, value: isCounter ? .null : field.value.comparable(at))
        })
    case .null, .boolean, .integer, .text, .personal, .span: self
    }
  }

  /// The value with every instant moved by `span`.
  func moved(by span: TimeSpan) -> Value {
    switch self {
    case .instant(let instant): .instant(instant + span)
    case .list(let values): .list(values.map { $0.moved(by: span) })
    case .fields(let fields):
      .fields(fields.map { Value.Field(name: $0.name, value: $0.value.moved(by: span)) })
    case .null, .boolean, .integer, .text, .personal, .span: self
    }
  }
}
