import EventSourcing

/// A machine with two events, for logs that these tests write themselves.
enum Bell: Reducer {
  struct State: StateView {
    func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {}
  }

  enum Event: Vocabulary {
    case rang(door: Int64)
    case answered(door: Int64)

    static let samples: [Event] = [.rang(door: 1), .answered(door: 1)]

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .rang(let door):
        visitor.word("rang", "Somebody rang.")
        return .rang(door: try visitor("door", door))
      case .answered(let door):
        visitor.word("answered", "Somebody opened.")
        return .answered(door: try visitor("door", door))
      }
    }
  }

  enum Effect: Vocabulary {
    case wait

    static let samples: [Effect] = [.wait]

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      visitor.word("wait", "Waits.")
      return .wait
    }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {}
}
