import ArgumentParser
import Diagnostics
import Reports
import Simulation

/// Writes a first spec, which passes as it is written.
struct NewCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "A first spec with comments, which passes.",
    discussion: "A file that is there already is left alone: the command ends with exit code 2.")

  @Argument(
    help: "The file to write; Specs/SDK/first.spec.yaml without it.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Option(
    help: "The system that it is about; needed where there are several.",
    completion: .values(.systems))
  var sdk: String?

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) throws -> NewSpec {
    let system = try system(among: context.systems)
    let path = file ?? "Specs/\(system.name)/first.spec.yaml"
    guard FileTree.isFolder(path) == nil else {
      throw Stop(.invalid, "'\(path)' is there already; name another file")
    }
    try FileDraft.write(Array(system.machine.firstSpec.utf8), to: path)
    return NewSpec(sdk: system.name, path: path)
  }

  private func system(among systems: [RegisteredSystem]) throws -> RegisteredSystem {
    guard let sdk else {
      if systems.count == 1, let only = systems.first { return only }
      throw ValidationError("--sdk takes one of: \(systems.names.joined(separator: ", "))")
    }
    return try systems.wanted(sdk)
  }
}

/// A first spec, which was written.
struct NewSpec: PrintedReport {
  let sdk: String
  let path: String

  static let reported = ReportMembers<NewSpec> { spec in
    spec("sdk", \.sdk, "The system that it is about.")
    spec("output", \.path, "The file that was written.")
  }

  func text(_ style: TextStyle) -> String {
    let command = visible("\(CommandContext.calledAs) check \(shellWord(path))")
    return "\(visible(path)) is written; run it: \(command)\n"
  }
}
