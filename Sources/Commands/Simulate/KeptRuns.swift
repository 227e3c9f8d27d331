import Diagnostics
import Specs

/// The counterexamples that earlier searches have kept, run again before anything is drawn.
struct KeptRuns {
  /// How many there are of the systems that are searched.
  private(set) var count = 0
  /// What is still broken.
  private(set) var broken: [Diagnostic] = []

  /// Runs the specs of a folder; without the folder there are none.
  init(in folder: String, of systems: [RegisteredSystem], among known: [RegisteredSystem]) throws {
    guard FileTree.isFolder(folder) == true else { return }
    let session = try CheckSession(SpecRequest(paths: [folder]), systems: known)
    let options = try session.runOptions()
    for spec in session.specs where systems.names.contains(spec.sdk) {
      for scenario in spec.scenarios {
        count += 1
        broken += scenario.run(options).result.failures
      }
    }
  }
}
