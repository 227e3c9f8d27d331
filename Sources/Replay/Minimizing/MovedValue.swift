import EventSourcing

extension Value {
  /// The value with the distance from `at` in place of each instant, and without counters.
  func comparable(_ at: Instant) -> Value { replacingInstants(counters: false) { .span($0 - at) } }

  /// The value with every instant moved by `span`.
  func moved(by span: TimeSpan) -> Value { replacingInstants { .instant($0 + span) } }

  /// The value without instants and counters, which say where it stands.
  var shape: Value { replacingInstants(counters: false) { _ in .null } }

  private func replacingInstants(counters: Bool = true, by new: (Instant) -> Value) -> Value {
    switch self {
    case .instant(let instant): new(instant)
    case .list(let values): .list(values.map { $0.replacingInstants(counters: counters, by: new) })
    case .fields(let fields):
      .fields(
        fields.map { field in
          let isLeftOut = !counters && field.name == RecordKey.entry
          let value = isLeftOut ? .null : field.value.replacingInstants(counters: counters, by: new)
          return Value.Field(name: field.name, value: value)
        })
    case .null, .boolean, .integer, .text, .personal, .span: self
    }
  }
}
