import Diagnostics
import Files
import Properties
import Specs

/// The folder below that of `--corpus` in which the plans of a system are.
struct CorpusFolder: Sendable {
  private let path: String
  private var corpus: Corpus
  private var added = 0
  private var dropped = 0

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

  /// The figures of the plans in a search that has counted this.
  func figures(after counts: RunTally) -> CorpusFigures {
    CorpusFigures(
      plans: corpus.count, tried: Int(min(counts.runs, runs)), mutatedRuns: counts.mutatedRuns,
      added: added, dropped: dropped,
      warnings: corpus.refused.map { .notAPlan(FileTree.join(path, $0.name), $0.reason) })
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

/// The figures of a corpus in a search.
struct CorpusFigures: Sendable {
  /// The number that the folder had.
  let plans: Int
  let tried: Int
  /// The number of runs that follow a plan with some changes.
  let mutatedRuns: Int64
  let added: Int
  let dropped: Int
  /// The files that are no plans of the system.
  let warnings: [Diagnostic]

  var sentence: String {
    "\(counted(plans, "plan")) in the corpus, \(tried) of them tried and "
      + "\(counted(Int(mutatedRuns), "run")) with one that was changed; \(added) added, "
      + "\(dropped) dropped"
  }
}

extension DiagnosticCode {
  static let notAPlan = DiagnosticCode(
    .run, "T332", "a file of a corpus that is not tried",
    """
    The folder of --corpus has a file that is no plan of a run: it is cut off, was changed, \
    belongs to another program, or names an event that the machine does not have any more.

    The search goes on without it and leaves it where it is. Remove it, or merge the folder again \
    with the one that it came from.
    """)
}

extension Diagnostic {
  fileprivate static func notAPlan(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(.notAPlan, severity: .warning, "'\(path)' is not tried: \(reason)")
  }
}
