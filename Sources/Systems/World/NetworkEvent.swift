import EventSourcing

/// The events of the network between one device and the backends of a simulated world, in the order
/// of the documentation; they hold nothing but their names.
///
/// The machines do not see it: a device is notified by an event of its own, or not at all.
public enum NetworkEvent: CaseText, EventName, Vocabulary {
  case networkLost = "network_lost", networkRestored = "network_restored"
  case answerLost = "answer_lost"

  public func word<Made>(_ word: EventWord<NetworkEvent, Made>) -> Made {
    switch self {
    case .networkLost:
      word("The device can reach no backend from now on.", .network(.lost), .networkLost)
    case .networkRestored:
      word("The device can reach the backends again.", .network(.restored), .networkRestored)
    case .answerLost:
      word(
        "The next answer to the device gets lost on its way.", .network(.answerLost), .answerLost)
    }
  }

  public var name: NetworkEvent { self }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NetworkEvent { self }
}

/// The effects of a network: none, and no names.
public enum NetworkEffect: EffectName, Vocabulary {
  public var text: StaticString { switch self {} }

  public func word<Made>(_ word: EffectWord<NetworkEffect, Made>) -> Made { switch self {} }

  public var name: NetworkEffect { switch self {} }

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> Self { switch self {} }
}
