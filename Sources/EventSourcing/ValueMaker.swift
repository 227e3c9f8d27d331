/// The visitor that makes a `Value`, of a description or of a view.
public struct ValueMaker: Visitor {
  public typealias Failure = Never

  /// The fields visited so far.
  public private(set) var fields: [Value.Field] = []
  var last = Value.null
  /// The selection among the fields that come next.
  private let selection: FieldSelection
  private let seesDetails: Bool

  /// Creates a visitor that has seen nothing; it makes the fields of `selection` alone and keeps
  /// the `details` of views or leaves them out.
  public init(_ selection: FieldSelection = .all, details: Bool = true) {
    self.selection = selection
    seesDetails = details
  }

  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    if let wanted = selection.selection(of: name) { add(name, value.value(wanted)) }
    return value
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    if let value { _ = required(name, value, summary) }
    return value
  }

  public mutating func integer(_ value: Int64) -> Int64 { show(.integer(value), value) }
  public mutating func boolean(_ value: Bool) -> Bool { show(.boolean(value), value) }
  public mutating func text(_ value: String) -> String { show(.text(value), value) }
  public mutating func personal(_ value: String) -> String { show(.personal(value), value) }
  public mutating func instant(_ value: Instant) -> Instant { show(.instant(value), value) }
  public mutating func span(_ value: TimeSpan) -> TimeSpan { show(.span(value), value) }
  public mutating func choice<C: Choice>(_ value: C) -> C { show(.text(value.rawValue), value) }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    guard let value else { return show(.null, nil) }
    return value.described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    // In generic code a key path is made anew each time that it is used; a closure is not.
    show(.list(values.map { $0.value }), values)
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    let fields = values.entries.map { Value.Field(name: $0.key, value: $0.value.value) }
    return show(.fields(fields), values)
  }

  public mutating func record<R: Record>(_ value: R) -> R {
    var inner = ValueMaker(selection)
    _ = value.fields(&inner)
    return show(.fields(inner.fields), value)
  }

  private mutating func show<T>(_ value: Value, _ original: T) -> T {
    last = value
    return original
  }
}

extension ValueMaker: ViewVisitor {
  public mutating func nested<S: StateView>(
    _ name: StaticString, _ value: S, _ summary: StaticString
  ) {
    guard let wanted = selection.selection(of: name) else { return }
    add(name, tree(of: value, wanted))
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    guard selection.selection(of: name) != nil else { return }
    add(name, .list(values.map { tree(of: $0, .all) }))
  }

  public mutating func show<S: StateView>(_ value: S) {
    value.view(&self)
    if seesDetails { value.details(&self) }
  }

  private mutating func add(_ name: StaticString, _ value: Value) {
    // Most records have a few fields: growing one by one costs more than all else.
    if fields.isEmpty { fields.reserveCapacity(6) }
    fields.append(Value.Field(name: name.description, value: value))
  }

  private func tree<S: StateView>(of value: S, _ selection: FieldSelection) -> Value {
    var inner = ValueMaker(selection, details: seesDetails)
    inner.show(value)
    return .fields(inner.fields)
  }
}
