import EventSourcing
import Simulation

/// The sources from which a search draws, and the claims that it holds each run against.
public struct SearchOptions<S: SearchableSystem>: Sendable {
  /// The seed of all runs.
  public var seed: UInt64
  /// The greatest number of devices of a run.
  public var devices = S.searchedDevices
  /// The longest time that passes in a run before it heals.
  public var span = TimeSpan.days(60)
  /// The profile of all runs; `nil` where each draws its own.
  public var profile: String?
  /// The faults that may happen.
  public var faults = FaultKind.allCases
  /// The events from outside; `nil` for all that the vocabulary and the system let happen.
  public var inputs: [SearchedInput<S.Machine.Event>]?
  /// All events, made once for all runs.
  let vocabulary = S.Machine.Event.samples.map { SearchedInput<S.Machine.Event>($0.name) }
  /// The small configuration to which all draws are limited: its setting, its inputs and its
  /// answers.
  var space: SearchSpace<S>?
  /// The properties that are claimed of every run.
  public var properties = S.properties
  /// The claims about a finished run in comparison with others.
  public var comparisons = S.comparisons
  /// The share of runs that are compared with others, as one in this many; 0 for none.
  public var comparedEvery: Int64 = 25
  /// The plans of a corpus: the first runs are these, and later ones their mutations.
  public var plans: [RunPlan<S>] = []
  /// Whether the plans of runs are handed over that come to something new.
  public var keepsPlans = false
  /// The machine before anything has happened to it; another one only with a bug of the gallery.
  public var installed = S.Machine.initial

  /// Searches everything that a system claims, with all faults.
  public init(seed: UInt64) { self.seed = seed }

  /// Whether the run of this number is compared with others.
  func compares(_ number: Int64) -> Bool { comparedEvery > 0 && number % comparedEvery == 0 }

  /// A tally that counts these properties and comparisons.
  public var tally: RunTally {
    RunTally(properties: properties.count, comparisons: comparisons.count)
  }
}
