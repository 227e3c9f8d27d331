/// A field that has to be written down but may be `null`, as an app may hand over no value.
public struct Nullable<Wrapped: Described>: Described {
  /// The value, where there is one.
  public var value: Wrapped?

  /// Wraps `value`.
  @inlinable public init(_ value: Wrapped?) { self.value = value }

  public static var sample: Nullable { Nullable(nil) }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Nullable {
    Nullable(try visitor.nullable(value))
  }
}

extension Nullable: ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral, ExpressibleByStringLiteral
where Wrapped: ExpressibleByStringLiteral, Wrapped.StringLiteralType == String {
  @inlinable public init(stringLiteral text: String) { self.init(Wrapped(stringLiteral: text)) }
}
