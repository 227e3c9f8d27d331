import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  public static func view<V: Visitor>(
    of party: String, in state: MobilePushWorldState, _ visitor: inout V
  ) throws(V.Failure) {
    switch party {
    case engagement: try state.engagement.view(&visitor)
    case pushService: try state.pushService.view(&visitor)
    case _: try state.device(party).view(&visitor)
    }
  }

  public static func view<V: Visitor>(
    of party: String, in state: MobilePushWorldState, at now: Instant, _ visitor: inout V
  ) throws(V.Failure) {
    guard !backends.contains(party) else { return try view(of: party, in: state, &visitor) }
    try state.device(party).at(now).view(&visitor)
  }

  public static func backendView<V: Visitor>(
    in state: MobilePushWorldState, _ visitor: inout V
  ) throws(V.Failure) {
    try state.engagement.report(&visitor)
    _ = try visitor("deliveries", state.pushService.deliveries, "What was delivered, in order.")
  }
}
