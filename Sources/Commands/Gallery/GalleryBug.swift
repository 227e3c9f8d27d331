import Diagnostics
import EventSourcing
import Reports

/// A bug of the gallery with the machine that has it, and with its files.
struct GalleryBug: Sendable {
  let bug: RealBug
  /// The name of the system that has it.
  let sdk: String
  /// The system with the bug.
  let system: RegisteredSystem

  /// The shortest spec that holds on the system and fails with the bug.
  var spec: String { "Specs/gallery/\(bug.name).spec.yaml" }
  /// The days of an app with the bug, as a spec that claims nothing.
  var life: String { "Traces/Gallery/\(bug.name).life.yaml" }
  /// The trace that the system with the bug records of those days.
  var trace: String { "Traces/Gallery/\(bug.name).trace.jsonl" }
}

extension [RegisteredSystem] {
  /// The bugs of all systems.
  var bugs: [GalleryBug] {
    flatMap { system in
      system.gallery().map { GalleryBug(bug: $0.bug, sdk: system.name, system: $0.system) }
    }
  }

  /// The bug of this name.
  func bug(_ name: String) throws(Stop) -> GalleryBug {
    let bugs = bugs
    if let bug = bugs.first(where: { $0.bug.name == name }) { return bug }
    let near = didYouMean(name, among: bugs.map(\.bug.name), after: "; ")
    let help = near.isEmpty ? "; '\(CommandContext.calledAs) gallery' lists all" : near
    throw Stop(.invalid, "the gallery has no bug '\(name)'\(help)")
  }
}
