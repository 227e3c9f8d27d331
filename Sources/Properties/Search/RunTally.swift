import EventSourcing

/// The counts of a search's runs.
public struct RunTally: Sendable {
  /// The number of runs.
  public var runs: Int64 = 0
  /// The number of runs that were drawn by themselves, and did not begin as another one.
  public var drawnRuns: Int64 = 0
  /// The number of runs that were drawn as a mutation of a plan.
  public var mutatedRuns: Int64 = 0
  /// Whether the run that counts now began as another one, or as a plan.
  var isDirected = false
  /// The features of the run that counts now; `nil` where they are not kept.
  var features: RunFeatures?
  /// The number of records in their logs.
  public var records: Int64 = 0
  /// The number of times the world went on by a choice.
  public var steps: Int64 = 0
  /// The time that has passed in the runs.
  public var time = TimeSpan.zero
  /// The number of times that each kind of fault was drawn, by its place.
  public var faults = [Int64](repeating: 0, count: FaultKind.allCases.count)
  /// The runs in which each property's condition arose, and the times that it did, by its place.
  public var met: [Met]
  /// The number of finished runs for which each comparison was made, by its place.
  public var compared: [Met]
  private var table = TransitionTable<Transition>()

  /// The pairs of an event and the effects that answered it, each with its count.
  public var transitions: [Transition] { table.entries }
  /// The figures of every claim, in the order of `SearchOptions.claims`: a claim without a
  /// condition of its own is met in every run.
  public var claims: [Met] { met + compared + [Met(runs: runs, times: runs)] }

  /// The counts of how a property's condition arose.
  public struct Met: Hashable, Sendable {
    /// The number of runs in which it arose.
    public var runs: Int64 = 0
    /// The number of times that it arose in all runs.
    public var times: Int64 = 0
  }

  /// An event with the effects that it has led to, by their names.
  public struct Transition: Sendable {
    /// The event.
    public let event: String
    /// The effects in their order.
    public let effects: [String]
    /// The number of times that it came about.
    public var count: Int64
    /// The first run in which it came about.
    public let run: Int64
    /// The number of steps of that run after which it came about.
    public let step: Int
    /// The number of runs drawn by themselves in which it came about.
    public var drawnRuns: Int64 = 0
    /// The last of them.
    public var lastDrawn: Int64 = -1

    /// The transition as it is shown.
    public var text: String {
      effects.isEmpty ? "\(event) → nothing" : "\(event) → \(effects.joined(separator: ", "))"
    }
  }

  /// Counts nothing yet; it has places for these numbers of properties and comparisons.
  public init(properties: Int, comparisons: Int) {
    met = Array(repeating: Met(), count: properties)
    compared = Array(repeating: Met(), count: comparisons)
  }

  /// Counts an event and what it has led to.
  mutating func note<Event, Effect>(
    _ records: ArraySlice<LogRecord<Event, Effect>>, run: Int64, step: Int
  ) {
    self.records += Int64(records.count)
    var index = records.startIndex
    while index < records.endIndex {
      guard let event = records[index].eventName else {
        index += 1
        continue
      }
      let first = index + 1
      var key = TransitionKey(event)
      index = first
      while index < records.endIndex, let effect = records[index].effectName {
        key.add(effect)
        index += 1
      }
      features?.add(key.bits, step: step)
      let found = table.index(of: key) {
        Transition(
          event: event.description,
          effects: records[first..<index].compactMap { $0.name?.description }, count: 0, run: run,
          step: step)
      }
      table.entries[found].count += 1
      if !isDirected, table.entries[found].lastDrawn != run {
        table.entries[found].drawnRuns += 1
        table.entries[found].lastDrawn = run
      }
    }
  }

  /// Adds what other runs have counted; those come after these.
  public mutating func add(_ other: RunTally) {
    runs += other.runs
    drawnRuns += other.drawnRuns
    mutatedRuns += other.mutatedRuns
    records += other.records
    steps += other.steps
    time = time + other.time
    for place in faults.indices { faults[place] += other.faults[place] }
    for place in met.indices { met[place].add(other.met[place]) }
    for place in compared.indices { compared[place].add(other.compared[place]) }
    for (key, transition) in zip(other.table.keys, other.table.entries) {
      let found = table.index(of: key) {
        var first = transition
        first.count = 0
        first.drawnRuns = 0
        return first
      }
      table.entries[found].count += transition.count
      table.entries[found].drawnRuns += transition.drawnRuns
      table.entries[found].lastDrawn = max(
        table.entries[found].lastDrawn, transition.lastDrawn)
    }
  }
}

extension RunTally {
  /// The number of times that each event happened.
  public var events: [String: Int64] {
    transitions.reduce(into: [:]) { $0[$1.event, default: 0] += $1.count }
  }

  /// The number of times that each effect was ordered.
  public var effects: [String: Int64] {
    transitions.reduce(into: [:]) { counts, transition in
      for effect in transition.effects { counts[effect, default: 0] += transition.count }
    }
  }

  /// All transitions, the rarest first.
  public var rarest: [Transition] {
    // A text that is made for each comparison takes longer.
    transitions.map { (text: $0.text, transition: $0) }
      .sorted { ($0.transition.count, $0.text) < ($1.transition.count, $1.text) }
      .map { $0.transition }
  }

  /// The number of drawn runs with a transition that no other drawn run has. Their share estimates
  /// the chance that one more run comes to a new transition (Good and Turing's estimate, with runs
  /// in place of words).
  public var runsWithTheirOwn: Int64 {
    Int64(Set(transitions.filter { $0.drawnRuns == 1 }.map { $0.lastDrawn }).count)
  }
}

extension RunTally.Met {
  /// Counts one run.
  mutating func add(times count: Int) {
    if count > 0 { runs += 1 }
    times += Int64(count)
  }

  fileprivate mutating func add(_ other: RunTally.Met) {
    runs += other.runs
    times += other.times
  }
}
