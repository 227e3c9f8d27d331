import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A system whose type only its closures know.
///
/// The closures are made where `init` is called with a concrete type: what runs for every record
/// is specialised there, and everything above is compiled once for all systems.
public struct AnySystem: Sendable {
  /// An event or effect as documentation and pages name it.
  public struct Word: Sendable {
    /// The name in YAML and JSON.
    public var name: String
    /// The meaning, in one sentence.
    public var summary: String
  }

  /// The name after `sdk:` in specs and traces.
  public let name: String
  /// The parties other than devices.
  public let backends: [String]
  /// The effects that gates can hold back.
  public let gatedEffects: [String]

  /// Folds the events of a trace and compares every recorded effect and state hash.
  public let replay: @Sendable (ReplayInput, ReplayOptions) throws(Diagnostic) -> ReplayOutcome
  /// Folds the events of a trace and hashes what comes of it.
  public let digest: @Sendable (ReplayInput, ReplayOptions) throws(Diagnostic) -> FoldDigest

  private let words: @Sendable () -> (events: [Word], effects: [Word])
  private let open: @Sendable (ReplayInput, _ lenient: Bool) throws(Diagnostic) -> AnyTraceWalk

  /// Erases the type of a system.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    backends = S.backends
    gatedEffects = S.Machine.Effect.Name.allCases.filter { name in
      let start = Instant(milliseconds: 0)
      return S.gates(of: name, by: soleParty, in: S.Machine.initial, at: start) != nil
    }.map { $0.description }
    words = {
      (
        S.Machine.Event.Name.allCases.map { Word($0) },
        S.Machine.Effect.Name.allCases.map { Word($0) }
      )
    }
    replay = { (input, options) throws(Diagnostic) in
      try Replay.replay(input, as: S.self, options)
    }
    digest = { (input, options) throws(Diagnostic) in try foldDigest(input, as: S.self, options) }
    open = { (input, lenient) throws(Diagnostic) in
      try AnyTraceWalk(input, as: S.self, lenient: lenient)
    }
  }

  /// The events in the order of the documentation.
  public var events: [Word] { words().events }

  /// The effects in the order in which those of one event come.
  public var effects: [Word] { words().effects }

  /// Opens a trace of this system.
  ///
  /// With `lenient`, records of unknown names are passed over.
  public func walk(
    _ input: ReplayInput, lenient: Bool = false
  ) throws(Diagnostic) -> AnyTraceWalk {
    try open(input, lenient)
  }
}

extension AnySystem.Word {
  fileprivate init(_ name: some CaseName) {
    self.init(name: name.description, summary: name.summary.description)
  }
}
