import EventSourcing
import Simulation
import Traces

/// The claim that no device gets into some state.
public struct StateClaim<S: System>: BisectedClaim {
  public typealias Machine = S.Machine

  /// A state can change back.
  public let staysBroken = false
  /// Effects change no state.
  public let asksEvents = true

  private var engine: Engine<S>
  private let isReached: (Value) -> Bool

  /// The claim about a trace with this header; `isReached` is asked for the view of each device.
  public init(_ header: TraceHeader<S.Machine>, where isReached: @escaping (Value) -> Bool) {
    engine = Engine(header)
    self.isReached = isReached
  }

  /// Folds an event, or goes on from the snapshot with which a trace begins.
  public mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    switch record {
    case .event(let event): engine.fold(event)
    case .snapshot(_, let at, _, let json):
      guard engine.parties.isEmpty, let snapshot = EngineSnapshot<S>(json: json) else { return }
      engine.restore(snapshot, at: at)
    case .effect, .state, .note: break
    }
  }

  /// Whether a device is in the state at `end`.
  public func isBroken(at end: Instant) -> Bool {
    engine.parties.contains { party in
      !party.isBackend && isReached(engine.view(of: party.name, at: end))
    }
  }
}
