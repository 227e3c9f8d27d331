/// A visitor that keeps every value: the base of visitors that change or collect one kind of value
/// and implement only that.
///
/// A list and a map are visited element by element; the keys of a map are kept.
public protocol ValueRewriter: Visitor where Failure == Never {}

extension ValueRewriter {
  /// Visits the value of the field.
  @inlinable
  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  /// Visits a field that has a value as a required one.
  @inlinable
  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? { if let value { required(name, value, summary) } else { nil } }

  /// Keeps a whole number.
  @inlinable
  public mutating func integer(_ value: Int64) -> Int64 { value }

  /// Keeps a truth value.
  @inlinable
  public mutating func boolean(_ value: Bool) -> Bool { value }

  /// Keeps text that says nothing about a person.
  @inlinable
  public mutating func text(_ value: String) -> String { value }

  /// Keeps text that identifies a person or a device.
  @inlinable
  public mutating func personal(_ value: String) -> String { value }

  /// Keeps a moment.
  @inlinable
  public mutating func instant(_ value: Instant) -> Instant { value }

  /// Keeps a length of time.
  @inlinable
  public mutating func span(_ value: TimeSpan) -> TimeSpan { value }

  /// Keeps one of a closed set of names.
  @inlinable
  public mutating func choice<C: Choice>(_ value: C) -> C { value }

  /// Visits the value where there is one.
  @inlinable
  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    value?.described(by: &self)
  }

  /// Visits each element.
  @inlinable
  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    values.map { $0.described(by: &self) }
  }

  /// Visits each value.
  @inlinable
  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = values
    for entry in values.entries { result[entry.key] = entry.value.described(by: &self) }
    return result
  }

  /// Visits the fields.
  @inlinable
  public mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }
}
