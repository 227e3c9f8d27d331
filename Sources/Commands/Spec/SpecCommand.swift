import ArgumentParser
import Diagnostics
import Replay
import Reports
import SpecFormat
import Specs

/// Writes a readable spec from a trace.
struct SpecCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec", abstract: "A readable spec from a trace, which passes as it is written.",
    discussion: """
      The steps are what happened from outside; answers become scripted replies, and a beginning \
      that equals a fixture becomes its name. The spec is run before it is written. Of a trace \
      that ends with a drift, as minimize writes it, it claims what was recorded and fails here; \
      with --computed it passes here. Exit codes: 0 written, 1 a spec cannot say what the trace \
      holds, 2 the trace cannot be read.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Option(
    name: .customLong("assert"),
    help: """
      The claims: effects step by step, timeline of each effect, final counts and states, or \
      all: effects and final.
      """)
  var strength: SpecStrength = .effects

  @Flag(help: "Claim what the machine orders where the trace has something else.")
  var computed = false

  @Option(name: .customLong("output"), help: "The file for the spec; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [DocumentReport<WrittenSpec>.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    let spec = try file.spec(claiming: strength, computed: computed, among: context.systems)
    try file.noteEnding(as: file.system(among: context.systems))
    return try writeDocument(Array(spec.text.utf8), spec, of: file.path, in: context)
  }
}

extension TraceFile {
  /// The spec of the trace, which passes.
  func spec(
    claiming strength: SpecStrength = .effects, computed: Bool = false,
    among systems: [RegisteredSystem]
  ) throws -> WrittenSpec {
    let system = try system(among: systems)
    let writer = SpecWriter(system.erased, strength: strength, computed: computed)
    do throws(SpecError) {
      return try writer.checkedSpec(of: input, title: recordingTitle(ofFile: path)) {
        system.specs(SpecFiles { _ in nil })($0, nil) { _ in true }
      }
    } catch {
      switch error {
      case .unreadable(let finding): throw finding
      case .refused(let refusal): throw Stop(.finding, refusal.message(about: path))
      }
    }
  }
}

extension WrittenSpec: DocumentContent {
  static var documentName: String { "spec" }

  package static let reported = ReportMembers<WrittenSpec> { it in
    it("steps", \.steps, "The number of its steps.")
    it("effects", \.effects, "The number of effects that it claims.")
    it("fixtures", \.fixtures, "The fixtures that it uses.")
    it("claims", \.finding, "The side of the drift that it claims, if there is one.")
  }

  /// Summarises a spec that was written to a file; for one on standard output, says nothing unless
  /// the trace drifts.
  func summary(of file: String, target: String?) -> String {
    guard let target else { return finding == nil ? "" : "\(outcome)\n" }
    let use = fixtures.first.map { " after \($0)" } ?? ""
    return "\(visible(target)): \(counted(steps, "step"))\(use), "
      + "\(counted(effects, "effect")); \(outcome)\n"
  }

  private var outcome: String {
    switch finding {
    case nil: "it passes"
    case .recording: "it claims what was recorded: it fails here, and passes where it was recorded"
    case .both: "it passes, and claims no causes, in which the trace drifts"
    case .machine:
      "it claims what the machine orders: it passes here, and fails where it was recorded"
    }
  }
}

extension WrittenSpec.Side: Reported {}

extension SpecStrength: ExpressibleByArgument {}
