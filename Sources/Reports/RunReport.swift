import Diagnostics
import EventSourcing

/// The results of a run of specs, as data for every format.
public struct RunReport: Sendable {
  /// The scenarios in the order in which they are reported.
  public var scenarios: [ScenarioReport]
  /// Findings that belong to no scenario: unreadable files, rules that nothing exercised.
  public var diagnostics: [Diagnostic]
  /// The number of files that could not be read.
  public var unreadable = 0
  /// The verdict on the run.
  public var verdict: Verdict
  /// The variations that `--readings all` has tried; empty without it.
  public var readings: [ReadingVariation] = []
  /// The variation that `--ties=both` has tried; `nil` without it.
  public var ties: TieVariation?
  /// The requirements that scenarios can cover, clause by clause; empty without a catalogue.
  public var requirements: [RequirementReport] = []
  /// The results of `--update`; empty without it.
  public var updates: [ValueUpdate] = []
  /// The time at which it ran, by the clocks of the machine; only JUnit and CTRF, which ask for it,
  /// have it.
  public var span = MachineSpan(start: Instant(milliseconds: 0), length: .zero)

  /// Gathers the results of a run.
  public init(
    scenarios: [ScenarioReport], diagnostics: [Diagnostic] = [], verdict: Verdict = .clean
  ) {
    self.scenarios = scenarios
    self.diagnostics = diagnostics
    self.verdict = verdict
  }

  /// The number of scenarios with each outcome.
  public var counts: RunCounts { RunCounts(scenarios) }
}

/// A part of the machine's time, which is another one in every run.
public struct MachineSpan: Sendable {
  /// The time of the calendar at which it began.
  public var start: Instant
  /// Its length.
  public var length: Duration

  /// A span from a moment of the calendar.
  public init(start: Instant, length: Duration) {
    self.start = start
    self.length = length
  }

  /// The time of the calendar at which it ended.
  var end: Instant { start + .milliseconds(length.milliseconds) }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The seconds with six decimal places.
  var secondsText: String {
    let micros = components.attoseconds / 1_000_000_000_000
    return "\(components.seconds)." + String(micros + 1_000_000).dropFirst()
  }
}

/// A requirement, or a clause of one, and the scenarios of a run that are about it.
public struct RequirementReport: Sendable {
  /// The id that `covers` names.
  public var id: String
  /// The sentence of the clause.
  public var says: String
  /// The scenarios that passed, without the rows of their examples.
  public var passing: [String]
  /// The scenarios that did not pass, known bugs included.
  public var failing: [String]

  /// Whether a scenario that passed is about it.
  public var isCovered: Bool { !passing.isEmpty }

  /// Describes what covers a requirement.
  public init(id: String, says: String, passing: [String], failing: [String]) {
    self.id = id
    self.says = says
    self.passing = passing
    self.failing = failing
  }
}

extension RunReport {
  /// The findings of `severity` that belong to no scenario. Warnings that differ in their place
  /// alone are one, which counts the others.
  public func diagnostics(of severity: Diagnostic.Severity) -> [Diagnostic] {
    let all = diagnostics.filter { $0.severity == severity }
    if severity == .error { return all }
    var merged: [(first: Diagnostic, others: [Place])] = []
    for finding in all {
      let index = merged.firstIndex {
        $0.first.code == finding.code && $0.first.message == finding.message
      }
      if let index {
        merged[index].others += [finding.place].compactMap { $0 }
      } else {
        merged.append((finding, []))
      }
    }
    return merged.map { finding, others in
      guard !others.isEmpty else { return finding }
      let shown = others.prefix(3).map { "\($0.file):\($0.line)" }.joined(separator: ", ")
      let more = others.count > 3 ? ", …" : ""
      var finding = finding
      finding.notes.append("the same at \(counted(others.count, "more place")): \(shown)\(more)")
      return finding
    }
  }
}

/// The scenarios that do not hold with the order of things at one instant reversed.
public struct TieVariation: Sendable {
  /// The number of scenarios that ran in both orders.
  public var runs = 0
  /// The scenarios whose result depends on it.
  public var dependent: [ScenarioReport] = []

  /// Starts with no scenario.
  public init() {}
}

/// The scenarios that do not hold under one reading that they do not name.
public struct ReadingVariation: Sendable {
  /// The reading as `name=value`.
  public var reading: String
  /// The number of scenarios that ran under it.
  public var runs = 0
  /// The ids of those that failed.
  public var broken: [String] = []

  /// Starts with no scenario.
  public init(_ reading: String) { self.reading = reading }
}

/// The result of one scenario, or of one row of its examples.
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
  /// The outcome of the run.
  public var outcome: Outcome
  /// The reason why it was skipped, or the bug that is known.
  public var reason: String?
  /// The virtual time that passed in it.
  public var virtualTime: TimeSpan
  /// The time that it ran on the machine; only JUnit and CTRF, which ask for it, have it.
  public var elapsed = Duration.zero
  /// The number of steps that left their instant unjudged.
  public var uncheckedSteps = 0
  /// The findings, the most telling first; also for known bugs.
  public var failures: [Diagnostic]
  /// The picture for the page; `nil` where none was made.
  public var picture: ScenarioPicture?
  /// The link to the page of its trace; `nil` where none was written.
  public var tracePage: String?

  /// The outcome of a scenario.
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

  /// The sentence, empty where the id says it: that of a scenario without one, with its row.
  package var sentence: String { id == name || id.hasPrefix(name + " [") ? "" : name }

  /// The id and the sentence, as every format shows them.
  var title: String { sentence.isEmpty ? id : id + " " + sentence }

  /// The remark in one line, for formats that have no more.
  var remark: String {
    switch outcome {
    case .knownBug: "known bug" + (reason.map { ": " + $0 } ?? "")
    case .unexpectedPass:
      "passed, but is marked known_bug" + (reason.map { ": " + $0 } ?? "") + "; remove the mark"
    case .passed, .failed, .skipped: reason ?? failures.first?.message ?? ""
    }
  }
}

/// The number of scenarios with each outcome.
public struct RunCounts: Sendable {
  private var counts: [ScenarioReport.Outcome: Int] = [:]
  /// The number of steps that left their instant unjudged, in all scenarios.
  public private(set) var uncheckedSteps = 0

  init(_ scenarios: some Sequence<ScenarioReport>) {
    for scenario in scenarios {
      counts[scenario.outcome, default: 0] += 1
      uncheckedSteps += scenario.uncheckedSteps
    }
  }

  /// The number of scenarios that went so.
  public subscript(outcome: ScenarioReport.Outcome) -> Int { counts[outcome] ?? 0 }

  /// All scenarios, skipped ones included.
  public var total: Int { counts.values.reduce(0, +) }

  /// The number of scenarios that fail the run.
  public var failing: Int { self[.failed] + self[.unexpectedPass] }
}

/// The result of `--update` for one expected value of a spec.
public struct ValueUpdate: Equatable, Sendable {
  /// The place of the value.
  public var place: Place
  /// The result for this value.
  public var outcome: Outcome

  /// An outcome of updating a value.
  public enum Outcome: Equatable, Sendable {
    /// It was replaced, or would be if the user wanted it.
    case replaced(old: String, new: String, isWritten: Bool)
    /// It was left as it is, for this reason.
    case kept(reason: String)
  }

  /// Describes what became of a value.
  public init(place: Place, outcome: Outcome) {
    self.place = place
    self.outcome = outcome
  }
}
