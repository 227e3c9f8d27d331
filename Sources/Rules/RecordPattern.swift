import EventSourcing

/// Picks records of a log: a name of an event or effect, and what is asked of its fields.
public struct RecordPattern<Machine: Reducer>: Sendable {
  /// A record of the machine's log.
  public typealias Record = LogRecord<Machine.Event, Machine.Effect>

  /// The name of an event or an effect.
  public let name: String
  /// Asked only of records with the name; `nil` takes all of them.
  private let accepts: (@Sendable (Record) -> Bool)?

  /// Picks the records called `name` that `accepts` lets pass.
  public init(_ name: String, where accepts: (@Sendable (Record) -> Bool)? = nil) {
    self.name = name
    self.accepts = accepts
  }

  /// Whether `record`, whose word is `word`, is meant.
  func picks(_ record: Record, called word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == name.utf8.count else { return false }
    let named = word.withUTF8Buffer { $0.elementsEqual(name.utf8) }
    return named && (accepts?(record) ?? true)
  }
}

extension LogRecord {
  /// The name of the event or effect; empty for states and notes. Costs no allocation.
  public var word: StaticString {
    var finder = WordFinder()
    switch self {
    case .event(let record): _ = record.event.fields(&finder)
    case .effect(let record): _ = record.effect.fields(&finder)
    case .state, .note: break
    }
    return finder.word
  }

  /// The fields of the event or effect as a tree; `nil` for states and notes.
  public var fields: Value? {
    switch self {
    case .event(let record): record.event.value
    case .effect(let record): record.effect.value
    case .state, .note: nil
    }
  }
}

/// The visitor that looks at nothing but the name.
struct WordFinder: Visitor {
  typealias Failure = Never

  var word: StaticString = ""

  @inline(__always)
  mutating func word(_ name: StaticString, _ summary: StaticString) { word = name }
  @inline(__always)
  func required<T: Described>(_ name: StaticString, _ value: T, _ summary: StaticString) -> T {
    value
  }
  @inline(__always)
  func optional<T: Described>(_ name: StaticString, _ value: T?, _ summary: StaticString) -> T? {
    value
  }
  @inline(__always)
  func defaulted<T: Described>(
    _ name: StaticString, _ value: T, standard: T, _ summary: StaticString
  ) -> T { value }
  func nested<S: StateView>(_ name: StaticString, _ value: S, _ summary: StaticString) {}
  func integer(_ value: Int64) -> Int64 { value }
  func boolean(_ value: Bool) -> Bool { value }
  func text(_ value: String) -> String { value }
  func personal(_ value: String) -> String { value }
  func open(_ value: String) -> String { value }
  func instant(_ value: Instant) -> Instant { value }
  func span(_ value: TimeSpan) -> TimeSpan { value }
  func choice<C: Choice>(_ value: C) -> C { value }
  func nullable<T: Described>(_ value: T?) -> T? { value }
  func list<T: Described>(_ values: [T]) -> [T] { values }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
  func record<R: Record>(_ value: R) -> R { value }
}
