import EventSourcing

/// Draws the identity of a new log: 32 hexadecimal digits.
public func drawLogIdentity() -> String {
  (0..<2).map { _ in XXH64.text(.random(in: 0...UInt64.max)) }.joined()
}
