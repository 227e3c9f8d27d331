import Diagnostics
import EventSourcing
import Replay
import Simulation
import SpecFormat
import Traces

extension RunOptions {
  /// Finds mistakes in these options for a system, such as an unknown reading.
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

  /// Finds mistakes in these options for a run of these systems, one of which has to know each.
  public func findings(forRunOf systems: [any System.Type]) -> [Diagnostic] {
    if systems.count < 2 { return systems.flatMap { findings(for: $0) } }
    let known = systems.map { self.known(to: $0) }
    let unknown = Set(options).subtracting(known.flatMap(\.options))
    return options.filter(unknown.contains).map { option in
      let names = systems.map { RunOptions.names(option.kind, of: $0) }
      return Diagnostic(
        .unknownName, "no SDK of the run has a \(option.kind) '\(option.name)'",
        notes: [didYouMean(option.name, among: names.flatMap(\.self))].compactMap(\.self)
          + zip(systems, names).map { "\($0.name) has: \($1.joined(separator: ", "))" })
    } + systems.flatMap { self.known(to: $0).findings(for: $0) }
  }

  /// The options without the profile and the readings that a system does not have.
  public func known<S: System>(to system: S.Type) -> RunOptions {
    var known = self
    if let profile, !RunOptions.names(.profile, of: system).contains(profile) {
      known.profile = nil
    }
    known.readings.removeAll { !RunOptions.names(.reading, of: system).contains($0.name) }
    return known
  }

  /// The profile and the readings that a system does not have, as on the command line.
  public func unknown<S: System>(to system: S.Type) -> [String] {
    let known = self.known(to: system).options
    return options.filter { !known.contains($0) }.map { "--\($0.kind) \($0.name)" }
  }

  private enum Kind { case profile, reading }

  /// An option that only some systems may know.
  private struct Option: Hashable {
    var kind: Kind
    var name: String
  }

  private var options: [Option] {
    (profile.map { [Option(kind: .profile, name: $0)] } ?? [])
      + readings.map { Option(kind: .reading, name: $0.name) }
  }

  private static func names<S: System>(_ kind: Kind, of system: S.Type) -> [String] {
    switch (kind, S.Machine.Readings.schema) {
    case (.profile, _): S.profiles.map(\.name)
    case (.reading, .record(let fields)): fields.map(\.name)
    case (.reading, _): []
    }
  }

  /// The profile and readings of a trace with these options laid over them, for its replay; throws
  /// what is wrong with the options.
  public func override<S: System>(
    of input: ReplayInput, as system: S.Type, lenient: Bool = false
  ) throws -> (profile: String, readings: Value) {
    let wrong = findings(for: system)
    if !wrong.isEmpty { throw Diagnostics(wrong) }
    let header = try TraceReader(input, of: system, lenient: lenient).header
    let (profile, readings) = readings(over: (header.profile, header.readings), of: system)
    return (profile, readings.value)
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
