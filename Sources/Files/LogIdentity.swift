/// Draws the identity of a new log: 32 hexadecimal digits.
public func drawLogIdentity() -> String {
  var numbers = SystemRandomNumberGenerator()
  return (0..<4).map { _ in
    let digits = String(UInt32.random(in: 0...UInt32.max, using: &numbers), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}
