import EventSourcing

/// A sign that an input is missing from a trace: something is recorded that only an event explains
/// which is not there, or the machine still waits for one.
public struct MissingInput: Equatable, Sendable {
  /// The record behind which the input belongs; 0 for the start of the trace.
  public var after: Int64
  /// What shows that it is missing.
  public var sign: Sign

  /// Names the place and the sign.
  public init(after: Int64, sign: Sign) {
    self.after = after
    self.sign = sign
  }

  /// What shows that an input is missing.
  public enum Sign: Equatable, Sendable {
    /// An effect names a record as its cause that the trace does not have.
    case cause(Int64)
    /// An effect is recorded at an instant at which nothing happened.
    case instant(Instant)
    /// A timer was due and has not fired.
    case timer(String, due: Instant)
    /// A request was neither answered nor given up when its time was over.
    case answer(to: String, seq: Int64, until: Instant)
  }
}
