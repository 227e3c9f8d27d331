import Diagnostics
import JSON
import Replay
import Reports

/// Records traces anew, one after the other.
struct RerecordRun {
  let files: [String]
  let format: OutputFormat

  func judge(in context: CommandContext) throws -> Verdict {
    var reports: [RerecordReport] = []
    for file in files {
      let report = try report(TraceFile(file), in: context)
      if format == .text { context.output.write(report.text(context.style)) }
      reports.append(report)
    }
    let verdict = reports.map(\.verdict).max() ?? .clean
    if format == .json { context.output.write(document(verdict, reports)) }
    return verdict
  }

  private func document(_ verdict: Verdict, _ reports: [RerecordReport]) -> String {
    JSONEnvelope.text(
      verb: "replay", verdict: verdict, findings: reports.flatMap(\.findings)
    ) { document in
      document.list("traces") { list in
        for report in reports { list.object { report.write(to: &$0) } }
      }
    }
  }

  private func report(_ file: TraceFile, in context: CommandContext) throws -> RerecordReport {
    do {
      let system = try file.system(among: context.systems)
      let draft = try FileDraft(file.path, rewritesInput: true)
      let rerecording = try system.rerecord(file) { try draft.write($0) }
      // A trace of this engine that agrees stays as it is, byte for byte, but for a wrong hash.
      if !rerecording.isUnchanged || rerecording.needsOnlySeal || rerecording.formerEngine != nil {
        try draft.finish()
      }
      return RerecordReport(file.path, rerecording)
    } catch let finding as Diagnostic {
      return RerecordReport(file.path, refusal: finding)
    }
  }
}
