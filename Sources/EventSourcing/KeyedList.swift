/// Values under keys, in the order in which the keys came.
public struct KeyedList<Key: Hashable, Value> {
  /// The keys, each once.
  public private(set) var keys: [Key] = []
  /// The value of each key, in their order.
  public private(set) var values: [Value] = []
  private var places: [Key: Int] = [:]

  /// A list without keys.
  public init() {}

  /// Whether the key has come.
  public func contains(_ key: Key) -> Bool { places[key] != nil }

  /// The value of a key; one that has not come yet comes with `initial` when its value is changed.
  public subscript(key: Key, default initial: @autoclosure () -> Value) -> Value {
    get { places[key].map { values[$0] } ?? initial() }
    _modify { yield &values[place(of: key, default: initial())] }
  }

  /// Finds the place of a key; one that has not come yet comes with `initial`.
  public mutating func place(of key: Key, default initial: @autoclosure () -> Value) -> Int {
    if let place = places[key] { return place }
    places[key] = keys.count
    keys.append(key)
    values.append(initial())
    return keys.count - 1
  }
}

extension KeyedList: Equatable where Value: Equatable {}

extension KeyedList: Sendable where Key: Sendable, Value: Sendable {}
