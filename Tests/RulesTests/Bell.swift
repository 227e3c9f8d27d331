import EventSourcing
import Rules

/// A machine with two events, for logs that these tests write themselves.
enum Bell: Reducer {
  struct State: StateView {
    func view(_ visitor: inout some ViewVisitor) {}
  }

  enum Event: ShortVocabulary {
    case rang(door: Int64 = 1)
    case answered(door: Int64 = 1)
    case replaced, repaired

    enum Name: CaseText, EventName {
      case rang, answered, replaced, repaired

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .rang: word("Somebody rang.", .outside, .rang())
        case .answered: word("Somebody opened.", .outside, .answered())
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

/// The second of an event and the party that it happened to.
typealias Happening = (Int64, String, Bell.Event)

/// Holds a rule against events of these seconds.
func book(
  _ rule: Rule, devices: [String] = ["a", "b"], from start: Int64 = 0, until end: Int64 = 1_000,
  _ events: [Happening]
) -> RuleBook<Bell> {
  var log = EventLog<Bell.Event, Bell.Effect>()
  var book = RuleBook<Bell>([rule], devices: devices)
  for (at, party, event) in events {
    _ = log.append(event: event, at: instant(at), party: party, cause: nil)
  }
  for record in log.records { book.observe(record, judged: record.at >= instant(start)) }
  book.finish(at: instant(end))
  return book
}

func instant(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }
