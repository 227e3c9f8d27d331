import EventSourcing
import Properties

/// The plans of runs that came to something new, kept in a folder for later searches of a system:
/// one a file, named by a hash of its content, so that folders of several machines can be merged.
package struct Corpus: Sendable {
  /// The number of plans in the folder.
  package let count: Int
  /// The files that are no plans of the system, and why.
  package let refused: [(name: String, reason: String)]
  /// The names of those that the search tries, in the order of the runs.
  private let names: [String]
  /// The plans that the search has found worth keeping, in the order of the runs.
  private var entries: [Entry] = []
  private var reached: Set<UInt64> = []

  /// The greatest size of a plan, in bytes.
  package static let size = 16 << 20
  /// The greatest number of plans in the folder of a system.
  private static let limit = 1_000

  private struct Entry {
    let name: String
    /// The line of the file; `nil` where the folder has it.
    let text: String?
    let size: Int
    let features: [UInt64]
  }

  /// The reason why a file is no plan.
  package struct NotAPlan: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// The number of runs that the plans themselves take.
  package var runs: Int64 { Int64(names.count) }

  /// Reads the files of a system in their order, but for hidden ones; `contents` reads one, up to a
  /// byte more than a plan has. `take` hands a plan to the search, and returns whether the search
  /// tries it; `nil` for what is no plan of the machine.
  package init(
    _ files: [String], contents: (String) throws(NotAPlan) -> [UInt8], take: (String) -> Bool?
  ) {
    var (count, names, refused) = (0, [String](), [(String, String)]())
    let visible = files.filter { !$0.hasPrefix(".") }
    for name in visible.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      do throws(NotAPlan) {
        let isTried = take(try Corpus.plan(in: try contents(name), named: name))
        // What the machine does not know any more, such as the name of an event, is not read.
        guard let isTried else { throw NotAPlan("it does not fit the machine any more") }
        count += 1
        if isTried { names.append(name) }
      } catch {
        refused.append((name, error.reason))
      }
    }
    (self.count, self.names, self.refused) = (count, names, refused)
  }

  private static func plan(in bytes: [UInt8], named name: String) throws(NotAPlan) -> String {
    guard bytes.count <= size, bytes.last == UInt8(ascii: "\n") else {
      throw NotAPlan("it is cut off, or no plan at all")
    }
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    guard name == Corpus.name(of: text) else {
      throw NotAPlan("its name is not the hash of its content")
    }
    return text
  }

  private static func name(of text: String) -> String { XXH64(text).text + ".plan.json" }

  // MARK: - Growing

  /// Takes a run that may be worth keeping; runs come in their order.
  package mutating func add(_ run: NovelPlan) {
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

  /// Decides about the folder after a number of runs: the new files, and those that were tried and
  /// reach nothing of their own.
  package mutating func changes(
    after runs: Int64
  ) -> (added: [(name: String, line: String)], dropped: [String]) {
    prune()
    let kept = Set(entries.map { $0.name })
    return (
      entries.compactMap { entry in
        names.contains(entry.name) ? nil : entry.text.map { (entry.name, "\($0)\n") }
      },
      names.prefix(Int(min(runs, self.runs))).filter { !kept.contains($0) }
    )
  }
}

/// A run that came to something new, without the types of its system.
package struct NovelPlan: Sendable {
  /// The number of the run.
  let number: Int64
  /// The features that it came to, in that order.
  let features: [RunFeature]
  /// Writes a number of its first steps, as `--reproduce` takes them.
  let text: @Sendable (Int) -> String
}
