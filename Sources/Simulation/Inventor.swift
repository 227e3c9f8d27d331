import EventSourcing

/// The visitor that makes up values, from pools so small that made-up names meet each other.
///
/// It reads the description of events, so a new event or field is drawn without being told here.
public struct Inventor: Visitor {
  public typealias Failure = Never

  private var stream: RandomStream
  private let now: Instant
  private var depth = 0

  /// Draws from `stream`; instants are drawn around `now`.
  public init(_ stream: RandomStream, now: Instant) {
    self.stream = stream
    self.now = now
  }

  /// The stream after everything drawn so far.
  public var rest: RandomStream { stream }

  /// A made-up event or effect of the same case as `sample`.
  public mutating func invent<W: Vocabulary>(like sample: W) -> W { sample.fields(&self) }

  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    value.described(by: &self)
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    guard stream.below(4) == 0 else { return nil }
    return (value ?? T.sample).described(by: &self)
  }

  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    stream.below(8) == 0 ? value.described(by: &self) : `default`
  }

  public mutating func nested<S: StateView>(
    _ name: StaticString, _ value: S, _ summary: StaticString
  ) {}

  public mutating func integer(_ value: Int64) -> Int64 { pick([1, 2, 3, 7, 0]) }
  public mutating func boolean(_ value: Bool) -> Bool { stream.below(2) == 0 }
  public mutating func text(_ value: String) -> String { pick(Inventor.names) }
  public mutating func personal(_ value: String) -> String { pick(Inventor.names) }
  public mutating func open(_ value: String) -> String { pick(Inventor.values) }

  public mutating func instant(_ value: Instant) -> Instant { now + span(.zero) }

  public mutating func span(_ value: TimeSpan) -> TimeSpan {
    pick([.zero, .seconds(1), .minutes(1), .hours(3), .days(1), .minutes(-90), .days(-2)])
  }

  public mutating func choice<C: Choice>(_ value: C) -> C { pick(C.allCases, else: value) }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    stream.below(8) == 0 ? nil : (value ?? T.sample).described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    depth += 1
    defer { depth -= 1 }
    let count = depth > 3 ? 0 : Int(stream.below(3))
    return (0..<count).map { _ in T.sample.described(by: &self) }
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = TextMap<T>()
    for _ in 0..<stream.below(3) { result[pick(Inventor.names)] = T.sample.described(by: &self) }
    return result
  }

  public mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }

  private static let names = ["alpha", "beta", "gamma", " delta ", ""]
  private static let values = ["one", "two", "", " three"]

  private mutating func pick<T>(_ pool: [T], else fallback: T) -> T {
    pool.isEmpty ? fallback : pool[Int(stream.below(Int64(pool.count)))]
  }

  private mutating func pick(_ pool: [Int64]) -> Int64 { pick(pool, else: 0) }
  private mutating func pick(_ pool: [String]) -> String { pick(pool, else: "") }
  private mutating func pick(_ pool: [TimeSpan]) -> TimeSpan { pick(pool, else: .zero) }
}
