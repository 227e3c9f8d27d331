import EventSourcing
import Simulation

/// The weights of one run's actions, drawn before it begins.
struct RunMix<S: SearchableSystem>: Sendable {
  /// The number of moves of the run.
  let moves: Int
  /// The moves of a device whose process runs, or of a backend.
  let events: Weights<Move>
  /// The inputs that start a process.
  let starts: [Input]
  /// The weights of the ways in which time passes between two moves.
  let times: Weights<TimeDraw.Kind>
  /// The share of an event's optional fields that have a value, as one in this many; 0 where none
  /// has.
  let presence: Int64
  /// Whether processes start with what has changed since the last time.
  let hasNewSettings: Bool
  /// Whether something may come before what is due at the same instant.
  let hasTies: Bool
  /// Whether nothing is drawn that makes no sense.
  let isSensible: Bool
  /// The values from which fields are drawn.
  let pools: InventorPools

  /// Something that may happen.
  typealias Input = SearchedInput<S.Machine.Event>

  /// One thing that a move can be; indirect, so that a draw does not copy an event.
  indirect enum Move: Sendable {
    /// An event to any device, or to the backend of this name.
    case event(Input, backend: String?)
    /// An answer to a request that was answered or given up before.
    case staleAnswer
  }

  /// Draws from `inputs`, or from the whole vocabulary where none are chosen; events that are not
  /// searched are left out.
  init(
    _ inputs: [Input]?, of vocabulary: [Input], _ allowed: [FaultKind], isSimulated: Bool,
    _ stream: inout RandomStream
  ) {
    // Some faults show after a long life alone.
    let isLong = stream.below(200) == 0
    moves = isLong ? 3_000 : stream.pick([4, 8, 16, 30, 30, 60, 60, 120, 300])
    // What the machine has no event for is not drawn: new kinds leave other machines' runs alone.
    let possible = allowed.filter { kind in
      kind != .reinstallation || vocabulary.contains { $0.name.role.fault == kind }
    }
    let drawn = possible.filter { _ in stream.chance(perThousand: 600) }
    let candidates = inputs ?? vocabulary
    starts = candidates.filter { $0.name.role == .processStart }
    let searched = candidates.filter { S.isSearched($0.sample, isSimulated: isSimulated) }
    var moves = searched.compactMap { input in
      RunMix.move(input, isChosen: inputs != nil, isSimulated: isSimulated, drawn, allowed)
    }
    let isAnswered = !isSimulated || !S.requestKinds.isEmpty
    if drawn.contains(.staleAnswer), isAnswered { moves.append(.staleAnswer) }
    events = .swarm(
      moves,
      weight: { if case .event(let input, _) = $0 { S.weight(of: input.name) } else { 1 } },
      &stream)
    times = .swarm(TimeDraw.Kind.allCases, &stream)
    presence = stream.pick([0, 10, 4, 2])
    hasNewSettings = drawn.contains(.newSettings)
    hasTies = drawn.contains(.ties)
    isSensible = stream.below(4) > 0
    // Words that need each other meet where there are few of them.
    let all = S.searchedPools
    pools = stream.below(2) == 0 ? all : all.narrowed(by: &stream)
  }

  private static func move(
    _ input: Input, isChosen: Bool, isSimulated: Bool, _ drawn: [FaultKind],
    _ allowed: [FaultKind]
  ) -> Move? {
    switch input.name.role {
    case .outside, .processStart: return .event(input, backend: nil)
    case .processEnd(by: .reinstallation):
      return drawn.contains(.reinstallation) ? .event(input, backend: nil) : nil
    case .processEnd: return allowed.contains(.processEnd) ? .event(input, backend: nil) : nil
    case .network, .backendDevice:
      return isSimulated && drawn.contains(.network) ? .event(input, backend: nil) : nil
    case .backend: return isSimulated ? .event(input, backend: S.backend(of: input.sample)) : nil
    case .inside: return isChosen ? .event(input, backend: nil) : nil
    case .harness, .backendSettings: return nil
    }
  }
}
