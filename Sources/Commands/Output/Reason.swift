import Diagnostics

/// Says what was wrong, for an answer that has one text.
func reason(of error: any Error) -> String {
  func text(_ findings: [Diagnostic]) -> String {
    findings.map { ([$0.message] + $0.notes).joined(separator: "\n") }.joined(separator: "\n")
  }
  switch error {
  case let finding as Diagnostic: return text([finding])
  case let findings as Diagnostics: return text(findings.all)
  case let stop as Stop: return stop.message.isEmpty ? text(stop.diagnostics) : stop.message
  case _: return "\(error)"
  }
}
