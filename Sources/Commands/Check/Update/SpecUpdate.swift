import Diagnostics
import Files
import Reports
import SpecFormat
import Specs
import YAML

/// Looks for the updates of a run's specs.
struct SpecUpdates {
  /// The specs of which more scenarios hold when they are rewritten so.
  private(set) var updates: [RewrittenSpec] = []
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
    let run = try await CheckRun(of: path, holding: before, options, in: context)
    let first = RewrittenSpec(path, before, run)
    let labels = first.failed(wanted).map(\.title.label)
    var spec = try await rewrite(first, Set(labels))
    if !spec.improves(on: first) {
      // One scenario that cannot be rewritten does not keep the others from it.
      spec = first
      for label in labels {
        let next = try await rewrite(spec, [label])
        if next.improves(on: spec) {
          spec = next
        } else {
          for edit in next.edits.dropFirst(spec.edits.count) {
            refuse(
              edit.place,
              "what the run gives does not make the scenario pass, or breaks another one")
          }
        }
      }
    }
    for result in spec.failed(wanted) {
      for failure in result.report.failures {
        guard let refusal = SpecEdits.Refusal(failure, of: result) else { continue }
        refuse(spec.original(refusal.place), refusal.reason)
      }
    }
    if !spec.edits.isEmpty { updates.append(spec) }
  }

  /// Rewrites what the failures of the scenarios with these labels ask for, as often as it takes.
  private mutating func rewrite(
    _ start: RewrittenSpec, _ labels: Set<String>
  ) async throws -> RewrittenSpec {
    var spec = start
    for _ in 0..<SpecUpdates.mostRounds {
      let failed = spec.failed(labels)
      var found = SpecEdits(failed.flatMap(\.differences), in: spec.bytes, path: spec.path)
      for refusal in found.refusals { refuse(spec.original(refusal.place), refusal.reason) }
      found.keep { edit in !isRefused(spec.original(edit.place)) }
      let again = found.edits.map { spec.original($0.place) }.filter(spec.hasReplaced)
      if !again.isEmpty {
        for place in again { refuse(place, "the run gives it more than one value") }
        return try await rewrite(start, labels)
      }
      if found.edits.isEmpty {
        found = SpecEdits(
          claiming: failed.flatMap(\.report.failures), in: spec.bytes, path: spec.path)
      }
      if found.edits.isEmpty { break }
      let run = try await CheckRun(of: spec.path, holding: found.rewritten, options, in: context)
      spec.take(found, run)
    }
    return spec
  }

  private mutating func refuse(_ place: Place, _ reason: String) {
    if !isRefused(place) { refusals.append(SpecEdits.Refusal(place: place, reason: reason)) }
  }

  private func isRefused(_ place: Place) -> Bool {
    refusals.contains { $0.place.begins(with: place) }
  }
}

/// A spec with some of its values rewritten, and what its scenarios then give.
struct RewrittenSpec {
  let path: String
  private(set) var bytes: [UInt8]
  fileprivate private(set) var run: CheckRun
  /// The values that were replaced, at the places of the file.
  private(set) var edits: [SpecEdits.Edit] = []

  private let file: SourceText
  private var rounds: [SpecEdits] = []

  init(_ path: String, _ bytes: [UInt8], _ run: CheckRun) {
    (self.path, self.bytes, self.run) = (path, bytes, run)
    file = SourceText(file: path, bytes: bytes).indexed()
  }

  mutating func take(_ found: SpecEdits, _ run: CheckRun) {
    edits += found.edits.map { edit in
      var edit = edit
      edit.place = original(edit.place)
      return edit
    }
    rounds.append(found)
    bytes = found.rewritten
    self.run = run
  }

  /// Finds the results of the scenarios with these labels that failed.
  func failed(_ labels: Set<String>) -> [ScenarioResult] {
    run.results.filter { $0.report.outcome == .failed && labels.contains($0.title.label) }
  }

  /// Whether more scenarios pass than in `other`, and all that pass there.
  func improves(on other: RewrittenSpec) -> Bool {
    run.passed.isStrictSuperset(of: other.run.passed)
  }

  /// Whether a value at this place of the file was replaced.
  func hasReplaced(_ place: Place) -> Bool {
    edits.contains { !$0.old.isEmpty && $0.place.begins(with: place) }
  }

  /// Finds the place in the file as it was read.
  func original(_ place: Place) -> Place {
    let source = SourceText(file: path, bytes: bytes)
    guard !rounds.isEmpty, let start = source.bytes(of: place)?.lowerBound else { return place }
    return file.place(ofByte: rounds.reversed().reduce(start) { $1.offsetBefore($0) })
  }

  /// The file as it was read.
  var before: [UInt8] { file.bytes }

  /// The lines that change, as a unified diff without the lines around them.
  var difference: String {
    let old = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    func shown(_ line: ArraySlice<UInt8>) -> String {
      visible(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
    }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let line, _, _): removed.insert(line)
      case .insert(let line, _, _): inserted.insert(line)
      }
    }
    var text = "--- \(visible(path))\n+++ \(visible(path))\n"
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      guard removed.contains(left) || inserted.contains(right) else {
        // The line is the same on both sides.
        (left, right) = (left + 1, right + 1)
        continue
      }
      text += "@@ -\(left + 1) +\(right + 1) @@\n"
      while removed.contains(left) {
        text += "-\(shown(old[left]))\n"
        left += 1
      }
      while inserted.contains(right) {
        text += "+\(shown(new[right]))\n"
        right += 1
      }
    }
    return text
  }
}

extension Place {
  /// Whether both begin with the same character of one file.
  fileprivate func begins(with other: Place) -> Bool {
    (line, column) == (other.line, other.column) && file == other.file
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

  private func write(_ update: RewrittenSpec) throws {
    let current = try? FileBytes.contents(of: update.path, limit: maximumYAMLSize)
    guard current == update.before else {
      throw Stop(.invalid, "'\(update.path)' changed meanwhile, and was not written")
    }
    try FileDraft.write(update.bytes, to: update.path, rewritesInput: true)
  }

  private func isWanted(_ update: RewrittenSpec, in context: CommandContext) -> Bool {
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
