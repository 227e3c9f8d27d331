import EventSourcing

/// A named set of readings.
public struct Profile<Readings: Record>: Sendable {
  /// The name after `profile:` and `--profile`.
  public let name: String
  /// The readings that the profile stands for.
  public let readings: Readings
  /// The changes that it makes beside the readings, against the first profile: each with its name
  /// in reports, and the rule that holds under the profile in one sentence.
  public let differences: [(name: String, sentence: String)]

  /// Names a set of readings.
  public init(
    name: String, readings: Readings, differences: [(name: String, sentence: String)] = []
  ) {
    self.name = name
    self.readings = readings
    self.differences = differences
  }
}
