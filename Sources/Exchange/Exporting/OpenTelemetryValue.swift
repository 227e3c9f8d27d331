import EventSourcing
import JSON

extension JSONOutput {
  /// Writes a value under a name as an `AnyValue` of OpenTelemetry; of null it has no members.
  mutating func openTelemetryMember(_ name: String, _ value: Value) {
    object(name) { $0.openTelemetryValue(value) }
  }

  /// Writes attributes, each with its name and its value.
  mutating func openTelemetryList(_ name: String, _ fields: [Value.Field]) {
    list(name) { list in
      for field in fields {
        list.object { entry in
          entry.member("key", field.name)
          entry.openTelemetryMember("value", field.value)
        }
      }
    }
  }

  private mutating func openTelemetryValue(_ value: Value) {
    switch value {
    case .null: break
    case .boolean(let flag): member("boolValue", flag)
    // The JSON of Protocol Buffers has integers of 64 bits as text.
    case .integer(let number): member("intValue", String(number))
    case .instant(let instant): member("intValue", String(instant.milliseconds))
    case .span(let span): member("intValue", String(span.milliseconds))
    case .text(let text), .personal(let text): member("stringValue", text)
    case .list(let values):
      object("arrayValue") { array in
        array.list("values") { list in
          for value in values { list.object { $0.openTelemetryValue(value) } }
        }
      }
    case .fields(let fields): object("kvlistValue") { $0.openTelemetryList("values", fields) }
    }
  }
}
