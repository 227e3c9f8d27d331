import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

/// What a run sets in place of what the spec says.
public struct RunOptions: Sendable {
  /// The profile to run under; `nil` for the spec's own.
  public var profile: String?
  /// Readings that override those of the spec and of the profile.
  public var readings: [ReadingOverride]
  /// How many records a run may have, also where a scenario names its own budget.
  public var budget: Int64?
  /// In which order things happen that are due at one instant, from time zero on.
  public var ties = TieOrder.scheduled
  /// How hints name the command that reruns a scenario.
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

  /// What is wrong with these options for a system, such as an unknown reading.
  public func findings<S: System>(for system: S.Type) -> [Diagnostic] {
    let findings = Findings()
    if let profile, !S.profiles.contains(where: { $0.name == profile }) {
      let names = S.profiles.map(\.name)
      let near = didYouMean(profile, among: names).map { [$0] } ?? []
      findings.add(
        .unknownName, "unknown profile '\(profile)'",
        notes: near + ["known: \(names.joined(separator: ", "))"])
    }
    for reading in readings { _ = reading.applied(to: S.Machine.Readings.sample, findings) }
    return findings.sorted
  }

  /// The profile and readings of a recorded trace with these options laid over them; throws what is
  /// wrong with the options.
  public func checkedReadings<S: System>(
    over own: (profile: String, readings: S.Machine.Readings), of system: S.Type
  ) throws(Diagnostics) -> (profile: String, readings: S.Machine.Readings) {
    let wrong = findings(for: system)
    if !wrong.isEmpty { throw Diagnostics(wrong) }
    return readings(over: own, of: system)
  }

  /// The profile and readings of a recorded trace or of a scenario with these options laid over
  /// them; `adding` lays over another profile what the scenario names itself.
  public func readings<S: System>(
    over own: (profile: String, readings: S.Machine.Readings), of system: S.Type,
    adding: (S.Machine.Readings) -> S.Machine.Readings = { $0 }
  ) -> (profile: String, readings: S.Machine.Readings) {
    let profile = profile.flatMap { name in S.profiles.first { $0.name == name } }
    let base = profile.map { adding($0.readings) } ?? own.readings
    return (profile?.name ?? own.profile, readings.reduce(base) { $1.applied(to: $0) })
  }
}
