import Diagnostics
import EventSourcing
import Replay
import Traces

/// The single changes of the hidden state with which the machine orders what was recorded at the
/// first drift of a trace: the earliest that explains all that follows, and those just before the
/// drift. None where it has no drift.
public func driftRepairs(
  _ input: ReplayInput, of system: AnySystem
) throws(Diagnostic) -> [StateRepair] {
  guard let places = try DriftPlaces(input, of: system, lenient: false) else { return [] }
  var search = StateSearch(places, limit: 6_000) { _ in true }
  // The elements of a list would have to stay, each of them.
  let cause = try search.cause().flatMap {
    $0.isOfEnd || $0.value?.hasElements == true && !$0.isUnchanged
      ? nil
      : StateRepair(way: $0.way, value: $0.value, after: $0.record.seq, isUnchanged: $0.isUnchanged)
  }
  return [cause].compactMap { $0 }
    + search.atDrift.filter { $0.value?.hasElements != true }
    .map { StateRepair(way: places.prefix + $0.way, value: $0.value) }
}

extension Value {
  /// Whether it is a list with elements.
  fileprivate var hasElements: Bool {
    if case .list(let elements) = self { !elements.isEmpty } else { false }
  }
}
