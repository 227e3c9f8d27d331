/// A bug that a public SDK really had, and the one rule that a machine breaks to show it.
///
/// Both sides know it: the machine declares it beside its rules, and the command tells its story.
public struct RealBug: Sendable {
  /// The bug in a few words.
  public let title: String
  /// The places where it is recorded; the first one names it.
  public let sources: [BugSource]
  /// The part of it that the sources say.
  public let evidence: BugEvidence
  /// The profile under which it shows; what the public SDK is modelled by.
  public let profile: String
  /// The ids of the requirements that it breaks.
  public let requirements: [String]
  /// The users' part of the story.
  public let seen: String
  /// The rule as it should be.
  public let rule: String
  /// The rule as the machine with the bug follows it.
  public let difference: String

  /// Describes a bug.
  public init(
    _ title: String, sources: [BugSource], _ evidence: BugEvidence, profile: String = "documents",
    breaks requirements: [String], seen: String, rule: String, difference: String
  ) {
    self.title = title
    self.sources = sources
    self.evidence = evidence
    self.profile = profile
    self.requirements = requirements
    self.seen = seen
    self.rule = rule
    self.difference = difference
  }
}

/// One place where a bug is recorded.
public struct BugSource: Sendable {
  /// The repository with the commit, file or issue.
  public let place: String
  /// The content of the source, in one line of our own.
  public let says: String

  /// Names a source.
  public init(_ place: String, says: String) {
    self.place = place
    self.says = says
  }
}

/// The part of a bug that its sources say.
public enum BugEvidence: String, CaseIterable, Sendable {
  /// The sources say what went wrong.
  case stated
  /// The sources are terse; the sequence of events is our inference.
  case inferred
  /// Another SDK had it; this is the same rule broken in the SDK that is modelled here.
  case transferred
}

/// A machine with a bug that a public SDK really had.
///
/// It is the machine itself, started from another state: one that remembers which rule it breaks,
/// outside everything that is written down, compared or shown. No event leads to such a state, so
/// no spec, trace or search reaches it, and only a run that begins from it has the bug. The machine
/// runs the same code, compiled once, and pays for one comparison at the rule.
public struct FaultyMachine<Machine: Reducer>: Sendable {
  /// The bug's name in the gallery, and of its files.
  public let name: String
  /// The bug.
  public let bug: RealBug
  /// The state before anything has happened.
  public let installed: Machine.State

  /// Pairs a bug, by this name, with the state that brings it about.
  public init(_ name: String, _ bug: RealBug, installed: Machine.State) {
    self.name = name
    self.bug = bug
    self.installed = installed
  }
}
