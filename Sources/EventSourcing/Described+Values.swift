extension Int64: Described {
  public static var sample: Int64 { 0 }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Int64 {
    try visitor.integer(self)
  }
}

extension Bool: Described {
  public static var sample: Bool { false }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Bool {
    try visitor.boolean(self)
  }
}

extension String: Described {
  public static var sample: String { "" }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> String {
    try visitor.text(self)
  }
}

extension Instant: Described {
  public static var sample: Instant { Instant(milliseconds: 0) }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Instant {
    try visitor.instant(self)
  }
}

extension TimeSpan: Described {
  public static var sample: TimeSpan { .zero }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> TimeSpan {
    try visitor.span(self)
  }
}

extension Array: Described, FieldValue where Element: Described {
  public static var sample: [Element] { [] }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> [Element] {
    try visitor.list(self)
  }
}
