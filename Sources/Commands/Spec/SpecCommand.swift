import ArgumentParser
import Diagnostics
import JSON
import Replay
import Reports
import Simulation

/// Writes a readable spec from a trace.
struct SpecCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec", abstract: "A readable spec from a trace, which passes as it is written.",
    discussion: """
      The steps are what happened from outside; answers become scripted replies, and a beginning \
      that equals a fixture becomes its name. The spec is run before it is written. Exit codes: \
      0 written, 1 a spec cannot say what the trace holds, 2 the trace cannot be read.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Option(
    name: .customLong("assert"),
    help: """
      What is claimed: effects step by step, timeline of each effect, final counts and states, or \
      all: effects and final.
      """)
  var strength: SpecStrength = .effects

  @Flag(help: "Claim what the machine orders where the trace has something else.")
  var computed = false

  @Option(name: .customLong("output"), help: "Where the spec goes; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    do {
      let system = try file.system(among: context.systems)
      let written = try system.spec(
        file, title: recordingTitle(ofFile: trace), strength, computed: computed)
      if let target { try FileDraft.write(Array(written.text.utf8), to: target) }
      write(written, of: file, in: context)
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch let error as SpecError {
      switch error {
      case .unreadable(let finding): throw Stop([finding])
      case .refused(let refusal): throw Stop(.finding, refusal.message(about: trace))
      }
    }
  }

  private func write(
    _ written: WrittenSpec, of file: TraceFile, in context: CommandContext
  ) {
    switch output.format {
    case .json: context.output.write(json(written, of: file))
    case .text where target == nil: context.output.write(written.text)
    case .text:
      let use = written.fixtures.first.map { " after \($0)" } ?? ""
      context.output.write(
        "\(visible(target ?? "")): \(counted(written.steps, "step"))\(use), "
          + "\(counted(written.effects, "effect")); it passes\n")
    }
  }

  private func json(_ written: WrittenSpec, of file: TraceFile) -> String {
    document(.clean) { document in
      document.member("file", file.path)
      document.member("steps", Int64(written.steps))
      document.member("effects", Int64(written.effects))
      document.list("fixtures") { list in written.fixtures.forEach { list.element($0) } }
      if let target {
        document.member("output", target)
      } else {
        document.member("spec", written.text)
      }
    }
  }
}

extension SpecStrength: ExpressibleByArgument {}
