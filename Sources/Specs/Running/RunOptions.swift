import Diagnostics
import Simulation
import SpecFormat

/// The settings of a run that replace those of the spec.
public struct RunOptions: Sendable {
  /// The profile to run under; `nil` for the spec's own.
  public var profile: String?
  /// Readings that override those of the spec and of the profile.
  public var readings: [ReadingOverride]
  /// The number of records that a run may have, also where a scenario names its own budget.
  public var budget: Int64?
  /// The order of things that are due at one instant, from time zero on.
  public var ties = TieOrder.scheduled
  /// The command by which hints rerun a scenario.
  public var command: String

  /// Sets what differs from the spec.
  public init(
    profile: String? = nil, readings: [ReadingOverride] = [], budget: Int64? = nil,
    command: String = "pushtrace"
  ) {
    self.profile = profile
    self.readings = readings
    self.budget = budget
    self.command = command
  }
}

extension RunOptions {
  /// The options as a command line writes them.
  private var words: [String] {
    (profile.map { ["--profile", shellWord($0)] } ?? [])
      + readings.flatMap { ["--reading", shellWord("\($0.name)=\($0.text)")] }
      + (budget.map { ["--budget", String($0)] } ?? [])
      + (ties == .reversed ? ["--ties=both"] : [])
  }

  /// The command line that checks specs with these options, for hints.
  var checking: String { (["\(command) check"] + words).joined(separator: " ") }
}
