import Diagnostics
import Properties
import Specs

/// A request for a search, whatever the system.
struct SearchRequest {
  /// The options as given; those that are texts there are read into the members below.
  let options: SimulateCommand
  let seed: UInt64
  /// Rules that every run has to keep as well.
  var rules: RuleText?
  /// The events that may come from outside; `nil` for the system's own choice.
  var inputs: GivenInputs?
}

/// A run and the step up to which another one repeats it.
typealias RunBeginning = (run: Int64, steps: Int)

/// A search over one system, without its types.
struct SystemSearch: Sendable {
  let sdk: String
  /// The largest number of devices in a run.
  let devices: Int
  let claims: [PropertyClaim]
  /// A tally that counts nothing yet.
  let tally: RunTally
  /// The ids of the claims that are rules of a file.
  let rules: [String]
  /// The remarks about the inputs that were asked for.
  let remarks: [Diagnostic]
  /// The names of all events and effects.
  let events: [String]
  let effects: [String]
  /// The plans that are tried first; `nil` where there is no folder of them.
  let corpus: CorpusFolder?
  /// Draws the runs of these numbers for as long as `goesOn` is true, and saves the trace of each
  /// where a folder is named.
  let part:
    @Sendable (
      Range<Int64>, [RunBeginning], _ folder: String?, _ goesOn: @escaping (Int64) -> Bool
    ) throws -> FoundPart
  /// Searches every interleaving of a small configuration with a number of jobs, until it is
  /// stopped.
  let exhaust: @Sendable (Int, ExploreProgress) -> ExhaustivePart
  /// Finds every state of the small configuration up to a depth, with a number of jobs.
  let smallStates: @Sendable (Int, Int, ExploreProgress) -> FoundStates
  /// Performs a run again from its text: what it breaks, `nil` where its claim holds, the first
  /// step whose fault found nothing, and a trace.
  let reproduce:
    @Sendable (String) throws(RepeatedRunError) -> (
      found: Counterexample?, unmet: Int?, trace: [UInt8]
    )
}

/// The counts and the findings of a part of a search.
struct FoundPart: Sendable {
  let tally: RunTally
  var found: [FoundClaim]
  /// The runs that came to something new, where plans are kept.
  var novel: [NovelPlan]
}

/// The states of a small configuration.
struct FoundStates: Sendable {
  /// The number of the states, and the number of moves up to which none is missing.
  let part: ExhaustivePart
  /// Draws the runs of these numbers within the configuration, until a signal comes; gives their
  /// number and the states that they come to.
  let visited: @Sendable (Range<Int64>) -> (runs: Int64, states: Set<UInt64>)
}

/// A claim that was found to be broken in a run.
struct FoundClaim: Sendable {
  /// The claim's place among those of the search.
  let claim: Int
  /// The number of the run.
  let run: Int64
  /// Makes the run small, for as long as `goesOn` is true.
  let shrink: @Sendable (_ goesOn: @escaping () -> Bool) -> Counterexample
}

/// The result for every interleaving of a small configuration, as far as it was searched.
struct ExhaustivePart: Sendable {
  let figures: SearchFigures
  let end: SearchEnd
  /// The broken properties, each on a shortest way.
  let counterexamples: [Counterexample]

  /// The number of moves up to which every way was searched.
  var depth: Int {
    switch end {
    case .exhausted, .depth, .violation: figures.levels.count - 1
    case .states, .stopped: max(0, figures.levels.count - 2)
    }
  }

  /// The number of states up to there.
  var states: Int { figures.levels.prefix(depth + 1).reduce(0, +) }
}
