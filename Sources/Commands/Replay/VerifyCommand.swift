import ArgumentParser
import Diagnostics
import Reports
import JSON
import Replay

/// Tells whether traces are as their recorder left them, and seals edited ones anew.
struct VerifyCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the integrity of traces; --seal numbers them anew.")

  @Argument(help: "Traces, or folders of *.trace.jsonl.", completion: .traces)
  var traces: [String]

  @Flag(help: "Number the records of one trace and hash it anew; the result is written out.")
  var seal = false

  @Option(name: .customLong("output"), help: "Where --seal writes to; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  var ownsOutput: Bool { seal && target == nil }

  func validate() throws {
    if seal, traces.count != 1 { throw ValidationError("--seal takes one trace") }
    if target != nil, !seal { throw ValidationError("--output goes with --seal") }
  }

  func judge(in context: CommandContext) throws -> Verdict {
    let files = TraceFile.all(traces)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    if seal, let file = files.first { return try resealed(file, in: context) }
    let reports = files.map { report($0, in: context) }
    let verdict = reports.map(\.verdict).max() ?? .clean
    switch output.format {
    case .text: for report in reports { context.output.write(report.text(context.style)) }
    case .json: context.output.write(document(verdict, reports))
    }
    return verdict
  }

  private func report(_ file: TraceFile, in context: CommandContext) -> IntegrityReport {
    do throws(Diagnostic) {
      return IntegrityReport(file.path, try file.system(among: context.systems).verify(file))
    } catch {
      return IntegrityReport(file.path, refusal: error)
    }
  }

  private func document(_ verdict: Verdict, _ reports: [IntegrityReport]) -> String {
    document(verdict, findings: reports.flatMap(\.findings)) { document in
      document.list("traces") { list in
        for report in reports { list.object { report.write(to: &$0) } }
      }
    }
  }

  private func resealed(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    do {
      let system = try file.system(among: context.systems)
      if let target {
        let draft = try FileDraft(target)
        let before = try system.seal(file) { try draft.write($0) }
        try draft.finish()
        report(before, of: file, in: context)
      } else {
        let before = try system.seal(file) { try context.output.stream($0) }
        report(before, of: file, in: context)
      }
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch is Output.Ended {
      return .clean
    }
  }

  /// Shows what was wrong before the sealing, beside the document where that goes to the output.
  private func report(_ before: TraceIntegrity, of file: TraceFile, in context: CommandContext) {
    let stream = ownsOutput ? context.errors : context.output
    if output.format == .json {
      return stream.write(document(.clean, [IntegrityReport(file.path, before)]))
    }
    for finding in before.diagnostics(file: file.path) {
      if ownsOutput { context.showError(finding) } else { context.show(finding) }
    }
  }
}
