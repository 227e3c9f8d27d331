/// A value that its copies share until one of them changes it.
///
/// Copying it costs one retain, whatever its size: a state made of such parts can be branched, and
/// a copy pays for what it changes alone.
public struct Shared<Value: Hashable & Sendable>: Hashable {
  private final class Storage {
    // Whoever changes it is the sole owner: `update` has exclusive access to the only copy.
    @exclusivity(unchecked) var value: Value
    /// What the value gives to a fingerprint, once it was asked for.
    @exclusivity(unchecked) var part: FingerprintPart?

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  /// Puts `value` where it can be shared.
  public init(_ value: Value) { storage = Storage(value) }

  /// The value as this copy sees it.
  @inline(__always)
  public var value: Value { storage.value }

  /// Changes the value of this copy, in place if no other copy shares it.
  public mutating func update<Result>(_ change: (inout Value) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
    storage.part = nil
    return change(&storage.value)
  }

  /// What the value gives to a fingerprint, where it was remembered since the last change.
  var fingerprintPart: FingerprintPart? { storage.part }

  /// Remembers what the value gives to a fingerprint, for all copies that share it.
  ///
  /// Whoever hands a copy to another thread has remembered it before.
  func remember(_ part: FingerprintPart) { storage.part = part }

  public static func == (left: Shared, right: Shared) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}

// The storage is changed by its sole owner alone; what is shared is only read, and remembers its
// fingerprint before another thread sees it.
extension Shared: @unchecked Sendable {}

extension Shared: Described, FieldValue where Value: Described {
  public static var sample: Shared { Shared(Value.sample) }

  public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Shared {
    Shared(try value.described(by: &visitor))
  }
}
