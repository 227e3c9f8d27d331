import EventSourcing
import Simulation

/// Draws the lists of an answer, such as the messages that it brings, and keeps everything else.
struct ContentInventor: Visitor {
  typealias Failure = Never

  private var inventor: Inventor

  init(_ inventor: Inventor) { self.inventor = inventor }

  /// The stream after everything drawn so far.
  var rest: RandomStream { inventor.rest }

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? { value?.described(by: &self) }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  func integer(_ value: Int64) -> Int64 { value }
  func boolean(_ value: Bool) -> Bool { value }
  func text(_ value: String) -> String { value }
  func personal(_ value: String) -> String { value }
  func open(_ value: String) -> String { value }
  func instant(_ value: Instant) -> Instant { value }
  func span(_ value: TimeSpan) -> TimeSpan { value }
  func choice<C: Choice>(_ value: C) -> C { value }
  mutating func nullable<T: Described>(_ value: T?) -> T? { value?.described(by: &self) }
  mutating func list<T: Described>(_ values: [T]) -> [T] { inventor.list(values) }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
  mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }
}

/// Lets an answer say after how many seconds to try again, where it can.
struct RetryHint: Visitor {
  typealias Failure = Never

  let seconds: Int64
  private var isHint = false

  init(seconds: Int64) { self.seconds = seconds }

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    isHint = name.description == "retry_after"
    defer { isHint = false }
    return isHint ? T.sample.described(by: &self) : value
  }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  func integer(_ value: Int64) -> Int64 { isHint ? seconds : value }
  func boolean(_ value: Bool) -> Bool { value }
  func text(_ value: String) -> String { value }
  func personal(_ value: String) -> String { value }
  func open(_ value: String) -> String { value }
  func instant(_ value: Instant) -> Instant { value }
  func span(_ value: TimeSpan) -> TimeSpan { value }
  func choice<C: Choice>(_ value: C) -> C { value }
  mutating func nullable<T: Described>(_ value: T?) -> T? { value?.described(by: &self) }
  func list<T: Described>(_ values: [T]) -> [T] { values }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
  mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }
}
