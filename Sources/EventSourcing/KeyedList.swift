/// Values under keys, in the order in which the keys came.
public struct KeyedList<Key: Hashable, Value> {
  /// The keys, each once.
  public private(set) var keys: [Key] = []
  /// The value of each key, in their order.
  public private(set) var values: [Value] = []
  private var places: [Key: Int] = [:]

  /// A list without keys.
  public init() {}

  /// The keys with their values.
  public var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }

  /// Whether the key has come.
  public func contains(_ key: Key) -> Bool { places[key] != nil }

  /// Whether a value can be put under a key without going beyond this number of keys.
  public func hasRoom(for key: Key, within limit: Int) -> Bool {
    keys.count < limit || contains(key)
  }

  /// The value of a key. Reading an unknown key gives `initial`; changing it adds the key with it.
  public subscript(key: Key, default initial: @autoclosure () -> Value) -> Value {
    get { places[key].map { values[$0] } ?? initial() }
    _modify { yield &values[place(of: key, default: initial())] }
  }

  /// Finds the place of a key, and adds an unknown one with `initial`.
  public mutating func place(of key: Key, default initial: @autoclosure () -> Value) -> Int {
    if let place = places[key] { return place }
    places[key] = keys.count
    keys.append(key)
    values.append(initial())
    return keys.count - 1
  }
}

extension KeyedList where Value == Void {
  /// Adds a key unless it has come.
  public mutating func insert(_ key: Key) { _ = place(of: key, default: ()) }
}

extension KeyedList: Equatable where Value: Equatable {}

extension KeyedList: Sendable where Key: Sendable, Value: Sendable {}
