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
  var words: [String] {
    (profile.map { ["--profile", shellWord($0)] } ?? [])
      + readings.flatMap { ["--reading", shellWord("\($0.name)=\($0.text)")] }
      + (budget.map { ["--budget", String($0)] } ?? [])
      + (ties == .reversed ? ["--ties=both"] : [])
  }

  /// What is wrong with these options for a system, such as an unknown reading.
  public func findings<S: System>(for system: S.Type) -> [Diagnostic] {
    let findings = Findings()
    if let profile, !S.profiles.contains(where: { $0.name == profile }) {
      let names = S.profiles.map(\.name)
      let near = didYouMean(profile, among: names).map { [$0] } ?? []
      findings.add(
        Diagnostic(
          .unknownName, "unknown profile '\(profile)'",
          notes: near + ["known: \(names.joined(separator: ", "))"]))
    }
    for reading in readings { _ = reading.changes(of: S.Machine.Readings.self, findings) }
    return findings.sorted
  }

  /// The profile and readings of a recorded trace with these options laid over them.
  public func readings<S: System>(
    over recorded: (profile: String, readings: S.Machine.Readings), of system: S.Type
  ) -> (profile: String, readings: S.Machine.Readings) {
    RunSettings<S>(self).readings(over: recorded)
  }
}

/// The options of a run as values of one system: what has to be parsed of them is parsed here.
public struct RunSettings<S: System>: Sendable {
  private let profile: Profile<S.Machine.Readings>?
  private let changes: [RecordChanges<S.Machine.Readings>]
  /// How many records a run may have, also where a scenario names its own budget.
  let budget: Int64?
  let ties: TieOrder
  /// The name of the command in hints.
  let command: String
  /// The command line that checks specs with the options of this run, for hints.
  let checking: String
  /// Repeats a run from its text.
  let reproduce: RunReproduction<S>

  /// Prepares options that have no findings for the system; `reproduce` repeats a run that broke
  /// a property, for systems that have some.
  public init(
    _ options: RunOptions = RunOptions(), reproduce: RunReproduction<S>? = nil
  ) {
    self.reproduce =
      reproduce
      ?? { _ in
        .failure(RepeatedRunError(message: "no properties of \(S.name) are known"))
      }
    profile = options.profile.flatMap { name in S.profiles.first { $0.name == name } }
    budget = options.budget
    ties = options.ties
    command = options.command
    checking = (["\(options.command) check"] + options.words).joined(separator: " ")
    let findings = Findings()
    changes = options.readings.compactMap { $0.changes(of: S.Machine.Readings.self, findings) }
  }

  /// The profile and readings that replace all that a recording says; `nil` where its own hold.
  func override(
    of given: Given<S>
  ) -> (profile: String, readings: S.Machine.Readings)? {
    let isPlain = profile == nil && changes.isEmpty && given.readings.changes.names.isEmpty
    return isPlain ? nil : readings(of: given)
  }

  /// The profile and readings that a scenario runs under.
  func readings(of given: Given<S>) -> (profile: String, readings: S.Machine.Readings) {
    let own = given.readings
    let base = profile.map { own.changes.applied(to: $0.readings) } ?? own.all
    return (profile?.name ?? own.profile, changed(base))
  }

  func readings(
    over recorded: (profile: String, readings: S.Machine.Readings)
  ) -> (profile: String, readings: S.Machine.Readings) {
    (profile?.name ?? recorded.profile, changed(profile?.readings ?? recorded.readings))
  }

  private func changed(_ readings: S.Machine.Readings) -> S.Machine.Readings {
    changes.reduce(readings) { $1.applied(to: $0) }
  }
}

extension System {
  /// Every other value of the readings that have finitely many, and those that the system adds,
  /// as `name=value`: what `--readings all` varies, one at a time.
  public static var readingVariants: [String] {
    guard case .record(let fields) = Machine.Readings.schema else { return [] }
    let finite = fields.flatMap { field -> [String] in
      guard case .defaults(let initial) = field.presence else { return [] }
      switch (field.schema, initial) {
      case (.boolean, .boolean(let value)): return ["\(field.name)=\(!value)"]
      case (.choice(let options), .text(let value)):
        return options.filter { $0.name != value }.map { "\(field.name)=\($0.name)" }
      default: return []
      }
    }
    return finite + extraReadingVariants
  }
}
