/// A value that travels with another one but does not count when that one is compared or hashed,
/// such as the number of the record that led to it.
@propertyWrapper
public struct Incidental<Value: Sendable>: Hashable, Sendable {
  /// The value itself.
  public var wrappedValue: Value

  /// Wraps a value.
  @inlinable public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  @inlinable public static func == (left: Incidental, right: Incidental) -> Bool { true }

  @inlinable public func hash(into hasher: inout Hasher) {}
}
