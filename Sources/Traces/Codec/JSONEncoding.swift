import EventSourcing
import JSON

/// The visitor that gives canonical JSON to a sink: keys in the order described, absent ones
/// left out, no spaces.
///
/// Its sink makes it a writer, a matcher or a hash.
public struct JSONEncoding<Sink: JSONSink>: Visitor {
  public typealias Failure = Never

  /// The receiver of the JSON.
  public var sink: Sink
  private var needsComma = false

  /// Creates an encoding into `sink`.
  public init(into sink: Sink) { self.sink = sink }

  /// Writes the fields of one case as an object.
  @inline(__always)
  public mutating func data<V: Vocabulary>(_ value: V) {
    open()
    _ = value.fields(&self)
    close()
  }

  /// Writes the members `kind`, `cause` and `data` of a record's line.
  @inline(__always)
  mutating func line<V: Vocabulary>(_ value: V, kind: StaticString, cause: Int64?) {
    sink.put(kind)
    sink.put(value.name.text)
    sink.put(UInt8(ascii: "\""))
    if let cause {
      sink.put(",\"cause\":")
      sink.put(integer: cause)
    }
    sink.put(",\"data\":")
    data(value)
  }

  /// Writes what `show` shows as an object.
  @inline(__always)
  public mutating func object(_ show: (inout JSONEncoding) -> Void) {
    open()
    show(&self)
    close()
  }

  @inline(__always)
  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    key(name)
    return value.described(by: &self)
  }

  @inline(__always)
  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    guard let value else { return nil }
    key(name)
    return value.described(by: &self)
  }

  @inline(__always)
  public mutating func integer(_ value: Int64) -> Int64 {
    sink.put(integer: value)
    return value
  }

  @inline(__always)
  public mutating func boolean(_ value: Bool) -> Bool {
    sink.put(value ? "true" as StaticString : "false")
    return value
  }

  @inline(__always)
  public mutating func text(_ value: String) -> String {
    sink.put(string: value)
    return value
  }

  @inline(__always)
  public mutating func personal(_ value: String) -> String { text(value) }

  @inline(__always)
  public mutating func instant(_ value: Instant) -> Instant {
    sink.put(integer: value.milliseconds)
    return value
  }

  @inline(__always)
  public mutating func span(_ value: TimeSpan) -> TimeSpan {
    sink.put(integer: value.milliseconds)
    return value
  }

  @inline(__always)
  public mutating func choice<C: Choice>(_ value: C) -> C {
    sink.put(string: value.rawValue)
    return value
  }

  @inline(__always)
  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    guard let value else {
      sink.put("null")
      return nil
    }
    return value.described(by: &self)
  }

  @inline(__always)
  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    sink.put(UInt8(ascii: "["))
    var first = true
    for value in values {
      if !first { sink.put(UInt8(ascii: ",")) }
      first = false
      _ = value.described(by: &self)
    }
    sink.put(UInt8(ascii: "]"))
    return values
  }

  @inline(__always)
  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    open()
    for entry in values.entries {
      separate()
      sink.put(string: entry.key)
      sink.put(UInt8(ascii: ":"))
      _ = entry.value.described(by: &self)
    }
    close()
    return values
  }

  @inline(__always)
  public mutating func record<R: Record>(_ value: R) -> R {
    open()
    _ = value.fields(&self)
    close()
    return value
  }

  @inline(__always)
  private mutating func open() {
    sink.put(UInt8(ascii: "{"))
    needsComma = false
  }

  @inline(__always)
  private mutating func close() {
    sink.put(UInt8(ascii: "}"))
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { sink.put(UInt8(ascii: ",")) }
    needsComma = true
  }

  @inline(__always)
  private mutating func key(_ name: StaticString) {
    sink.put(key: name, afterComma: needsComma)
    needsComma = true
  }
}

extension JSONEncoding: ViewVisitor {
  public mutating func nested<S: StateView>(
    _ name: StaticString, _ value: S, _ summary: StaticString
  ) {
    key(name)
    object { $0.show(value) }
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    key(name)
    sink.put(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { sink.put(UInt8(ascii: ",")) }
      object { $0.show(value) }
    }
    sink.put(UInt8(ascii: "]"))
  }

  /// A hash is recorded in traces that have to outlive a refactoring of the details.
  public mutating func show<S: StateView>(_ value: S) { value.view(&self) }
}

extension JSONEncoding: Sendable where Sink: Sendable {}

/// The encoding that writes bytes.
public typealias JSONWriter = JSONEncoding<JSONBuffer>
