/// Identifies one effect of one log permanently, so that a server that gets it twice can count it
/// once.
///
/// The effect's record is durable before the effect leaves the process, so no number is given to
/// two effects, not even by a process that crashed and its successor.
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

  /// The value of the header `headerName`.
  public var description: String { "\(log)-\(seq)" }

  /// The header that carries it.
  public static let headerName = "Idempotency-Key"
}
