import Diagnostics
import Files
import Reports
import SpecFormat
import Specs
import YAML

/// The proposal of `--update` for one spec: bytes that were run and found to hold more than before.
struct SpecUpdate {
  let path: String
  /// The file as it was read.
  let before: [UInt8]
  /// The file as it would be written.
  let after: [UInt8]
  /// The values that are replaced, as they stood before.
  let edits: [SpecEdits.Edit]

  /// The lines that change, as a unified diff without the lines around them.
  var difference: String {
    let old = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = after.split(separator: 0x0A, omittingEmptySubsequences: false)
    func shown(_ line: ArraySlice<UInt8>) -> String {
      visible(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
    }
    var text = "--- \(visible(path))\n+++ \(visible(path))\n"
    let changes = new.difference(from: old)
    var removed = changes.removals.map(\.offset)[...]
    var inserted = changes.insertions.map(\.offset)[...]
    var (left, right) = (0, 0)
    while !removed.isEmpty || !inserted.isEmpty {
      // As many lines are the same up to the next change on either side.
      let same =
        [removed.first.map { $0 - left }, inserted.first.map { $0 - right }]
        .compactMap(\.self).min() ?? 0
      (left, right) = (left + same, right + same)
      text += "@@ -\(left + 1) +\(right + 1) @@\n"
      while removed.first == left {
        text += "-\(shown(old[left]))\n"
        removed.removeFirst()
        left += 1
      }
      while inserted.first == right {
        text += "+\(shown(new[right]))\n"
        inserted.removeFirst()
        right += 1
      }
    }
    return text
  }
}

/// Looks for the updates of a run's specs.
struct SpecUpdates {
  private(set) var updates: [SpecUpdate] = []
  /// Values that are left as they are, and why.
  private(set) var refusals: [SpecEdits.Refusal] = []

  private let context: CommandContext
  private let options: CheckCommand

  /// The greatest number of rounds: rewriting one value may show the next difference behind it.
  private static let mostRounds = 10

  /// Tries the updates of every spec in which a scenario of `run` failed.
  init(_ run: CheckRun, _ options: CheckCommand, in context: CommandContext) async throws {
    self.context = context
    self.options = options
    let paths = run.results.filter {
      $0.report.outcome == .failed && $0.title.place.file != "-"
    }.map(\.title.place.file).eachOnce()
    let wanted = Set(run.results.map(\.title.label))
    for path in paths { try await look(at: path, wanted) }
  }

  private mutating func look(at path: String, _ wanted: Set<String>) async throws {
    guard let before = try? FileBytes.contents(of: path, limit: maximumYAMLSize) else { return }
    let first = try await CheckRun(of: path, holding: before, options, in: context)
    var after = before
    var edits: [SpecEdits.Edit] = []
    var last = first
    for _ in 0..<SpecUpdates.mostRounds {
      let failed = last.results.filter {
        $0.report.outcome == .failed && wanted.contains($0.title.label)
      }
      var found = SpecEdits(failed.flatMap(\.differences), in: after, path: path)
      for refusal in found.refusals where !refusals.contains(refusal) { refusals.append(refusal) }
      if found.edits.isEmpty {
        found = SpecEdits(claiming: failed.flatMap(\.report.failures), in: after, path: path)
      }
      if found.edits.isEmpty { break }
      after = found.rewritten
      edits += found.edits
      last = try await CheckRun(of: path, holding: after, options, in: context)
    }
    refusals += last.results.filter { wanted.contains($0.title.label) }
      .flatMap(\.report.failures).compactMap(SpecEdits.Refusal.init).filter {
        refusal in !refusals.contains { $0.place.line == refusal.place.line }
      }
    if edits.isEmpty { return }
    guard last.passed.isSuperset(of: first.passed), last.passed.count > first.passed.count else {
      let reason = "what the run gives does not make the scenario pass, or breaks another one"
      refusals += edits.map { SpecEdits.Refusal(place: $0.place, reason: reason) }
      return
    }
    updates.append(SpecUpdate(path: path, before: before, after: after, edits: edits))
  }
}

extension CheckRun {
  /// Runs all of one spec as if it held `bytes`.
  fileprivate init(
    of path: String, holding bytes: [UInt8], _ options: CheckCommand, in context: CommandContext
  ) async throws {
    let session = try CheckSession(
      paths: [path], systems: context.systems, replacing: [path: bytes])
    try await self.init(session.runs, of: session, options, in: context)
  }

  /// The scenarios that passed; none where the spec cannot be read any more.
  fileprivate var passed: Set<String> {
    if session.hasErrors { return [] }
    return Set(results.filter { $0.report.outcome == .passed }.map(\.title.label))
  }
}

extension CheckCommand {
  /// Refuses to rewrite specs where no one would see it.
  func checkUpdateIsAllowed(in context: CommandContext) throws(Stop) {
    guard update, context.environment.variables["CI"]?.isEmpty == false else { return }
    throw Stop(
      .usage,
      "--update rewrites what specs expect, and the environment has CI set: "
        + "a build that rewrites its own expectations would never fail")
  }

  /// Shows the values that `run` would rewrite, writes those that the user wants, and returns what
  /// became of each.
  func update(_ run: CheckRun, in context: CommandContext) async throws -> [ValueUpdate] {
    let found = try await SpecUpdates(run, self, in: context)
    // A document on standard output is for programs.
    let output = output.format == .json ? context.errors : context.output
    var outcomes: [ValueUpdate] = []
    for refusal in found.refusals {
      output.write(visible("\(refusal.place): not rewritten: \(refusal.reason)") + "\n")
      outcomes.append(ValueUpdate(place: refusal.place, outcome: .kept(reason: refusal.reason)))
    }
    for update in found.updates {
      output.write(update.difference)
      let isWritten = isWanted(update, in: context)
      if isWritten { try write(update) }
      outcomes += update.edits.map { edit in
        ValueUpdate(
          place: edit.place, outcome: .replaced(old: edit.old, new: edit.new, isWritten: isWritten))
      }
    }
    if found.updates.isEmpty { output.write("--update found no value to rewrite\n") }
    return outcomes
  }

  private func write(_ update: SpecUpdate) throws {
    let current = try? FileBytes.contents(of: update.path, limit: maximumYAMLSize)
    guard current == update.before else {
      throw Stop(.invalid, "'\(update.path)' changed meanwhile, and was not written")
    }
    try FileDraft.write(update.after, to: update.path, rewritesInput: true)
  }

  private func isWanted(_ update: SpecUpdate, in context: CommandContext) -> Bool {
    if yes { return true }
    guard POSIX.isTerminal(context.environment.input), context.errors.isTerminal else {
      context.errors.write("not written: without a terminal, --yes says that it is wanted\n")
      return false
    }
    let values = counted(update.edits.count, "value")
    context.errors.write("Write \(values) to \(visible(update.path))? [y/N] ")
    return ["y", "yes"].contains(POSIX.readLine(context.environment.input).lowercased())
  }
}

extension CollectionDifference.Change {
  /// The position at which an element was removed or inserted.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
