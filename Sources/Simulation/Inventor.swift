import EventSourcing

/// The visitor that makes up values, from pools so small that made-up names meet each other.
///
/// It reads the description of events, so a new event or field is drawn without a change here.
public struct Inventor: Visitor {
  public typealias Failure = Never

  private var stream: RandomStream
  private let now: Instant
  private let pools: InventorPools
  private var depth = 0

  /// Draws from `stream` and `pools`; instants are drawn around `now`.
  public init(_ stream: RandomStream, now: Instant, pools: InventorPools = .plausible) {
    self.stream = stream
    self.now = now
    self.pools = pools
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

  public mutating func integer(_ value: Int64) -> Int64 { pick(pools.numbers) }
  public mutating func boolean(_ value: Bool) -> Bool { stream.below(2) == 0 }
  public mutating func text(_ value: String) -> String { pick(pools.names) }
  public mutating func personal(_ value: String) -> String { pick(pools.names) }
  public mutating func open(_ value: String) -> String { pick(pools.values) }

  public mutating func instant(_ value: Instant) -> Instant { now + span(.zero) }

  public mutating func span(_ value: TimeSpan) -> TimeSpan {
    pick(pools.spans)
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
    for _ in 0..<stream.below(3) { result[pick(pools.names)] = T.sample.described(by: &self) }
    return result
  }

  public mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }

  private mutating func pick<T>(_ pool: [T], else fallback: T) -> T {
    pool.isEmpty ? fallback : pool[Int(stream.below(Int64(pool.count)))]
  }

  private mutating func pick(_ pool: [Int64]) -> Int64 { pick(pool, else: 0) }
  private mutating func pick(_ pool: [String]) -> String { pick(pool, else: "") }
  private mutating func pick(_ pool: [TimeSpan]) -> TimeSpan { pick(pool, else: .zero) }
}

/// What an inventor draws from.
public struct InventorPools: Sendable {
  /// Whole numbers.
  public var numbers: [Int64]
  /// Names and other text.
  public var names: [String]
  /// Values whose type is open.
  public var values: [String]
  /// Lengths of time, and distances of instants from now.
  public var spans: [TimeSpan]

  /// Lists what to draw from.
  public init(numbers: [Int64], names: [String], values: [String], spans: [TimeSpan]) {
    self.numbers = numbers
    self.names = names
    self.values = values
    self.spans = spans
  }

  /// What apps and users do, mistakes included.
  public static let plausible = InventorPools(
    numbers: [1, 2, 3, 7, 0], names: ["alpha", "beta", "gamma", " delta ", ""],
    values: ["one", "two", "", " three"],
    spans: [.zero, .seconds(1), .minutes(1), .hours(3), .days(1), .minutes(-90), .days(-2)])

  /// What no device should ever see, mixed with what it does.
  public static let extreme = InventorPools(
    numbers: [
      .min, .min + 1, -1, 0, 1, 2, 3, 200, 201, 401, 408, 429, 500, 60_000, .max - 1, .max,
    ],
    names: [
      "", " ", "a", "b", "in_app", "inbox", " status ", "e\u{301}\u{301}", "ALL", "DEBUG", "APP",
      "ios", "android",
    ],
    values: ["", " ", "a", "true", "\u{0}"],
    spans: [
      .zero, .milliseconds(1), .milliseconds(-1), .seconds(60), .days(1), .days(-2),
      .milliseconds(.max), .milliseconds(.min),
    ])
}
