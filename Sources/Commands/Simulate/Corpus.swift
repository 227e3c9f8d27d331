import Diagnostics
import EventSourcing
import Files
import Properties
import Reports
import Simulation
import Specs
import Traces

/// The plans of runs that came to something new, kept in a folder for later searches of a system:
/// one a file, named by a hash of its content, so that folders of several machines can be merged.
struct Corpus: Sendable {
  private let folder: String
  /// The number of plans in the folder.
  private let count: Int
  /// The names of those that the search tries, in the order of the runs.
  private let names: [String]
  /// The files that are no plans of the system.
  private let warnings: [Diagnostic]
  /// The plans that the search has found worth keeping, in the order of the runs.
  private var entries: [Entry] = []
  private var reached: Set<UInt64> = []
  private var added = 0
  private var dropped = 0

  /// No folder of a system has more plans.
  static let limit = 1_000
  /// More bytes than a plan has.
  private static let size = 16 << 20
  private static let suffix = ".plan.json"

  private struct Entry {
    let name: String
    /// The line of the file; `nil` where the folder has it.
    let text: String?
    let size: Int
    let features: [UInt64]
  }

  /// The number of runs that the plans themselves take.
  var runs: Int64 { Int64(names.count) }

  /// Reads the plans of a system below a folder, and hands those to the options that fit them.
  init<S: SearchableSystem>(below folder: String, for options: inout SearchOptions<S>) {
    self.folder = FileTree.join(folder, S.name)
    var (count, names, warnings) = (0, [String](), [Diagnostic]())
    for file in ((try? POSIX.names(in: self.folder)) ?? []).sorted(by: precedes)
    where !file.hasPrefix(".") {
      let path = FileTree.join(self.folder, file)
      do {
        let plan: RunPlan<S> = try Corpus.plan(of: path, named: file)
        count += 1
        guard options.allows(plan) else { continue }
        names.append(file)
        options.plans.append(plan)
      } catch let finding as Diagnostic {
        warnings.append(.notAPlan(path, finding.message))
      } catch let stop as Stop {
        warnings.append(.notAPlan(path, stop.message))
      } catch {
        warnings.append(.notAPlan(path, "\(error)"))
      }
    }
    options.keepsPlans = true
    (self.count, self.names, self.warnings) = (count, names, warnings)
  }

  private static func plan<S: SearchableSystem>(
    of path: String, named name: String
  ) throws -> RunPlan<S> {
    if FileTree.isFolder(path) == true { throw Stop(.invalid, "it is a folder") }
    let bytes = try FileBytes.contents(of: path, limit: size)
    guard bytes.count <= size, bytes.last == UInt8(ascii: "\n") else {
      throw Stop(.invalid, "it is cut off, or no plan at all")
    }
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    guard name == Corpus.name(of: text) else {
      throw Stop(.invalid, "its name is not the hash of its content")
    }
    // What the machine does not know any more, such as the name of an event, is not read.
    guard let record = try? RunPlanRecord<S>(text: text), record.text == text,
      record.plan.fitsMachine
    else {
      throw Stop(.invalid, "it does not fit the machine any more")
    }
    return record.plan
  }

  private static func name(of text: String) -> String {
    XXH64(text).text + suffix
  }

  /// The figures of the plans in a search that has counted this.
  func figures(after counts: RunTally) -> CorpusFigures {
    CorpusFigures(
      plans: count, tried: Int(min(counts.runs, runs)), mutatedRuns: counts.mutatedRuns,
      added: added, dropped: dropped, warnings: warnings)
  }

  // MARK: - Growing

  /// Takes a run that may be worth keeping; runs come in their order.
  mutating func add(_ run: NovelPlan) {
    let features = run.features
    let new = features.lastIndex { !reached.contains($0.key) }
    guard let new else { return }
    if run.number < runs {
      reached.formUnion(features.map { $0.key })
      entries.append(
        Entry(
          name: names[Int(run.number)], text: nil, size: run.text(.max).utf8.count,
          features: features.map { $0.key }))
      return
    }
    // What comes after the last thing that is new is not worth repeating; the next step carries the
    // time that passed until then.
    let text = run.text(features[new].step + 1)
    let kept = features[...new].map { $0.key }
    reached.formUnion(kept)
    entries.append(
      Entry(name: Corpus.name(of: text), text: text, size: text.utf8.count, features: kept))
  }

  /// Leaves out what reaches nothing beyond the others, the longest first.
  private mutating func prune() {
    var counts: [UInt64: Int] = [:]
    for entry in entries { for key in entry.features { counts[key, default: 0] += 1 } }
    entries.sort { ($0.size, $0.name) > ($1.size, $1.name) }
    entries.removeAll { entry in
      let isNeeded = entry.features.contains { counts[$0] == 1 }
      if !isNeeded { for key in entry.features { counts[key, default: 0] -= 1 } }
      return !isNeeded
    }
    entries.removeFirst(max(0, entries.count - Corpus.limit))
  }

  /// Writes what is new after so many runs, and removes the files of what was tried and reaches
  /// nothing of its own.
  mutating func save(after runs: Int64) throws(OutputFailure) {
    prune()
    let tried = Int(min(runs, self.runs))
    let kept = Set(entries.map { $0.name })
    for entry in entries {
      guard let text = entry.text, !names.contains(entry.name) else { continue }
      try FileDraft.write(Array("\(text)\n".utf8), to: FileTree.join(folder, entry.name))
      added += 1
    }
    for name in names.prefix(tried) where !kept.contains(name) {
      POSIX.removeFile(FileTree.join(folder, name))
      dropped += 1
    }
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

/// A run that came to something new, without the types of its system.
struct NovelPlan: Sendable {
  /// The number of the run.
  let number: Int64
  /// The features that it came to, in that order.
  let features: [RunFeature]
  /// So many of its first steps, as `--reproduce` takes them.
  let text: @Sendable (Int) -> String

  init<S: SearchableSystem>(_ run: NovelRun<S>) {
    number = run.number
    features = run.features
    text = { steps in
      var plan = run.plan
      plan.steps.removeLast(max(0, plan.steps.count - max(1, steps)))
      return RunPlanRecord(claim: SearchedClaim<S>.progress.claim.id, plan: plan).text
    }
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
