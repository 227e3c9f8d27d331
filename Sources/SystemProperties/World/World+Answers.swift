import EventSourcing
import Platform
import Simulation

extension World {
  /// Whether an answer over a network without faults comes before the transport gives up.
  func answersArrive(within timeout: TimeSpan?) -> Bool {
    let timeout = timeout ?? .defaultRequestTimeout
    return switch answering {
    case .choices: timeout >= .zero
    case .backends(let latency): timeout >= latency
    }
  }
}
