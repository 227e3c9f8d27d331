import EventSourcing

/// A visitor that changes values of one kind wherever they stand.
protocol ValueChange: Visitor where Failure == Never {}

extension ValueChange {
  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? { value?.described(by: &self) }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  mutating func integer(_ value: Int64) -> Int64 { value }
  mutating func boolean(_ value: Bool) -> Bool { value }
  mutating func text(_ value: String) -> String { value }
  mutating func open(_ value: String) -> String { value }
  mutating func span(_ value: TimeSpan) -> TimeSpan { value }
  mutating func choice<C: Choice>(_ value: C) -> C { value }
  mutating func nullable<T: Described>(_ value: T?) -> T? { value?.described(by: &self) }
  mutating func list<T: Described>(_ values: [T]) -> [T] {
    values.map { $0.described(by: &self) }
  }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = values
    for entry in values.entries { result[entry.key] = entry.value.described(by: &self) }
    return result
  }

  mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }
}

/// Moves every instant.
struct Shift: ValueChange {
  typealias Failure = Never

  let span: TimeSpan

  init(by span: TimeSpan) { self.span = span }

  func personal(_ value: String) -> String { value }
  func instant(_ value: Instant) -> Instant { value + span }
}

/// Gives every person and device another name; a blank one stays blank, white space around a name
/// stays around it.
struct Renaming: ValueChange {
  typealias Failure = Never

  func instant(_ value: Instant) -> Instant { value }

  func personal(_ value: String) -> String {
    var scalars = Array(value.unicodeScalars)
    guard let last = scalars.lastIndex(where: { $0.value > 0x20 }) else { return value }
    scalars.insert("~", at: last + 1)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
