import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

extension RunOptions {
  /// Finds mistakes in these options for a run of these systems, one of which has to know each.
  public func findings(forRunOf systems: [any System.Type]) -> [Diagnostic] {
    if systems.count < 2 { return systems.flatMap { findings(for: $0) } }
    func unknown(_ kind: String, _ wanted: [String], among known: [[String]]) -> [Diagnostic] {
      let all = known.flatMap(\.self)
      return wanted.filter { !all.contains($0) }.map { name in
        Diagnostic(
          .unknownName, "no SDK of the run has a \(kind) '\(name)'",
          notes: [didYouMean(name, among: all)].compactMap(\.self)
            + zip(systems, known).map { "\($0.name) has: \($1.joined(separator: ", "))" })
      }
    }
    return unknown("profile", profile.map { [$0] } ?? [], among: systems.map { $0.profileNames })
      + unknown("reading", readings.map(\.name), among: systems.map { $0.readingNames })
      + systems.flatMap { known(to: $0).findings(for: $0) }
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
    let known = known(to: system)
    let unknown = readings.map(\.name).filter { name in
      !known.readings.contains { $0.name == name }
    }
    return (profile.map { $0 == known.profile ? [] : ["--profile \($0)"] } ?? [])
      + unknown.map { "--reading \($0)" }
  }
}

extension System {
  fileprivate static var profileNames: [String] { profiles.map(\.name) }

  fileprivate static var readingNames: [String] { Machine.Readings.schema.fields.map(\.name) }
}
