import Diagnostics
import Replay

/// Says how many changes were tried; `false` ends the search.
public typealias SearchProgress = (_ trials: Int) -> Bool

/// Searches for the single changes of the hidden state that explain the first drift of a trace, and
/// looks at the decision there; `nil` where it has none, or neither a state nor an effect can be
/// looked at.
///
/// Every change is measured: the state is changed after an event and the rest of the trace folded
/// again. So a machine declares nothing of what its decisions read, and what is found is no guess.
public func explainDrift(
  _ input: ReplayInput, of system: AnySystem, lenient: Bool = false, limit: Int = 20_000,
  progress: @escaping SearchProgress = { _ in true }
) throws(Diagnostic) -> StateExplanation? {
  let decisions = try DecisionPattern.all(input, of: system, lenient: lenient)
  guard let places = try DriftPlaces(input, of: system, lenient: lenient) else {
    return decisions.first.map { StateExplanation(drift: $0.drift.seq, decisions: decisions) }
  }
  var search = StateSearch(places, limit: limit, progress: progress)
  var explanation = try search.run()
  explanation.decisions = decisions
  return explanation
}
