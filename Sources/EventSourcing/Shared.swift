/// A value that its copies share until one of them changes it.
///
/// Copying it costs one retain, whatever its size: a state made of such parts can be branched, and
/// a copy pays only for what it changes.
public struct Shared<Value: Hashable & Sendable>: Hashable {
  private typealias Storage = SharedStorage<Value>

  private var storage: Storage

  /// Puts `value` where it can be shared.
  public init(_ value: Value) { storage = Storage(value) }

  /// The value as this copy sees it.
  @inline(__always)
  public var value: Value { storage.value }

  /// Changes the value of this copy, in place if no other copy shares it.
  public mutating func update<Result>(_ change: (inout Value) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
    forget()
    return change(&storage.value)
  }

  /// Changes the value of this copy; `change` returns whether the value is now another one. Where
  /// it is not, copies go on sharing it.
  ///
  /// - Returns: Whether the value is another one.
  public mutating func updateIfChanged(_ change: (inout Value) -> Bool) -> Bool {
    if isKnownUniquelyReferenced(&storage) {
      guard change(&storage.value) else { return false }
      forget()
      return true
    }
    var copy = storage.value
    guard change(&copy) else { return false }
    storage = Storage(copy)
    return true
  }

  /// The contribution of the value to a fingerprint, where it is still known.
  var fingerprintPart: FingerprintPart? { storage.part }

  /// Remembers the value's contribution to a fingerprint, for all copies that share it.
  ///
  /// It has to be called before a copy is handed to another thread.
  func remember(_ part: FingerprintPart) { storage.part = part }

  private func forget() {
    storage.part = nil
    storage.hash = nil
  }

  public static func == (left: Shared, right: Shared) -> Bool {
    left.storage === right.storage || areEqual(left.storage, right.storage)
  }

  /// Compares the values in a separate function: within a larger one, both would be copied.
  @inline(never)
  private static func areEqual(_ left: Storage, _ right: Storage) -> Bool {
    left.value == right.value
  }

  /// Remembers the hash for all copies that share the value: like the fingerprint, it is asked for
  /// before a copy is handed to another thread.
  public func hash(into hasher: inout Hasher) {
    let hash = storage.hash ?? value.hashValue
    // What is known is not written again: another thread may read it.
    if storage.hash == nil { storage.hash = hash }
    hasher.combine(hash)
  }
}

/// The storage of a shared value. It requires nothing of the value: a conformance would be looked
/// up for each type at the start.
private final class SharedStorage<Value> {
  // Whoever changes it is the sole owner: `update` has exclusive access to the only copy.
  @exclusivity(unchecked) var value: Value
  /// The contribution of the value to a fingerprint, once it was asked for.
  @exclusivity(unchecked) var part: FingerprintPart?
  /// The value's hash in this process, once it was asked for.
  @exclusivity(unchecked) var hash: Int?

  init(_ value: Value) { self.value = value }
}

// The storage is changed by its sole owner alone; what is shared is only read, and remembers its
// fingerprint and its hash before another thread sees it.
extension Shared: @unchecked Sendable {}

extension Shared: Described, FieldValue where Value: Described {
  public static var sample: Shared { Shared(Value.sample) }

  public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Shared {
    try visitor.shared(self)
  }
}
