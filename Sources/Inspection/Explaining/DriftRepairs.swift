import Diagnostics
import EventSourcing
import Replay

/// The single changes of the hidden state just before the first drift of a trace with which the
/// machine orders what was recorded there; none where it has no drift.
public func driftRepairs(
  _ input: ReplayInput, of system: AnySystem, limit: Int = 5_000
) throws(Diagnostic) -> [StateRepair] {
  guard let places = try DriftPlaces(input, of: system, lenient: false) else { return [] }
  var search = StateSearch(places, limit: limit) { _ in true }
  return try search.repairs()
}

extension StateSearch {
  /// The changes just before the event with the drift that let the machine order what was recorded.
  fileprivate mutating func repairs() throws(Diagnostic) -> [StateRepair] {
    var found: [StateRepair] = []
    for (way, value, state) in candidates(at: places.last) {
      switch try verdict(of: state, at: places.last) {
      case .exact: break
      case .differs(let seq) where seq >= places.drift.next: break
      case .differs, .refused: continue
      }
      found.append(StateRepair(way: places.prefix + way, value: value))
    }
    return found
  }
}
