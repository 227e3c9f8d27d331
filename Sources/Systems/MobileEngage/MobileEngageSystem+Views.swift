import EventSourcing
import MobileEngage
import Simulation

extension MobileEngageSystem {
  public static func view<V: Visitor>(
    of party: String, in state: MobileEngageWorldState, _ visitor: inout V
  ) throws(V.Failure) {
    if party == backend {
      try state.backend.view(&visitor)
    } else {
      try state.device(party).view(&visitor)
    }
  }

  public static func backendView<V: Visitor>(
    in state: MobileEngageWorldState, _ visitor: inout V
  ) throws(V.Failure) {
    try state.backend.report(&visitor)
  }
}
