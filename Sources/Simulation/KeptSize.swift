import EventSourcing

/// The size of what a run keeps: an estimate from the description of its records, which is the same
/// on every machine, and not what the process has in memory.
struct KeptSize: Sendable {
  /// The most that a run may keep, in bytes.
  static let limit: Int64 = 512 << 20
  /// The bytes that every record counts for its number, time, party and cause.
  private static let envelope: Int64 = 192

  private(set) var bytes: Int64 = 0
  private var seen: Int64 = 0

  /// The number of records up to which a run is not measured: the largest spec fits into a record a
  /// hundred times below the limit.
  private static let fewRecords: Int64 = 64

  /// Takes the records that came since the last time.
  mutating func update<Event, Effect>(_ log: EventLog<Event, Effect>) {
    if log.nextSeq <= Self.fewRecords { return }
    seen = max(seen, log.taken)
    while let record = log[seen + 1] {
      seen += 1
      bytes += Self.size(of: record)
    }
  }

  /// Forgets records that the run no longer keeps.
  mutating func forgetRecords() { bytes = 0 }

  static func size<Event, Effect>(of record: LogRecord<Event, Effect>) -> Int64 {
    var size = PayloadSize()
    switch record {
    case .event(let record): _ = record.event.fields(&size)
    case .effect(let record): _ = record.effect.fields(&size)
    case .note(_, _, _, let text), .snapshot(_, _, _, let text): _ = size.text(text)
    case .state: break
    }
    return envelope + size.bytes
  }
}

/// The records of a log that take the most room.
public struct GrownRecords: Equatable, Sendable {
  /// The name of an event or effect.
  public var name: String
  /// The number of records of that name.
  public var count: Int64
  /// The bytes that they take together.
  public var bytes: Int64
  /// The bytes that the first and the last of them take.
  public var first, last: Int64

  /// Finds the name whose records take the most room; `nil` in an empty log.
  public init?<Event, Effect>(in log: EventLog<Event, Effect>) {
    var all = KeyedList<String, GrownRecords>()
    for record in log.records {
      let name = record.name?.description ?? "note"
      let size = KeptSize.size(of: record)
      all[name, default: GrownRecords(name: name, first: size)].add(size)
    }
    guard let largest = all.values.max(by: { $0.bytes < $1.bytes }) else { return nil }
    self = largest
  }

  private init(name: String, first: Int64) {
    (self.name, self.first, last) = (name, first, first)
    (count, bytes) = (0, 0)
  }

  private mutating func add(_ size: Int64) {
    count += 1
    bytes += size
    last = size
  }
}

/// The visitor that adds up how much room the fields of an event or effect take.
private struct PayloadSize: ValueRewriter {
  private(set) var bytes: Int64 = 0

  mutating func integer(_ value: Int64) -> Int64 { add(8, value) }
  mutating func boolean(_ value: Bool) -> Bool { add(1, value) }
  mutating func text(_ value: String) -> String { add(16 + value.utf8.count, value) }
  mutating func personal(_ value: String) -> String { text(value) }
  mutating func instant(_ value: Instant) -> Instant { add(8, value) }
  mutating func span(_ value: TimeSpan) -> TimeSpan { add(8, value) }
  mutating func choice<C: Choice>(_ value: C) -> C { add(1, value) }

  // Unlike the defaults these make no copies.
  mutating func list<T: Described>(_ values: [T]) -> [T] {
    for value in values { _ = value.described(by: &self) }
    return add(16, values)
  }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    for entry in values.entries {
      _ = text(entry.key)
      _ = entry.value.described(by: &self)
    }
    return add(16, values)
  }

  private mutating func add<T>(_ size: Int, _ value: T) -> T {
    bytes += Int64(size)
    return value
  }
}
