import Diagnostics
import Inspection
import Reports

extension ReplayCommand {
  /// Folds one trace with changes and shows what follows differently: a question, not a finding.
  func askWhatIf(_ trace: TraceFile, in context: CommandContext) throws -> Verdict {
    let system = try trace.system(among: context.systems)
    let outcome = try system.whatIf(trace, whatIf.changes, lenient)
    return write(WhatIfDocument(file: trace.path, outcome), in: context)
  }
}
