import EventSourcing

/// A named set of readings.
public struct Profile<Readings: Record>: Sendable {
  /// The name after `profile:` and `--profile`.
  public let name: String
  /// The readings that the profile stands for.
  public let readings: Readings
  /// The changes that it makes beside the readings.
  public let differences: [ProfileDifference]

  /// Names a set of readings.
  public init(name: String, readings: Readings, differences: [ProfileDifference] = []) {
    self.name = name
    self.readings = readings
    self.differences = differences
  }
}

/// Something that a profile changes against the first one.
public struct ProfileDifference: Sendable {
  /// Its name in reports.
  public let name: String
  /// The rule that holds under the profile, in one sentence.
  public let sentence: String

  /// Describes a difference.
  public init(name: String, sentence: String) {
    self.name = name
    self.sentence = sentence
  }
}
