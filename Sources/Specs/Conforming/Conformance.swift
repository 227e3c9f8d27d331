import Diagnostics
import EventSourcing
import Traces

/// The result of holding a recorded trace against rules, whatever its system.
public struct Conformance: Sendable {
  /// The number of records read.
  public internal(set) var records: Int64 = 0
  /// The instant from which durations are counted.
  public let started: Instant
  /// The way in which the reading of the trace ended.
  public internal(set) var ending = TraceEnding()
  /// Each rule with what it came to, in the order of the file.
  public internal(set) var rules: [JudgedRule] = []
  /// The readings under which the trace was recorded and that are not the documents' defaults.
  public internal(set) var readings: [String] = []

  /// Whether no rule is broken.
  public var holds: Bool { !rules.contains { $0.verdict == .broken } }

  /// Whether the reading called `name` has another value than its default.
  func hasOther(reading name: String) -> Bool {
    readings.contains { $0.hasPrefix("\(name):") || $0.hasPrefix("\(name).") }
  }

  /// The number of rules with a verdict of this kind.
  public func count(where isMeant: (JudgedRule.Verdict) -> Bool) -> Int {
    rules.count { isMeant($0.verdict) }
  }
}

/// A rule or a claim, and what a trace says about it.
public struct JudgedRule: Sendable {
  /// Its id, where it has one.
  public let id: String?
  /// The sentence as it is written.
  public let text: String
  /// The place of a rule; `nil` for a claim about every run.
  public let place: Place?
  /// The requirements that it follows.
  public let covers: [String]
  /// The verdict of the trace.
  public internal(set) var verdict: Verdict
  /// The names of what it speaks about and the trace never has, where they keep it from a verdict.
  public internal(set) var missing: [String]?
  /// The violations: the first of each device.
  public internal(set) var breaches: [RuleBreach] = []

  /// A verdict of a trace on a rule.
  public enum Verdict: String, CaseIterable, Sendable {
    /// It was put to the test and kept.
    case held
    /// It was broken.
    case broken
    /// The trace ends before the time of a promise is over.
    case inconclusive
    /// Nothing that starts it is recorded.
    case notExercised = "not_exercised"
    /// Effects that it speaks about are not recorded at all: its recorder may have left them out.
    case notRecorded = "not_recorded"
    /// It looks back to what happened before the first record.
    case startsLate = "starts_late"
    /// Effects are recorded later than the events that they follow from, so that it cannot be seen
    /// which these are.
    case recordedLate = "recorded_late"
    /// The trace was recorded under other readings than it is about.
    case otherReadings = "other_readings"
  }

  /// Its name in messages.
  public var name: String { id ?? text }
}

/// One time that a rule was broken.
public struct RuleBreach: Sendable {
  /// The event in one phrase.
  public let message: String
  /// The device; `nil` for a rule about all parties together.
  public let party: String?
  /// The records that show it, each with what led to it, latest first.
  public internal(set) var witnesses: [[ErasedRecord]] = []
  /// The numbers of those records.
  let records: [Int64]
  /// The time that something took, where time is at stake.
  public let measured: TimeSpan?
  /// The number of times that the rule had been kept before.
  public let held: Int
}
