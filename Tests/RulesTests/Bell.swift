import EventSourcing

/// A machine with two events, for logs that these tests write themselves.
enum Bell: Reducer {
  struct State: StateView {
    func view(_ visitor: inout some ViewVisitor) {}
  }

  enum Event: ShortVocabulary {
    case rang(door: Int64)
    case answered(door: Int64)
    case replaced, repaired

    enum Name: CaseText, EventName {
      case rang, answered, replaced, repaired

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .rang: word("Somebody rang.", .outside, .rang(door: 1))
        case .answered: word("Somebody opened.", .outside, .answered(door: 1))
        case .replaced: word("There is a new bell.", .processEnd(by: .reinstallation), .replaced)
        case .repaired: word("The bell is back.", .processEnd(by: .reinstallation), .repaired)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .rang(let door): try v(.rang, Event.rang, ("door", door))
      case .answered(let door): try v(.answered, Event.answered, ("door", door))
      case .replaced: v(.replaced, self)
      case .repaired: v(.repaired, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case wait

    enum Name: CaseText, EffectName {
      case wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        word("Waits.", .timer, .wait)
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      v(.wait, self)
    }
  }

  static let initial = State()

  static func startsOver(with event: Event) -> Bool { event == .replaced }

  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {}
}
