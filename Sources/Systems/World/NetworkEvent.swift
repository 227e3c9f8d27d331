import EventSourcing

/// What happens to the network between one device and the backends of a simulated world.
///
/// The machines do not see it: a device is notified by an event of its own, or not at all.
public enum NetworkEvent: Vocabulary {
  case networkLost, networkRestored, answerLost

  /// The names of the events, in the order of the documentation.
  public enum Name: EventName {
    case networkLost, networkRestored, answerLost

    public func word<Made>(_ word: EventWord<NetworkEvent, Made>) -> Made {
      switch self {
      case .networkLost:
        word(
          "network_lost", "The device can reach no backend from now on.", .network(.lost),
          .networkLost)
      case .networkRestored:
        word(
          "network_restored", "The device can reach the backends again.", .network(.restored),
          .networkRestored)
      case .answerLost:
        word(
          "answer_lost", "The next answer to the device gets lost on its way.",
          .network(.answerLost), .answerLost)
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

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NetworkEvent { self }
}

/// What a network orders: nothing.
public enum NetworkEffect: Vocabulary {
  /// No names.
  public enum Name: EffectName {
    public func word<Made>(_ word: EffectWord<NetworkEffect, Made>) -> Made { switch self {} }
  }

  public var name: Name { switch self {} }

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> Self { switch self {} }
}
