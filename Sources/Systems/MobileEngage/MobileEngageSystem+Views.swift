import EventSourcing
import MobileEngage
import Simulation

extension MobileEngageSystem {
  public static func view(
    of party: String, in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    if party == backend {
      visitor.show(state.backend.value)
    } else {
      visitor.show(state.device(party))
    }
  }

  public static func backendView(
    in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    state.backend.value.report(&visitor)
  }
}
