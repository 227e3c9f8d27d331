import Diagnostics

/// Says what was wrong, for an answer that has one text.
func reason(of error: any Error) -> String {
  guard let stop = Stop(error) else { return "\(error)" }
  if !stop.message.isEmpty { return stop.message }
  return stop.diagnostics.flatMap { [$0.message] + $0.notes }.joined(separator: "\n")
}
