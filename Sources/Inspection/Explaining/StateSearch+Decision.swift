import Diagnostics
import Traces

extension StateSearch {
  /// Whether the event with the drift may decide wrongly although the state is right: all that
  /// follows is exact as well if it alone, or each event of its name, goes by another value.
  mutating func mayBeDecision() throws(Diagnostic) -> Bool {
    guard !changes.isEmpty, let own = places.ownPlace,
      let state = places.state(
        after: places.last, with: [], places.value(of: [], after: places.last))
    else { return true }
    let seq = places.event(at: own).seq
    for (way, value) in atDrift.prefix(StateSearch.glimpses) {
      for chosen in [[seq], nil] as [Set<Int64>?] {
        var glimpse = repetition(way, .value(value), from: own)
        (glimpse.chosen, glimpse.isBefore, glimpse.isSeenOnly) = (chosen, true, true)
        glimpse.isOfAllDevices = false
        if case .exact = try verdict(of: state, at: places.last, glimpse) { return true }
      }
    }
    return false
  }

  /// The number of values that are tried for the event with the drift alone.
  private static let glimpses = 12
}
