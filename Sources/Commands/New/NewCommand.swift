import ArgumentParser
import Diagnostics
import JSON
import Reports

/// Writes a first spec, which passes as it is written.
struct NewCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "A first spec with comments, which passes.",
    discussion: "A file that is there already is left alone: the command ends with exit code 2.")

  @Argument(
    help: "Where it goes; Specs/SDK/first.spec.yaml without it.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Option(
    help: "The system that it is about; needed where there are several.",
    completion: .values(.systems))
  var sdk: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let system = try system(among: context.systems)
    let path = file ?? "Specs/\(system.name)/first.spec.yaml"
    guard FileTree.isFolder(path) == nil else {
      throw Stop(.invalid, "'\(path)' is there already; name another file")
    }
    try FileDraft.write(Array(system.firstSpec.utf8), to: path)
    switch output.format {
    case .json:
      context.output.write(
        document(.clean) { document in
          document.member("sdk", system.name)
          document.member("output", path)
        })
    case .text:
      context.output.write(
        "\(visible(path)) is written; run it: \(CommandContext.calledAs) check \(visible(path))\n")
    }
    return .clean
  }

  private func system(among systems: [RegisteredSystem]) throws -> RegisteredSystem {
    guard let sdk else {
      if systems.count == 1, let only = systems.first { return only }
      throw ValidationError("--sdk takes one of: \(systems.names.joined(separator: ", "))")
    }
    if let system = systems.named(sdk) { return system }
    let near = didYouMean(sdk, among: systems.names).map { "; \($0)" } ?? ""
    throw Stop(.invalid, "there is no system '\(sdk)'\(near)")
  }
}
