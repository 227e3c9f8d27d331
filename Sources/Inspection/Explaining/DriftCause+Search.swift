import Diagnostics
import EventSourcing
import Replay
import Traces

/// The cause of the first drift of a trace: the marks of its decision, and the single changes of
/// the hidden state with which the machine orders what was recorded.
public func driftCause(
  _ input: ReplayInput, of system: AnySystem, progress: @escaping SearchProgress = { _ in true }
) throws(Diagnostic) -> DriftCause {
  let reader = try DecisionReader(system.walk(input))
  let marks = try DecisionPattern.all(input, of: system, lenient: false)
    .reduce(into: Set<DecisionMark>()) { $0.formUnion($1.telling) }
  let repairs = try driftRepairs(input, of: system, progress: progress)
  return DriftCause(repairs: repairs) { event, before, isRestarted in
    marks.isEmpty
      || reader.marks(of: event, in: before, isRestarted: isRestarted).isSuperset(of: marks)
  }
}

/// The earliest change that explains all that follows, and those just before the drift; none where
/// the trace has no drift.
private func driftRepairs(
  _ input: ReplayInput, of system: AnySystem, progress: @escaping SearchProgress
) throws(Diagnostic) -> [StateRepair] {
  guard let places = try DriftPlaces(input, of: system, lenient: false) else { return [] }
  var search = StateSearch(places, limit: 6_000, progress: progress)
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
