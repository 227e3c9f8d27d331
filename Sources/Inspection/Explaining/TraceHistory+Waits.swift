import Diagnostics
import EventSourcing
import Replay
import Traces

extension TraceHistory {
  /// The gates that open at the very instant at which the machine sets a timer that differs from
  /// the recorded one: what it waits for.
  public func waits(of drift: Drift) throws(Diagnostic) -> [HeldGate] {
    let times = drift.computed?.leaves ?? []
    guard times.contains(where: { if case .instant = $0 { true } else { false } }),
      let position = try position(of: drift.event.seq)
    else { return [] }
    let walk = try walk(before: position + 1)
    return walk.held(drift.event.party, drift.event.at).flatMap { $0.gates }.filter { gate in
      gate.opens.map { times.contains(.instant($0)) } ?? false
    }.eachOnce()
  }
}
