import EventSourcing
import Properties
import Simulation

/// A locker with a code: the wrong one three times in a row keeps it shut for a minute.
enum Locker: Reducer {
  struct State: StateView {
    var code: String?
    var wrong: Int64 = 0
    var isOpen = true
    var shutUntil: Instant?

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("code", code)
      visitor.field("wrong", wrong, "Wrong codes in a row.")
      visitor.field("open", isOpen)
      visitor.field("shut_until", shutUntil, "After three wrong codes.", counts: .future)
    }
  }

  enum Event: ShortVocabulary {
    case doorShut(code: String)
    case codeEntered(code: String)
    case minutePassed

    enum Name: CaseText, EventName {
      case doorShut = "door_shut", codeEntered = "code_entered", minutePassed = "minute_passed"

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .doorShut:
          word(
            "The door was shut with a code of the user's choice.", .outside, .doorShut(code: "1234")
          )
        case .codeEntered: word("A code was entered.", .outside, .codeEntered(code: "1234"))
        case .minutePassed:
          word("The minute after three wrong codes is over.", .inside, .minutePassed)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .doorShut(let code): try v(.doorShut, Event.doorShut, ("code", code))
      case .codeEntered(let code): try v(.codeEntered, Event.codeEntered, ("code", code))
      case .minutePassed: v(.minutePassed, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case openDoor
    case refuse
    case startMinute(until: Instant)

    enum Name: CaseText, EffectName {
      case openDoor = "open_door", refuse, startMinute = "start_minute"

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .openDoor: word("Open the door.", .toApp, .openDoor)
        case .refuse: word("Show that the code was not taken.", .toApp, .refuse)
        case .startMinute: word("Keep shut for a minute.", .timer, .startMinute(until: .sample))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .openDoor: v(.openDoor, self)
      case .refuse: v(.refuse, self)
      case .startMinute(let until): try v(.startMinute, Effect.startMinute, ("until", until))
      }
    }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .doorShut(let code):
      guard state.isOpen else { return }
      state.isOpen = false
      state.code = code
    case .codeEntered(let code):
      guard !state.isOpen else { return }
      guard state.shutUntil == nil, code == state.code else {
        effects.append(.refuse)
        state.wrong += 1
        if state.wrong == 3 {
          let until = record.at + .minutes(1)
          state.shutUntil = until
          effects.append(.startMinute(until: until))
        }
        return
      }
      state.isOpen = true
      state.wrong = 0
      effects.append(.openDoor)
    case .minutePassed:
      state.shutUntil = nil
      state.wrong = 0
    }
  }
}

/// The locker as the tools meet it.
enum LockerSystem: SearchableSystem {
  typealias Machine = Locker

  static let name = "locker"

  static func outcome(
    of effect: Locker.Effect, by party: String, in state: Locker.State
  ) -> Outcome<Locker.Event> {
    switch effect {
    case .openDoor, .refuse: .external
    case .startMinute(let until): .wake(timer: "minute", due: until, event: .minutePassed)
    }
  }
}
