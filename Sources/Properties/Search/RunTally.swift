import EventSourcing
import Simulation

/// What has happened in some runs of a search, counted.
public struct RunTally<S: SearchableSystem>: Sendable {
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
  /// How many records their logs have.
  public var records: Int64 = 0
  /// The number of times the world went on by a choice.
  public var steps: Int64 = 0
  /// How much time has passed in them.
  public var time = TimeSpan.zero
  /// How often each kind of fault was drawn, by its place.
  public var faults = [Int64](repeating: 0, count: FaultKind.allCases.count)
  /// In how many runs each property's condition arose, and how often, by its place.
  public var met: [Met]
  /// The number of finished runs for which each comparison was made, by its place.
  public var compared: [Met]
  private var table = TransitionTable<Transition>()

  /// What events were answered with, each with how often.
  public var transitions: [Transition] { table.entries }

  /// How often the condition of a property arose.
  public struct Met: Hashable, Sendable {
    /// In how many runs.
    public var runs: Int64 = 0
    /// How often altogether.
    public var times: Int64 = 0
  }

  /// An event with the effects that it has led to, by their names.
  public struct Transition: Sendable {
    /// The event.
    public let event: S.Machine.Event.Name
    /// The effects in their order.
    public let effects: [S.Machine.Effect.Name]
    /// How often it came about.
    public var count: Int64
    /// The first run in which it came about.
    public let run: Int64
    /// After how many steps of that run.
    public let step: Int
    /// In how many of the runs that were drawn by themselves.
    public var drawnRuns: Int64 = 0
    /// The last of them.
    public var lastDrawn: Int64 = -1
  }

  /// Counts nothing yet of so many properties and comparisons.
  public init(properties: Int, comparisons: Int) {
    met = Array(repeating: Met(), count: properties)
    compared = Array(repeating: Met(), count: comparisons)
  }

  /// Counts an event and what it has led to.
  mutating func note(
    _ records: ArraySlice<LogRecord<S.Machine.Event, S.Machine.Effect>>, run: Int64, step: Int
  ) {
    self.records += Int64(records.count)
    var index = records.startIndex
    while index < records.endIndex {
      guard case .event(let event) = records[index] else {
        index += 1
        continue
      }
      let first = index + 1
      var key = TransitionKey(event.event.name)
      index = first
      while index < records.endIndex, case .effect(let effect) = records[index] {
        key.add(effect.effect.name)
        index += 1
      }
      features?.add(key.bits, step: step)
      let found = table.index(of: key) {
        Transition(
          event: event.event.name, effects: records[first..<index].compactMap { $0.effectName },
          count: 0, run: run, step: step)
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
    for transition in other.table.entries {
      var key = TransitionKey(transition.event)
      for effect in transition.effects { key.add(effect) }
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
  /// How often each event happened, in the order of the documentation; none left out.
  public var events: [(name: S.Machine.Event.Name, count: Int64)] {
    var counts: [S.Machine.Event.Name: Int64] = [:]
    for transition in transitions {
      counts[transition.event, default: 0] += transition.count
    }
    return S.Machine.Event.Name.allCases.map { ($0, counts[$0] ?? 0) }
  }

  /// How often each effect was ordered, in the order of the documentation; none left out.
  public var effects: [(name: S.Machine.Effect.Name, count: Int64)] {
    var counts: [S.Machine.Effect.Name: Int64] = [:]
    for transition in transitions {
      for effect in transition.effects { counts[effect, default: 0] += transition.count }
    }
    return S.Machine.Effect.Name.allCases.map { ($0, counts[$0] ?? 0) }
  }

  /// All transitions, the rarest first.
  public var rarest: [Transition] {
    transitions.sorted { left, right in
      if left.count != right.count { return left.count < right.count }
      if left.event != right.event { return left.event < right.event }
      return left.effects.lexicographicallyPrecedes(right.effects)
    }
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

extension LogRecord {
  fileprivate var effectName: Effect.Name? {
    if case .effect(let effect) = self { effect.effect.name } else { nil }
  }
}
