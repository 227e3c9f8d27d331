import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

extension RunOptions {
  /// Finds mistakes in these options for a run of these systems, one of which has to know each.
  public func findings(forRunOf systems: [any System.Type]) -> [Diagnostic] {
    if systems.count < 2 { return systems.flatMap { findings(for: $0) } }
    let known = systems.map { self.known(to: $0) }
    let unknown = Set(options).subtracting(known.flatMap(\.options))
    return options.filter(unknown.contains).map { option in
      let names = systems.map { option.kind == .profile ? $0.profileNames : $0.readingNames }
      return Diagnostic(
        .unknownName, "no SDK of the run has a \(option.kind) '\(option.name)'",
        notes: [didYouMean(option.name, among: names.flatMap(\.self))].compactMap(\.self)
          + zip(systems, names).map { "\($0.name) has: \($1.joined(separator: ", "))" })
    } + systems.flatMap { self.known(to: $0).findings(for: $0) }
  }

  /// The options without the profile and the readings that a system does not have.
  public func known(to system: any System.Type) -> RunOptions {
    known(profiles: system.profileNames, readings: readings.isEmpty ? [] : system.readingNames)
  }

  /// The same, of a system whose names are gathered already.
  func known(to system: SystemVocabulary) -> RunOptions {
    if profile == nil, readings.isEmpty { return self }
    return known(profiles: system.profiles.map(\.name), readings: system.readings.map(\.name))
  }

  private func known(profiles: [String], readings names: [String]) -> RunOptions {
    var known = self
    if let profile, !profiles.contains(profile) { known.profile = nil }
    known.readings.removeAll { !names.contains($0.name) }
    return known
  }

  /// The profile and the readings that a system does not have, as on the command line.
  public func unknown(to system: any System.Type) -> [String] {
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
}

extension System {
  fileprivate static var profileNames: [String] { profiles.map(\.name) }

  fileprivate static var readingNames: [String] { Machine.Readings.schema.fields.map(\.name) }
}
