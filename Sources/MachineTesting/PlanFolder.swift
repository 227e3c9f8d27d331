import Foundation
import Specs

/// The plans of earlier searches of a system, in a folder of its name below that of all systems.
struct PlanFolder {
  private let folder: URL
  private var corpus: Corpus

  /// The files that are no plans of the system, and why.
  var refused: [(name: String, reason: String)] { corpus.refused }

  /// Reads the plans, of which a folder that is not there yet has none, and hands them to the
  /// search.
  init(below path: String, of system: String, take: (String) -> Bool?) throws {
    let folder = URL(fileURLWithPath: path).appendingPathComponent(system)
    var names: [String] = []
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch CocoaError.fileReadNoSuchFile {
    }
    corpus = Corpus(names) { name throws(Corpus.NotAPlan) in
      do {
        return try Array(Data(contentsOf: folder.appendingPathComponent(name)))
      } catch {
        throw Corpus.NotAPlan("\(error.localizedDescription)")
      }
    } take: {
      take($0)
    }
    self.folder = folder
  }

  /// Writes the plans of the runs that came to something new, and removes those of the folder that
  /// were tried and are not needed.
  mutating func save(_ novel: [NovelPlan], after runs: Int64) throws {
    for plan in novel { corpus.add(plan) }
    let changes = corpus.changes(after: runs)
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in changes.added {
      try Data(file.line.utf8).write(to: folder.appendingPathComponent(file.name), options: .atomic)
    }
    for name in changes.dropped { try? files.removeItem(at: folder.appendingPathComponent(name)) }
  }
}
