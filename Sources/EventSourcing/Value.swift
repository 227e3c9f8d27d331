/// A described value as a tree of names and plain values, for matching and for reports.
///
/// Names and texts are compared by their bytes.
public enum Value: Sendable {
  /// A field that must be written down and has no value.
  case null
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Text or a choice.
  case text(String)
  /// Text that identifies a person or a device, or a value that an app made up; it equals the same
  /// text without the mark, which is for redaction alone.
  case personal(String)
  /// A moment.
  case instant(Instant)
  /// A length of time.
  case span(TimeSpan)
  /// Values in order.
  case list([Value])
  /// Named values in the order described, or sorted by name for a map; absent ones left out.
  case fields([Field])

  /// One named value.
  public struct Field: Hashable, Sendable {
    /// The name in YAML and JSON.
    public var name: String
    /// The value of the field.
    public var value: Value

    /// Names a value.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }

    public static func == (left: Field, right: Field) -> Bool {
      isSpelled(left.name, as: right.name) && left.value == right.value
    }
  }

  /// The value under `name`, where this is a tree of fields that has it.
  public subscript(name: String) -> Value? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { isSpelled($0.name, as: name) }?.value
  }

  /// The fields of a tree; none for any other value.
  public var members: [Field] { if case .fields(let fields) = self { fields } else { [] } }
}

extension Value: Hashable {
  public static func == (left: Value, right: Value) -> Bool {
    if let text = left.text { return right.text.map { isSpelled(text, as: $0) } ?? false }
    switch (left, right) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.instant(let left), .instant(let right)): return left == right
    case (.span(let left), .span(let right)): return left == right
    case (.list(let left), .list(let right)): return left == right
    case (.fields(let left), .fields(let right)): return left == right
    case (.null, _), (.boolean, _), (.integer, _), (.text, _), (.personal, _), (.instant, _),
      (.span, _), (.list, _), (.fields, _):
      return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .text(let text), .personal(let text): hasher.combine(text)
    case .instant(let instant): hasher.combine(instant)
    case .span(let span): hasher.combine(span)
    case .list(let values): hasher.combine(values)
    case .fields(let fields): hasher.combine(fields)
    }
  }

  /// The text, personal or not; `nil` for anything else.
  public var text: String? {
    switch self {
    case .text(let text), .personal(let text): text
    case .null, .boolean, .integer, .instant, .span, .list, .fields: nil
    }
  }
}

extension Described {
  /// A tree of this value.
  public var value: Value { value(.all) }

  /// This value as a tree of what `selection` names.
  public func value(_ selection: FieldSelection) -> Value {
    var maker = ValueMaker(selection)
    _ = described(by: &maker)
    return maker.last
  }
}

extension Vocabulary {
  /// The case's fields as a tree.
  public var value: Value { value(.all) }

  /// Returns the case's fields that `selection` names, as a tree.
  public func value(_ selection: FieldSelection) -> Value {
    var maker = ValueMaker(selection)
    _ = fields(&maker)
    return .fields(maker.fields)
  }
}

extension StateView where Self: Described {
  /// The view as a tree, not the stored fields of the state.
  public var value: Value { view }
}

extension StateView {
  /// The view as a tree.
  public var value: Value { view }

  fileprivate var view: Value {
    var maker = ValueMaker()
    maker.show(self)
    return .fields(maker.fields)
  }
}
