import Diagnostics
import Reports
import SpecFormat
import Specs

/// The counterexamples that earlier searches have kept, run again before anything is drawn.
struct KeptRuns {
  /// The number of systems that are searched.
  private(set) var count = 0
  /// The properties that are still broken.
  private(set) var broken: [Diagnostic] = []

  /// Runs the specs of a folder; without the folder there are none.
  init(in folder: String, of systems: [RegisteredSystem], among known: [RegisteredSystem]) throws {
    guard FileTree.isFolder(folder) == true else { return }
    let session = try CheckSession(paths: [folder], systems: known)
    let own = session.specs.filter { systems.names.contains($0.sdk) }.map(\.path)
    for run in session.runs where own.contains(run.scenario.title.place.file) {
      count += 1
      broken += run.perform(session.options).report.failures
    }
  }
}
