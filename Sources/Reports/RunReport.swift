import Diagnostics
import EventSourcing

/// What a run of specs found, as data for every format.
public struct RunReport: Sendable {
  /// The scenarios in the order in which they are reported.
  public var scenarios: [ScenarioReport]
  /// Findings that belong to no scenario: unreadable files, rules that nothing exercised.
  public var diagnostics: [Diagnostic]
  /// What the run comes to.
  public var verdict: Verdict
  /// What `--readings all` has tried; empty without it.
  public var readings: [ReadingVariation] = []

  /// Gathers the results of a run.
  public init(
    scenarios: [ScenarioReport], diagnostics: [Diagnostic] = [], verdict: Verdict = .clean
  ) {
    self.scenarios = scenarios
    self.diagnostics = diagnostics
    self.verdict = verdict
  }

  /// How many scenarios had which outcome.
  public var counts: RunCounts {
    var counts = RunCounts()
    for scenario in scenarios { counts.add(scenario.outcome) }
    return counts
  }
}

/// The scenarios that do not hold under one reading that they do not name.
public struct ReadingVariation: Sendable {
  /// The reading as `name=value`.
  public var reading: String
  /// How many scenarios ran under it.
  public var runs = 0
  /// The ids of those that failed.
  public var broken: [String] = []

  /// Starts with no scenario.
  public init(_ reading: String) { self.reading = reading }
}

/// What became of one scenario, or of one row of its examples.
public struct ScenarioReport: Sendable {
  /// The id of the spec, with the row in brackets where there are examples; unique in a run.
  public var id: String
  /// The sentence that the scenario states.
  public var name: String
  /// The spec's path as the user wrote it.
  public var file: String
  /// The line on which the scenario begins, from 1.
  public var line: Int
  /// The tags of the file and of the scenario.
  public var tags: [String]
  /// The requirements that the scenario claims to cover.
  public var covers: [String]
  /// How it went.
  public var outcome: Outcome
  /// Why it was skipped, or which bug is known.
  public var reason: String?
  /// How much virtual time passed in it; reports never contain the time of the machine, so that
  /// equal runs give equal bytes.
  public var virtualTime: TimeSpan
  /// What was found, the most telling first; also for known bugs.
  public var failures: [Diagnostic]

  /// How a scenario went.
  public enum Outcome: String, CaseIterable, Sendable {
    /// Everything held, something did not, or it was not run on purpose.
    case passed, failed, skipped
    /// It failed as its `known_bug` says.
    case knownBug = "known_bug"
    /// It passed although `known_bug` says that it fails; this counts as a failure.
    case unexpectedPass = "unexpected_pass"

    /// Whether this outcome fails the run.
    public var isFailure: Bool { self == .failed || self == .unexpectedPass }
  }

  /// Describes the result of one scenario.
  public init(
    id: String, name: String, file: String, line: Int, tags: [String] = [], covers: [String] = [],
    outcome: Outcome, reason: String? = nil, virtualTime: TimeSpan = .zero,
    failures: [Diagnostic] = []
  ) {
    self.id = id
    self.name = name
    self.file = file
    self.line = line
    self.tags = tags
    self.covers = covers
    self.outcome = outcome
    self.reason = reason
    self.virtualTime = virtualTime
    self.failures = failures
  }

  /// The id and the sentence, as every format shows them.
  var title: String { name.isEmpty ? id : id + " " + name }

  /// What is said where a format has one line for it.
  var remark: String {
    switch outcome {
    case .knownBug: "known bug" + (reason.map { ": " + $0 } ?? "")
    case .unexpectedPass:
      "passed, but is marked known_bug" + (reason.map { ": " + $0 } ?? "") + "; remove the mark"
    case .passed, .failed, .skipped: reason ?? failures.first?.message ?? ""
    }
  }
}

/// How many scenarios had which outcome.
public struct RunCounts: Equatable, Sendable {
  /// Scenarios in which everything held.
  public private(set) var passed = 0
  /// Scenarios with an unexpected finding.
  public private(set) var failed = 0
  /// Scenarios that were not run on purpose.
  public private(set) var skipped = 0
  /// Scenarios that failed as their `known_bug` says.
  public private(set) var knownBugs = 0
  /// Scenarios that passed although their `known_bug` says otherwise.
  public private(set) var unexpectedPasses = 0

  /// Starts at nothing.
  public init() {}

  /// All scenarios, skipped ones included.
  public var total: Int { passed + failed + skipped + knownBugs + unexpectedPasses }

  /// Counts one more.
  public mutating func add(_ outcome: ScenarioReport.Outcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .knownBug: knownBugs += 1
    case .unexpectedPass: unexpectedPasses += 1
    }
  }
}
