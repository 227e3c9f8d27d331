import EventSourcing
import Simulation
import Traces

extension Engine {
  /// Prepares to fold the records of a trace; `override` holds instead of the header's readings and
  /// of every `readings_set`.
  public init(_ header: TraceHeader<S.Machine>, override: Override? = nil) {
    self.init(
      at: header.started, profile: header.profile, readings: header.readings,
      config: header.config, override: override)
  }

  /// The hash that a `state` record of `party` holds at `now`.
  public func hash(of party: String, at now: Instant) -> UInt64 {
    viewHash(showing: { visitor in S.view(of: party, in: state, at: now, &visitor) })
  }

  /// The view of `party` as a tree.
  public func view(of party: String, at now: Instant) -> Value {
    var maker = ViewMaker()
    S.view(of: party, in: state, at: now, &maker)
    return .fields(maker.fields)
  }
}
