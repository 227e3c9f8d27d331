import EventSourcing
import Properties

/// What has happened in the runs of a search, counted by name.
struct SearchCounts: Sendable {
  var runs: Int64 = 0
  /// The runs that were drawn by themselves, and did not begin as another one.
  var drawnRuns: Int64 = 0
  /// The runs that were drawn as a mutation of a plan.
  var mutatedRuns: Int64 = 0
  var records: Int64 = 0
  var steps: Int64 = 0
  var time = TimeSpan.zero
  /// By the place of the kind.
  var faults: [Int64]
  /// For each claim, in how many runs its condition arose, and how often.
  var met: [(runs: Int64, times: Int64)]
  /// By their texts.
  private(set) var transitions: [String: Transition] = [:]

  /// An event with the effects that it has led to.
  struct Transition: Sendable {
    let event: String
    let effects: [String]
    var count: Int64
    /// The first run that had it, and after how many steps.
    let first: RunBeginning
    /// The number of runs drawn by themselves that had it, and the last of them.
    var drawnRuns: Int64
    var lastDrawn: Int64

    /// As it is shown.
    var text: String {
      effects.isEmpty ? "\(event) → nothing" : "\(event) → \(effects.joined(separator: ", "))"
    }
  }

  init<S: SearchableSystem>(_ tally: RunTally<S>) {
    runs = tally.runs
    drawnRuns = tally.drawnRuns
    mutatedRuns = tally.mutatedRuns
    records = tally.records
    steps = tally.steps
    time = tally.time
    faults = tally.faults
    // What has no condition of its own is met in every run.
    met = (tally.met + tally.compared).map { ($0.runs, $0.times) } + [(tally.runs, tally.runs)]
    for transition in tally.transitions {
      let shown = Transition(
        event: transition.event.description, effects: transition.effects.map(\.description),
        count: transition.count, first: (transition.run, transition.step),
        drawnRuns: transition.drawnRuns, lastDrawn: transition.lastDrawn)
      transitions[shown.text] = shown
    }
  }

  /// Counts nothing yet of so many claims.
  init(claims: Int) {
    faults = Array(repeating: 0, count: FaultKind.allCases.count)
    met = Array(repeating: (0, 0), count: claims)
  }

  /// Adds what later runs have counted.
  mutating func add(_ other: SearchCounts) {
    runs += other.runs
    drawnRuns += other.drawnRuns
    mutatedRuns += other.mutatedRuns
    records += other.records
    steps += other.steps
    time = time + other.time
    for place in faults.indices { faults[place] += other.faults[place] }
    for place in met.indices {
      met[place].runs += other.met[place].runs
      met[place].times += other.met[place].times
    }
    for (name, transition) in other.transitions {
      if transitions[name] == nil {
        transitions[name] = transition
      } else {
        transitions[name]?.count += transition.count
        transitions[name]?.drawnRuns += transition.drawnRuns
        if transition.drawnRuns > 0 { transitions[name]?.lastDrawn = transition.lastDrawn }
      }
    }
  }

  /// All transitions, the rarest first.
  var rarest: [Transition] {
    // By the texts under which they are kept: to make one for each comparison takes longer.
    transitions.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }.map(\.value)
  }

  /// The number of drawn runs with a transition that no other one of them has. Their share is about
  /// the chance that one more run comes to a transition that none has come to: the estimate of Good
  /// and Turing, of runs in place of words.
  var runsWithTheirOwn: Int64 {
    Int64(Set(transitions.values.filter { $0.drawnRuns == 1 }.map(\.lastDrawn)).count)
  }

  /// How often each event happened.
  var events: [String: Int64] {
    var counts: [String: Int64] = [:]
    for transition in transitions.values {
      counts[transition.event, default: 0] += transition.count
    }
    return counts
  }

  /// How often each effect was ordered.
  var effects: [String: Int64] {
    var counts: [String: Int64] = [:]
    for transition in transitions.values {
      for effect in transition.effects { counts[effect, default: 0] += transition.count }
    }
    return counts
  }
}
