import EventSourcing

/// Picks records of a log by the name of an event or effect and by the values of its fields.
///
/// It is a class because each record is held against the patterns of several sentences, which would
/// be copied every time.
public final class RecordPattern: Sendable {
  /// The name of an event or an effect.
  public let name: String
  /// The fields whose values it checks, as names joined by dots: a record without one of them does
  /// not match.
  public let fields: [String]
  /// The fields that `accepts` looks at.
  private let selection: FieldSelection
  /// Returns whether a record with the name matches, by its selected fields; `nil` takes all.
  private let accepts: (@Sendable (Value?) -> Bool)?

  /// Picks the records called `name` that have all of `fields` and whose selected fields satisfy
  /// `accepts`.
  public init(
    _ name: String, asking fields: [String] = [], looking selection: FieldSelection = .all,
    where accepts: (@Sendable (Value?) -> Bool)? = nil
  ) {
    self.name = name
    self.fields = fields
    self.selection = selection
    self.accepts = accepts
  }

  /// Whether `record`, whose event or effect is called `called`, is meant.
  public func picks<Event, Effect>(
    _ record: LogRecord<Event, Effect>, called: StaticString
  ) -> Bool {
    isNamed(called) && (accepts?(record.fields(selection)) ?? true)
  }

  /// Whether it picks records called `called`.
  func isNamed(_ called: StaticString) -> Bool { called.isSame(as: name) }
}

extension LogRecord {
  /// The fields of the event or effect as a tree; `nil` for states and notes.
  public var fields: Value? { fields(.all) }

  /// The fields of the event or effect that `selection` names, as a tree; `nil` for states and
  /// notes.
  public func fields(_ selection: FieldSelection) -> Value? {
    switch self {
    case .event(let record): record.event.value(selection)
    case .effect(let record): record.effect.value(selection)
    case .state, .note, .snapshot: nil
    }
  }
}

extension Value {
  /// The value under names joined by dots, such as `body.contact_key`.
  public subscript(path path: String) -> Value? {
    var value: Value? = self
    var rest = path.utf8[...]
    while let current = value, !rest.isEmpty {
      let name = rest.prefix { $0 != UInt8(ascii: ".") }
      rest = rest[name.endIndex...].dropFirst()
      value = current[String(Substring(name))]
    }
    return value
  }
}
