import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  public static func view(
    of party: String, in state: MobilePushWorldState, _ visitor: inout some ViewVisitor
  ) {
    switch party {
    case engagement: visitor.show(state.backend.value.engagement.value)
    case pushService: visitor.show(state.backend.value.pushService.value)
    case _: visitor.show(state.device(party))
    }
  }

  public static func view(
    of party: String, in state: MobilePushWorldState, at now: Instant,
    _ visitor: inout some ViewVisitor
  ) {
    guard !backends.contains(party) else { return view(of: party, in: state, &visitor) }
    visitor.show(state.device(party).at(now))
  }

  public static func backendView(
    in state: MobilePushWorldState, _ visitor: inout some ViewVisitor
  ) {
    let backend = state.backend.value
    backend.engagement.value.report(&visitor)
    visitor.field(
      "deliveries", backend.pushService.value.deliveries, "What was delivered, in order.")
  }
}
