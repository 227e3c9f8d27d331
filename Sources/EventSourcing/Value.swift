/// A described value as a tree of names and plain values, for matching and for reports.
public indirect enum Value: Hashable, Sendable {
  /// A field that must be written down and has no value.
  case null
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Text, a choice or an open value.
  case text(String)
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
    /// What stands under it.
    public var value: Value

    /// Names a value.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value under `name`, where this is a tree of fields that has it.
  public subscript(name: String) -> Value? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }
}

extension Described {
  /// This value as a tree.
  public var value: Value {
    var maker = ValueMaker()
    _ = described(by: &maker)
    return maker.last
  }
}

extension Vocabulary {
  /// The case's fields as a tree.
  public var value: Value {
    var maker = ValueMaker()
    _ = fields(&maker)
    return .fields(maker.fields)
  }
}

extension StateView {
  /// The view as a tree.
  public var value: Value {
    var maker = ValueMaker()
    view(&maker)
    return .fields(maker.fields)
  }
}

/// The visitor that makes a `Value`.
public struct ValueMaker: Visitor {
  public typealias Failure = Never

  /// The fields visited so far.
  public private(set) var fields: [Value.Field] = []
  var last = Value.null
  /// Whether a view shows more than its documented names.
  public let seesDetails: Bool

  /// Creates a visitor that has seen nothing.
  public init(seesDetails: Bool = true) { self.seesDetails = seesDetails }

  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    _ = value.described(by: &self)
    fields.append(Value.Field(name: name.description, value: last))
    return value
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    if let value { _ = required(name, value, summary) }
    return value
  }

  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    required(name, value, summary)
  }

  public mutating func nested<S: StateView>(
    _ name: StaticString, _ value: S, _ summary: StaticString
  ) {
    var inner = ValueMaker(seesDetails: seesDetails)
    value.view(&inner)
    fields.append(Value.Field(name: name.description, value: .fields(inner.fields)))
  }

  public mutating func integer(_ value: Int64) -> Int64 { show(.integer(value), value) }
  public mutating func boolean(_ value: Bool) -> Bool { show(.boolean(value), value) }
  public mutating func text(_ value: String) -> String { show(.text(value), value) }
  public mutating func personal(_ value: String) -> String { show(.text(value), value) }
  public mutating func open(_ value: String) -> String { show(.text(value), value) }
  public mutating func instant(_ value: Instant) -> Instant { show(.instant(value), value) }
  public mutating func span(_ value: TimeSpan) -> TimeSpan { show(.span(value), value) }
  public mutating func choice<C: Choice>(_ value: C) -> C { show(.text(value.rawValue), value) }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    guard let value else { return show(.null, nil) }
    return value.described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    show(.list(values.map(\.value)), values)
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    let fields = values.entries.map { Value.Field(name: $0.key, value: $0.value.value) }
    return show(.fields(fields), values)
  }

  public mutating func record<R: Record>(_ value: R) -> R {
    var inner = ValueMaker()
    _ = value.fields(&inner)
    return show(.fields(inner.fields), value)
  }

  private mutating func show<T>(_ value: Value, _ original: T) -> T {
    last = value
    return original
  }
}
