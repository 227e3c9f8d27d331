import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  public static func view(
    of party: String, in state: MobilePushWorldState, _ visitor: inout some ViewVisitor
  ) {
    switch party {
    case engagement: visitor.show(state.engagement)
    case pushService: visitor.show(state.pushService)
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
    state.engagement.report(&visitor)
    visitor.field("deliveries", state.pushService.deliveries, "What was delivered, in order.")
  }
}
