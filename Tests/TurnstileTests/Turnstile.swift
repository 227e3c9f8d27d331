import EventSourcing
import Simulation

/// A machine that is no SDK: a coin unlocks it for one push, or until nobody came for a while.
enum Turnstile: Reducer {
  struct State: StateView {
    var unlocked = false
    var coins: Int64 = 0

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("unlocked", unlocked, "Whether the next push gets through.")
      visitor.field("coins", coins, "How many coins it holds.")
    }
  }

  enum Event: ShortVocabulary {
    case coinInserted(value: Int64, currency: String? = nil)
    case armPushed
    case patienceEnded

    enum Name: CaseText, EventName {
      case coinInserted = "coin_inserted", armPushed = "arm_pushed"
      case patienceEnded = "patience_ended"

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .coinInserted: word("Somebody paid.", .outside, .coinInserted(value: 1))
        case .armPushed: word("Somebody pushed the arm.", .outside, .armPushed)
        case .patienceEnded: word("Nobody came through in time.", .inside, .patienceEnded)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .coinInserted(let value, let currency):
        v(
          .coinInserted,
          .coinInserted(
            value: try v("value", value, default: 1),
            currency: try v("currency", currency, "As printed on the coin.")))
      case .armPushed: v(.armPushed, self)
      case .patienceEnded: v(.patienceEnded, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case letThrough
    case refuse
    case wait(until: Instant)

    enum Name: CaseText, EffectName {
      case letThrough = "let_through", refuse, wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .letThrough: word("Let one person through.", .toApp, .letThrough)
        case .refuse: word("Hold the arm.", .toApp, .refuse)
        case .wait: word("Wait for somebody to come through.", .timer, .wait(until: .sample))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .wait(let until): try v(.wait, Effect.wait, ("until", until))
      case .letThrough: v(.letThrough, self)
      case .refuse: v(.refuse, self)
      }
    }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .coinInserted(let value, _):
      state.unlocked = true
      state.coins &+= value
      effects.append(.wait(until: record.at + .minutes(1)))
    case .armPushed:
      effects.append(state.unlocked ? .letThrough : .refuse)
      state.unlocked = false
    case .patienceEnded:
      state.unlocked = false
    }
  }
}
