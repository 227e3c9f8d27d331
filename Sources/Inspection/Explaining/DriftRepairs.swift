import Diagnostics
import EventSourcing
import Replay
import Traces

/// The single changes of the hidden state with which the machine orders what was recorded at the
/// first drift of a trace: the earliest that explains all that follows, and those just before the
/// drift. None where it has no drift.
public func driftRepairs(
  _ input: ReplayInput, of system: AnySystem, limit: Int = 1_500
) throws(Diagnostic) -> [StateRepair] {
  guard let places = try DriftPlaces(input, of: system, lenient: false) else { return [] }
  var search = StateSearch(places, limit: limit) { _ in true }
  let cause = try search.cause().map {
    StateRepair(way: $0.way, value: $0.value, after: $0.record.seq, isUnchanged: $0.isUnchanged)
  }
  return [cause].compactMap { $0 }
    + search.atDrift.map { StateRepair(way: places.prefix + $0.way, value: $0.value) }
}
