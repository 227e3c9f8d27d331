import EventSourcing
import Simulation

/// What happens to the network between one device and the backends of a simulated world.
///
/// The machines do not see it: a device is notified by an event of its own, or not at all.
public enum NetworkEvent: Vocabulary {
  /// The device can reach no backend; open requests fail at once.
  case networkLost
  /// The device can reach the backends again.
  case networkRestored
  /// The next answer to the device gets lost on its way.
  case answerLost

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case networkLost, networkRestored, answerLost

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .networkLost: ("network_lost", "The device can reach no backend from now on.")
      case .networkRestored: ("network_restored", "The device can reach the backends again.")
      case .answerLost: ("answer_lost", "The next answer to the device gets lost on its way.")
      }
    }
  }

  public var name: Name {
    switch self {
    case .networkLost: .networkLost
    case .networkRestored: .networkRestored
    case .answerLost: .answerLost
    }
  }

  public static func sample(of name: Name) -> NetworkEvent {
    switch name {
    case .networkLost: .networkLost
    case .networkRestored: .networkRestored
    case .answerLost: .answerLost
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NetworkEvent { self }

  /// What it means to the world.
  var change: NetworkChange {
    switch self {
    case .networkLost: .lost
    case .networkRestored: .restored
    case .answerLost: .answerLost
    }
  }
}
