import EventSourcing
import Inspection
import Reports
import Traces

extension HoldExplanation.Hold {
  /// The gate in one line, with what closed it and when time opens it.
  func line(_ values: ValueText) -> String {
    "\(gate.name)  \(gate.summary) Closed \(closing(values))."
  }

  private func closing(_ values: ValueText) -> String {
    let until = gate.opens.map { ", until \(values.instant($0))" } ?? ""
    switch closing {
    case .event(let record): return "since record \(record.seq) \(record.name)\(until)"
    case .time(let instant): return "by time, since \(values.instant(instant))\(until)"
    case .start: return "from the start\(until)"
    }
  }
}
