/// One reader or writer of the description that events, effects and records give of themselves.
///
/// A described value shows each of its fields to the visitor and is rebuilt from what comes back.
/// A writer hands every field back unchanged; a reader ignores what it is shown and returns what
/// it has read. The YAML reader, the JSON Lines codec, the schema, redaction and the reference
/// documentation are all visitors, so a new field is written down in one place.
public protocol Visitor {
  /// The error of a reader for input that does not fit; `Never` for writers.
  associatedtype Failure: Error

  /// A field that must be there.
  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) throws(Failure) -> T

  /// A field that is left out when it has no value.
  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) throws(Failure) -> T?

  /// A field that an author may leave out and that then has its default; writers always show it.
  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) throws(Failure) -> T

  /// A whole number.
  mutating func integer(_ value: Int64) throws(Failure) -> Int64
  /// A truth value.
  mutating func boolean(_ value: Bool) throws(Failure) -> Bool
  /// Text that says nothing about a person.
  mutating func text(_ value: String) throws(Failure) -> String
  /// Text that identifies a person or a device; redaction replaces it.
  mutating func personal(_ value: String) throws(Failure) -> String
  /// Text whose type is open to the author: numbers and truth values are taken as their text.
  ///
  /// It is personal, and in YAML an unquoted look-alike such as `NO` is refused.
  mutating func open(_ value: String) throws(Failure) -> String
  /// A moment: milliseconds since the epoch in JSON, a duration from the start in YAML.
  mutating func instant(_ value: Instant) throws(Failure) -> Instant
  /// A length of time: milliseconds in JSON, `1m30s` in YAML.
  mutating func span(_ value: TimeSpan) throws(Failure) -> TimeSpan
  /// One of a closed set of names.
  mutating func choice<C: Choice>(_ value: C) throws(Failure) -> C
  /// A value that must be written down, if only as `null`.
  mutating func nullable<T: Described>(_ value: T?) throws(Failure) -> T?
  /// Values in order.
  mutating func list<T: Described>(_ values: [T]) throws(Failure) -> [T]
  /// Values by name.
  mutating func map<T: Described>(_ values: TextMap<T>) throws(Failure) -> TextMap<T>
  /// A value made of named fields.
  mutating func record<R: Record>(_ value: R) throws(Failure) -> R
  /// A value that copies of the whole share.
  mutating func shared<T: Described>(_ value: Shared<T>) throws(Failure) -> Shared<T>
}

extension Visitor {
  /// Visits the field as one that must be there, as writers do.
  @inlinable @inline(__always)
  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) throws(Failure) -> T {
    try required(name, value, summary)
  }

  /// Visits the text as any other that is personal.
  @inlinable @inline(__always)
  public mutating func open(_ value: String) throws(Failure) -> String { try personal(value) }

  /// Visits a shared value as any other, as most visitors do.
  @inlinable @inline(__always)
  public mutating func shared<T: Described>(_ value: Shared<T>) throws(Failure) -> Shared<T> {
    Shared(try value.value.described(by: &self))
  }

  /// A field that must be there.
  @inlinable @inline(__always)
  public mutating func callAsFunction<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString = ""
  ) throws(Failure) -> T {
    try required(name, value, summary)
  }

  /// A field that is left out when it has no value.
  @inlinable @inline(__always)
  public mutating func callAsFunction<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString = ""
  ) throws(Failure) -> T? {
    try optional(name, value, summary)
  }

  /// A field that an author may leave out and that then has its default.
  @inlinable @inline(__always)
  public mutating func callAsFunction<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString = ""
  ) throws(Failure) -> T {
    try defaulted(name, value, default: `default`, summary)
  }
}
