import EventSourcing
import Simulation

/// What one run draws often, seldom or never, drawn before it begins.
struct RunMix<S: SearchableSystem>: Sendable {
  /// How many moves the run has.
  let moves: Int
  /// What happens to a device whose process runs, or to a backend, a sample of each event.
  let events: Weights<Move>
  /// What starts a process.
  let starts: [S.Machine.Event]
  /// How time passes between two moves.
  let times: Weights<TimeDraw.Kind>
  /// Of so many optional fields of an event one has a value; none with 0.
  let presence: Int64
  /// Whether processes start with what has changed since the last time.
  let hasNewSettings: Bool
  /// Whether something may come before what is due at the same instant.
  let hasTies: Bool

  /// One thing that a move can be.
  enum Move: Sendable {
    /// An event like this sample, to any device or to the backend of this name.
    case event(S.Machine.Event, backend: String?)
    /// An answer to a request that was answered or given up before.
    case staleAnswer
  }

  init(_ allowed: [FaultKind], isSimulated: Bool, _ stream: inout RandomStream) {
    // Some faults show after a long life alone.
    let isLong = stream.below(200) == 0
    moves = isLong ? 3_000 : stream.pick([4, 8, 16, 30, 30, 60, 60, 120, 300])
    let drawn = allowed.filter { _ in stream.chance(perThousand: 600) }
    let all = S.Machine.Event.samples
    starts = all.filter { S.role(of: $0) == .processStart }
    var moves = all.compactMap { sample in
      RunMix.move(sample, isSimulated: isSimulated, drawn, allowed)
    }
    if drawn.contains(.staleAnswer), !isSimulated || !S.requestKinds.isEmpty {
      moves.append(.staleAnswer)
    }
    events = .swarm(moves, &stream)
    times = .swarm(TimeDraw.Kind.allCases, &stream)
    presence = stream.pick([0, 10, 4, 2])
    hasNewSettings = drawn.contains(.newSettings)
    hasTies = drawn.contains(.ties)
  }

  private static func move(
    _ sample: S.Machine.Event, isSimulated: Bool, _ drawn: [FaultKind], _ allowed: [FaultKind]
  ) -> Move? {
    if !S.isSearched(sample, isSimulated: isSimulated) { return nil }
    switch S.role(of: sample) {
    case .outside, .processStart: return .event(sample, backend: nil)
    case .processEnd: return allowed.contains(.processEnd) ? .event(sample, backend: nil) : nil
    case .network, .backendDevice:
      return isSimulated && drawn.contains(.network) ? .event(sample, backend: nil) : nil
    case .backend: return isSimulated ? .event(sample, backend: S.backend(of: sample)) : nil
    case .inside, .harness, .backendSettings: return nil
    }
  }
}
