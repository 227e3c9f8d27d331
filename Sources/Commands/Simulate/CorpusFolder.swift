import Diagnostics
import Files
import Properties
import Specs

/// The folder below that of `--corpus` in which the plans of a system are.
struct CorpusFolder: Sendable {
  private let path: String
  private var corpus: Corpus
  private(set) var added = 0
  private(set) var dropped = 0

  /// The number of runs that the plans themselves take.
  var runs: Int64 { corpus.runs }

  /// Reads the plans of a system below a folder, and hands them to the search.
  init(below folder: String, of system: String, take: (String) -> Bool?) throws {
    let path = FileTree.join(folder, system)
    corpus = Corpus(try CorpusFolder.names(in: path)) { name throws(Corpus.NotAPlan) in
      let file = FileTree.join(path, name)
      if FileTree.isFolder(file) == true { throw Corpus.NotAPlan("it is a folder") }
      do throws(Diagnostic) {
        return try FileBytes.contents(of: file, limit: Corpus.size)
      } catch {
        throw Corpus.NotAPlan(error.message)
      }
    } take: {
      take($0)
    }
    self.path = path
  }

  /// The names of the files; none where the folder is not there yet.
  private static func names(in path: String) throws -> [String] {
    do throws(POSIX.Failure) {
      return try POSIX.names(in: path)
    } catch {
      if error == .nothing { return [] }
      throw Stop([
        Diagnostic(
          .noFile, "the corpus '\(visible(path))' cannot be read: \(error)",
          notes: ["name a folder with --corpus, or one that is not there yet and will be made"])
      ])
    }
  }

  /// The number of plans that the folder had.
  var plans: Int { corpus.count }

  /// The files that are no plans of the system.
  var warnings: [Diagnostic] {
    corpus.refused.map { name, reason in
      let file = FileTree.join(path, name)
      return Diagnostic(.notAPlan, severity: .warning, "'\(file)' is not tried: \(reason)")
    }
  }

  /// Takes a run that may be worth keeping; runs come in their order.
  mutating func add(_ run: NovelPlan) { corpus.add(run) }

  /// Writes what is new after a number of runs, and removes what was tried and is not needed.
  mutating func save(after runs: Int64) throws(OutputFailure) {
    let changes = corpus.changes(after: runs)
    for file in changes.added {
      try FileDraft.write(Array(file.line.utf8), to: FileTree.join(path, file.name))
    }
    for name in changes.dropped { POSIX.removeFile(FileTree.join(path, name)) }
    (added, dropped) = (changes.added.count, changes.dropped.count)
  }
}
