import Foundation
import Properties
import Simulation
import Specs

/// The plans of earlier searches of a system, in a folder of its name below that of all systems.
struct PlanFolder {
  private let folder: URL
  private var corpus: Corpus

  /// The files that are no plans of the system, and why.
  var refused: [(name: String, reason: String)] { corpus.refused }

  /// Reads the plans, and hands those to the options that fit them; a folder that is not there yet
  /// has none.
  init<S: SearchableSystem>(below path: String, for options: inout SearchOptions<S>) throws {
    let folder = URL(fileURLWithPath: path).appendingPathComponent(S.name)
    var names: [String] = []
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch CocoaError.fileReadNoSuchFile {
    }
    corpus = Corpus(
      names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      for: &options
    ) { name throws(Corpus.NotAPlan) in
      do {
        return try Array(Data(contentsOf: folder.appendingPathComponent(name)))
      } catch {
        throw Corpus.NotAPlan("\(error.localizedDescription)")
      }
    }
    self.folder = folder
  }

  /// Writes the plans of the runs that came to something new, and removes those of the folder that
  /// were tried and are not needed.
  mutating func save<S: SearchableSystem>(_ novel: [NovelRun<S>], after runs: Int64) throws {
    for run in novel { corpus.add(NovelPlan(run)) }
    let changes = corpus.changes(after: runs)
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in changes.added {
      try Data(file.line.utf8).write(to: folder.appendingPathComponent(file.name), options: .atomic)
    }
    for name in changes.dropped { try? files.removeItem(at: folder.appendingPathComponent(name)) }
  }
}
