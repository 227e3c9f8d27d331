import EventSourcing

/// A machine with two events, for logs that these tests write themselves.
enum Bell: Reducer {
  struct State: StateView {
    func view(_ visitor: inout some ViewVisitor) {}
  }

  enum Event: Vocabulary {
    case rang(door: Int64)
    case answered(door: Int64)

    enum Name: EventName {
      case rang, answered

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .rang: word("rang", "Somebody rang.", .outside, .rang(door: 1))
        case .answered: word("answered", "Somebody opened.", .outside, .answered(door: 1))
        }
      }
    }

    var name: Name {
      switch self {
      case .rang: .rang
      case .answered: .answered
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .rang(let door):
        .rang(door: try visitor("door", door))
      case .answered(let door):
        .answered(door: try visitor("door", door))
      }
    }
  }

  enum Effect: Vocabulary {
    case wait

    enum Name: EffectName {
      case wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        word("wait", "Waits.", .timer, .wait)
      }
    }

    var name: Name { .wait }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect { self }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {}
}
