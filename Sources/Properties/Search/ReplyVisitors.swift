import EventSourcing
import Simulation

/// Draws the lists of an answer, such as the messages that it brings, or varies them, and keeps
/// everything else.
struct ContentInventor: ValueRewriter {
  private var inventor: Inventor
  private let varies: Bool

  init(_ inventor: Inventor, varies: Bool) {
    self.inventor = inventor
    self.varies = varies
  }

  /// The stream after everything drawn so far.
  var rest: RandomStream { inventor.rest }

  mutating func list<T: Described>(_ values: [T]) -> [T] {
    varies ? inventor.vary(values) : inventor.list(values)
  }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
}

/// Lets an answer say after how many seconds to try again, where it can.
struct RetryHint: ValueRewriter {
  let seconds: Int64
  private var isHint = false

  init(seconds: Int64) { self.seconds = seconds }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    isHint = name.description == "retry_after"
    defer { isHint = false }
    return isHint ? T.sample.described(by: &self) : value
  }

  func integer(_ value: Int64) -> Int64 { isHint ? seconds : value }
  func list<T: Described>(_ values: [T]) -> [T] { values }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
}
