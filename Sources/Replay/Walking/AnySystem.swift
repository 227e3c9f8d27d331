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
  /// The names of the effects that gates can hold back.
  public let gatedEffects: [String]
  /// The requirements behind the fields of the state of a device, and of all for backends.
  public let requirements: FieldRequirements

  /// Finds the gates that can hold an effect back, by its name; none for one without gates.
  public let gateWords: @Sendable (_ effect: String) -> [GateWord]
  /// Folds the events of a trace and compares every recorded effect and state hash.
  public let replay: @Sendable (ReplayInput, ReplayOptions) throws(Diagnostic) -> ReplayOutcome
  /// Opens a trace that is folded under these options.
  let open: @Sendable (ReplayInput, ReplayOptions) throws(Diagnostic) -> AnyTraceWalk

  private let words: @Sendable () -> (events: [Word], effects: [Word])

  /// Erases the type of a system.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    backends = S.backends
    requirements = S.requirements
    gatedEffects = S.gatedEffects.map { $0.description }
    gateWords = { name in
      S.Machine.Effect.Name.allCases.filter { $0.description == name }.flatMap(S.gateWords)
    }
    words = {
      (
        S.Machine.Event.Name.allCases.map { Word($0) },
        S.Machine.Effect.Name.allCases.map { Word($0) }
      )
    }
    replay = { (input, options) throws(Diagnostic) in
      try Replay.replay(input, as: S.self, options)
    }
    open = { (input, options) throws(Diagnostic) in
      try AnyTraceWalk(input, as: S.self, options, judges: false)
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
    var options = ReplayOptions()
    options.lenient = lenient
    return try open(input, options)
  }
}

extension System {
  /// The names of the effects that gates can hold back.
  static var gatedEffects: [Machine.Effect.Name] {
    let start = Instant(milliseconds: 0)
    return Machine.Effect.Name.allCases.filter {
      gates(of: $0, by: soleParty, in: Machine.initial, at: start) != nil
    }
  }
}

extension AnySystem.Word {
  fileprivate init(_ name: some CaseName) {
    self.init(name: name.description, summary: name.summary.description)
  }
}
