import Rules

/// The first violation of a property in a run.
public struct PropertyViolation: Equatable, Sendable {
  /// The property's place in the list that the checker was made with.
  public var property: Int
  /// The device or backend it is about; `nil` for all together.
  public var party: String?
  /// The records that show it, in the order of the log.
  public var witnesses: [Witness]
  /// The numbers of these records.
  public var records: [Int64] { witnesses.map { $0.seq } }
  /// The violation in one sentence, with its figures.
  public var sentence: String
}
