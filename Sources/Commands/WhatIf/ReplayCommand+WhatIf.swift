import Diagnostics
import Inspection
import Reports

extension ReplayCommand {
  /// Folds one trace with changes and shows what follows differently: a question, not a finding.
  func askWhatIf(_ trace: TraceFile, in context: CommandContext) throws -> Verdict {
    let outcome: WhatIfOutcome
    do throws(Diagnostic) {
      let system = try trace.system(among: context.systems)
      outcome = try system.whatIf(trace, whatIf.changes, lenient)
    } catch {
      throw Stop([error])
    }
    let report = WhatIfReport(file: trace.path, outcome)
    switch output.format {
    case .text:
      for warning in outcome.warnings { context.show(warning) }
      context.output.write(report.text(context.style))
    case .json:
      context.output.write(
        document(.clean, findings: outcome.warnings) { report.write(to: &$0) })
    }
    return .clean
  }
}
