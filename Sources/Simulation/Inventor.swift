import EventSourcing

/// The visitor that makes up values, from pools so small that made-up names meet each other.
///
/// It reads the description of events, so a new event or field is drawn without a change here.
public struct Inventor: Visitor {
  public typealias Failure = Never

  private var stream: RandomStream
  private let now: Instant
  private let pools: InventorPools
  private let presence: Int64
  private var depth = 0
  /// The share of values that are drawn while the others are kept, as one in this many; 0 where all
  /// are drawn.
  private var keeping: Int64 = 0
  /// The pool of the field that is being drawn, where it has one of its own.
  private var own: InventorPools.Field?

  /// Draws from `stream` and `pools`; instants are drawn around `now`.
  ///
  /// One in `presence` optional fields has a value; none with 0.
  public init(
    _ stream: RandomStream, now: Instant, pools: InventorPools = .plausible, presence: Int64 = 4
  ) {
    self.stream = stream
    self.now = now
    self.pools = pools
    self.presence = presence
  }

  /// The stream after everything drawn so far.
  public var rest: RandomStream { stream }

  /// A made-up event or effect of the same case as `sample`.
  public mutating func invent<W: Vocabulary>(like sample: W) -> W { sample.fields(&self) }

  /// Values like those shown, with a few of their parts changed.
  public mutating func vary<T: Described>(_ values: [T]) -> [T] {
    keeping = 6
    defer { keeping = 0 }
    return values.map { $0.described(by: &self) }
  }

  /// Whether the next value stays as it is.
  private mutating func keeps() -> Bool { keeping > 0 && stream.below(keeping) > 0 }

  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    let outer = own
    own = pools.field(name) ?? outer
    defer { own = outer }
    return value.described(by: &self)
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    if let value, keeps() { return required(name, value, summary) }
    guard presence > 0, stream.below(presence) == 0 else { return nil }
    return required(name, value ?? T.sample, summary)
  }

  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    keeping > 0 || stream.below(8) == 0 ? required(name, value, summary) : `default`
  }

  public mutating func integer(_ value: Int64) -> Int64 {
    keeps() ? value : pick(own?.numbers ?? pools.numbers)
  }
  public mutating func boolean(_ value: Bool) -> Bool { keeps() ? value : stream.below(2) == 0 }
  public mutating func text(_ value: String) -> String {
    keeps() ? value : pick(own?.texts ?? pools.names)
  }
  public mutating func personal(_ value: String) -> String { text(value) }
  public mutating func open(_ value: String) -> String {
    keeps() ? value : pick(own?.texts ?? pools.values)
  }

  public mutating func instant(_ value: Instant) -> Instant {
    keeps() ? value : now + pick(own?.spans ?? pools.spans)
  }

  public mutating func span(_ value: TimeSpan) -> TimeSpan {
    keeps() ? value : pick(own?.spans ?? pools.spans)
  }

  public mutating func choice<C: Choice>(_ value: C) -> C {
    keeps() ? value : pick(C.allCases, else: value)
  }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    if let value, keeps() { return value.described(by: &self) }
    return stream.below(8) == 0 ? nil : (value ?? T.sample).described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    if keeps() { return values.map { $0.described(by: &self) } }
    depth += 1
    defer { depth -= 1 }
    let count = depth > 3 ? 0 : Int(stream.below(3))
    return (0..<count).map { _ in T.sample.described(by: &self) }
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    if keeps() { return values }
    var result = TextMap<T>()
    for _ in 0..<stream.below(3) { result[pick(pools.names)] = T.sample.described(by: &self) }
    return result
  }

  /// The fields of a record have pools of their own.
  public mutating func record<R: Record>(_ value: R) -> R {
    let outer = own
    own = nil
    defer { own = outer }
    return value.fields(&self)
  }

  private mutating func pick<T>(_ pool: [T], else fallback: T) -> T {
    pool.isEmpty ? fallback : pool[Int(stream.below(Int64(pool.count)))]
  }

  private mutating func pick(_ pool: [Int64]) -> Int64 { pick(pool, else: 0) }
  private mutating func pick(_ pool: [String]) -> String { pick(pool, else: "") }
  private mutating func pick(_ pool: [TimeSpan]) -> TimeSpan { pick(pool, else: .zero) }
}

/// The values that an inventor draws from.
public struct InventorPools: Sendable {
  /// Whole numbers.
  public var numbers: [Int64]
  /// Names and other text.
  public var names: [String]
  /// Values whose type is open.
  public var values: [String]
  /// Lengths of time, and distances of instants from now.
  public var spans: [TimeSpan]
  /// Fields that have values of their own, such as the few words that mean something there.
  public var fields: [Field]

  /// The values of one field, in every event or record that has it.
  public struct Field: Sendable {
    /// The name of the field.
    public let name: StaticString
    fileprivate(set) var numbers: [Int64]?
    fileprivate(set) var texts: [String]?
    fileprivate(set) var spans: [TimeSpan]?

    /// A field that holds whole numbers.
    public init(_ name: StaticString, _ numbers: [Int64]) {
      self.name = name
      self.numbers = numbers
    }

    /// A field that holds text; what comes more often is listed more than once.
    public init(_ name: StaticString, _ texts: [String]) {
      self.name = name
      self.texts = texts
    }

    /// A field that holds a length of time, or the distance of an instant from now.
    public init(_ name: StaticString, _ spans: [TimeSpan]) {
      self.name = name
      self.spans = spans
    }
  }

  /// Lists what to draw from; a value that comes more often is listed more than once.
  public init(
    numbers: [Int64], names: [String], values: [String], spans: [TimeSpan], fields: [Field] = []
  ) {
    self.numbers = numbers
    self.names = names
    self.values = values
    self.spans = spans
    self.fields = fields
  }

  /// The same pools with only one or two values in each, for runs that need the same values again
  /// and again.
  public func narrowed(by stream: inout RandomStream) -> InventorPools {
    func few<T>(_ pool: [T]) -> [T] {
      pool.count < 3 ? pool : (0...stream.below(2)).map { _ in stream.pick(pool) }
    }
    return InventorPools(
      numbers: few(numbers), names: few(names), values: few(values), spans: few(spans),
      fields: fields.map { field in
        var field = field
        field.numbers = field.numbers.map { few($0) }
        field.texts = field.texts.map { few($0) }
        field.spans = field.spans.map { few($0) }
        return field
      })
  }

  func field(_ name: StaticString) -> Field? {
    fields.first { $0.name.isEqual(to: name) }
  }

  /// The values that apps and users send, mistakes included.
  public static let plausible = InventorPools(
    numbers: [1, 2, 3, 7, 0], names: ["alpha", "beta", "gamma", " delta ", ""],
    values: ["one", "two", "", " three"],
    spans: [.zero, .seconds(1), .minutes(1), .hours(3), .days(1), .minutes(-90), .days(-2)])

  /// The values of `plausible`, mixed with those that no device should ever see.
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
