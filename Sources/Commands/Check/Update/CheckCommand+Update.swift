import Diagnostics
import Files
import Reports

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
    let current = try? FileBytes.contents(of: update.path, limit: 1 << 23)
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
