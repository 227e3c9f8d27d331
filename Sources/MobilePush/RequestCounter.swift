import EventSourcing

/// Numbers the requests of all kinds, once and for the device's whole life.
public struct RequestCounter: Hashable, Sendable {
  /// The number of the last request.
  public private(set) var last: Int64 = 0

  /// Takes the number of the next request.
  mutating func next() -> Int64 {
    if last < .max { last += 1 }
    return last
  }
}

extension RequestCounter: Described {
  public static var sample: RequestCounter { RequestCounter() }

  public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> RequestCounter {
    RequestCounter(last: try visitor.integer(last))
  }
}
