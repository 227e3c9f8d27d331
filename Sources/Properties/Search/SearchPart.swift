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

  /// Every claim that is searched, in order: last that every run gets past each instant.
  public var claims: [SearchedClaim<S>] {
    properties.map { .property($0) } + comparisons.map { .comparison($0) } + [.progress]
  }

  /// Finds the place of a comparison among `claims`, where a property has its own.
  fileprivate func place(ofComparison place: Int) -> Int { properties.count + place }

  /// The place of the last of `claims`.
  fileprivate var placeOfProgress: Int { place(ofComparison: comparisons.count) }
}

/// A part of a search: some runs with what was found in them, to be put together in their order.
public struct SearchPart<S: SearchableSystem>: Sendable {
  /// The counts of the runs of this part.
  public private(set) var tally: RunTally
  /// The first run of each claim that was found to be broken.
  public private(set) var found: [FoundRun<S>] = []
  /// The runs that came to something that none before them in this part came to, where plans are
  /// kept.
  public private(set) var novel: [NovelRun<S>] = []
  /// The features of the runs so far.
  private var reached: Set<UInt64> = []

  /// Draws the runs of these numbers, each only where `goesOn` is true right before it. With
  /// `beginnings`, each begins as another run did; `visit` takes each run when it is over.
  public init(
    _ options: SearchOptions<S>, _ numbers: Range<Int64>,
    beginnings: [(run: Int64, steps: Int)] = [],
    visit: ((FinishedRun<S>, Int64) -> Void)? = nil, goesOn: (Int64) -> Bool = { _ in true }
  ) {
    var generator = RunGenerator(options: options)
    let nothing = options.tally
    tally = nothing
    for number in numbers where goesOn(number) {
      let place = Int(number - numbers.lowerBound)
      let beginning = beginnings.isEmpty ? nil : beginnings[place % beginnings.count]
      // The run alone holds what it counts in, so that counting copies nothing.
      var counted = tally
      tally = nothing
      counted.features = options.keepsPlans ? RunFeatures() : nil
      let isKept = visit != nil || options.compares(number)
      var run = generator.run(number, beginning: beginning, isKept: isKept, counted)
      note(run, options)
      noteFeatures(&run)
      compare(&run, options)
      tally = run.tally
      visit?(run.finished, number)
    }
  }

  private mutating func note(_ run: SearchRun<S>, _ options: SearchOptions<S>) {
    for violation in run.checker.violations { add(run, violation.property, violation.sentence) }
    if run.isEndless { add(run, options.placeOfProgress, SearchRun<S>.endlessSentence) }
  }

  private mutating func noteFeatures(_ run: inout SearchRun<S>) {
    guard let features = run.tally.features?.all else { return }
    run.tally.features = nil
    // A run without an end would cost every later search its time.
    if run.isOver { return }
    let isNovel = features.reduce(false) { reached.insert($1.key).inserted || $0 }
    if !isNovel { return }
    novel.append(
      NovelRun(
        number: run.number, plan: RunPlan(setting: run.setting, steps: run.steps, heals: true),
        features: features))
  }

  private mutating func compare(_ run: inout SearchRun<S>, _ options: SearchOptions<S>) {
    guard options.compares(run.number), !run.isEndless else { return }
    for (place, comparison) in options.comparisons.enumerated() {
      switch comparison.judge(run.finished) {
      case .notMet: continue
      case .holds: run.tally.compared[place].add(times: 1)
      case .broken(_, let sentence):
        run.tally.compared[place].add(times: 1)
        add(run, options.place(ofComparison: place), sentence)
      }
    }
  }

  private mutating func add(_ run: SearchRun<S>, _ claim: Int, _ sentence: String) {
    guard !found.contains(where: { $0.claim == claim }) else { return }
    found.append(
      FoundRun(
        claim: claim, number: run.number, sentence: sentence,
        plan: RunPlan(setting: run.setting, steps: run.steps, heals: true)))
  }
}

/// A run that came to something new.
public struct NovelRun<S: SearchableSystem>: Sendable {
  /// The number of the run.
  public let number: Int64
  /// The run, to its end.
  public let plan: RunPlan<S>
  /// Its features, in the order in which it came to them.
  public let features: [RunFeature]
}

/// A run in which a claim was found to be broken.
public struct FoundRun<S: SearchableSystem>: Sendable {
  /// The place of the claim that is broken in `SearchOptions.claims`.
  public let claim: Int
  /// The number of the run.
  public let number: Int64
  /// The way in which it is broken, with the figures.
  public let sentence: String
  /// The run, to its end.
  public let plan: RunPlan<S>
}
