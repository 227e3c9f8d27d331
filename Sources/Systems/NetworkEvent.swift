import EventSourcing
import Simulation

/// What happens to the network between one device and the backends of a simulated world.
///
/// The machines do not see it: a device is told by an event of its own, or not at all.
public enum NetworkEvent: Vocabulary {
  /// The device can reach nobody; what is open fails at once.
  case networkLost
  /// The device can reach the backends again.
  case networkRestored
  /// The next answer to the device gets lost on its way.
  case answerLost

  public static let samples: [NetworkEvent] = [.networkLost, .networkRestored, .answerLost]

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NetworkEvent {
    switch self {
    case .networkLost:
      visitor.word("network_lost", "The device can reach nobody from now on.")
    case .networkRestored:
      visitor.word("network_restored", "The device can reach the backends again.")
    case .answerLost:
      visitor.word("answer_lost", "The next answer to the device gets lost on its way.")
    }
    return self
  }

  /// What it means to the world.
  var change: NetworkChange {
    switch self {
    case .networkLost: .lost
    case .networkRestored: .restored
    case .answerLost: .answerLost
    }
  }
}
