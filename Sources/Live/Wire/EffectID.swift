/// Names one effect of one log for good: a server that gets it twice can count it once.
///
/// The effect's record is durable before the effect leaves the process, so that a number is never
/// given to two effects, also not by a process that crashed and its successor.
public struct EffectID: Hashable, Sendable, CustomStringConvertible {
  /// The identity of the log: 32 hexadecimal digits, drawn when it was begun.
  public let log: String
  /// The number of the effect's record.
  public let seq: Int64

  /// Names the effect with this number.
  public init(log: String, seq: Int64) {
    self.log = log
    self.seq = seq
  }

  /// What the header of `headerName` says.
  public var description: String { "\(log)-\(seq)" }

  /// The header that carries it.
  public static let headerName = "Idempotency-Key"
}
