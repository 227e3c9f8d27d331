/// The keys of a map for logs of other programs.
enum ImportMapKey: String, Key {
  case format, sdk, time
  case timeUnit = "time_unit"
  case name, data, party, id, cause, records

  static let form = Form.importMap

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .sdk:
      optional(.name(.system), "The system; --sdk goes first.", "mobilepush")
    case .time: required(.text, "The path of a line's time.", "ts")
    case .timeUnit: otherwise("iso", TimeUnit.type, "How the time is written.", "seconds")
    case .name: required(.text, "The path of what a line calls itself.", "event.kind")
    case .data:
      optional(
        .text, "The path of an object whose members are fields under their own names.",
        "event.params")
    case .party: optional(.text, "The path of the device's name.", "device.id")
    case .id: optional(.text, "The path by which other lines name this one.", "uuid")
    case .cause: optional(.text, "The path of the id of the line that led to it.", "parent")
    case .records:
      required(
        .list(.form(.importName)), "What the lines are; others are passed over.",
        "[{ from: push_attr, event: attribute_set }]")
    }
  }
}

/// The keys of one name in such a map.
enum ImportNameKey: String, Key {
  case from, event, effect, fields, values

  static let form = Form.importName

  var declaration: KeyDeclaration {
    switch self {
    case .from: required(.text, "What the log calls it.", "push_attr")
    case .event: optional(.name(.event), "The event that it is.", "attribute_set")
    case .effect: optional(.name(.effect), "The effect that it is.", "send_registration")
    case .fields:
      optional(
        .map(.field, .text), "The paths of fields, from the line as a whole.",
        "{ key: params.k, value: params.v }")
    case .values:
      optional(
        .map(.field, .open), "Fields with a value that is always the same.", "{ opted_in: true }")
    }
  }
}

/// How a logger writes times.
public enum TimeUnit: String, WordSet {
  case iso, seconds, milliseconds, microseconds, nanoseconds

  var summary: String {
    switch self {
    case .iso: "As RFC 3339 has it, such as 2026-01-05T10:00:00.5+01:00."
    case .seconds: "Seconds since 1970, whole or with a fraction."
    case .milliseconds: "Milliseconds since 1970."
    case .microseconds: "Microseconds since 1970."
    case .nanoseconds: "Nanoseconds since 1970."
    }
  }
}
