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

  enum Event: Vocabulary {
    case coinInserted(value: Int64, currency: String? = nil)
    case armPushed
    case patienceEnded

    enum Name: EventName {
      case coinInserted, armPushed, patienceEnded

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .coinInserted:
          word("coin_inserted", "Somebody paid.", .outside, .coinInserted(value: 1))
        case .armPushed: word("arm_pushed", "Somebody pushed the arm.", .outside, .armPushed)
        case .patienceEnded:
          word("patience_ended", "Nobody came through in time.", .inside, .patienceEnded)
        }
      }
    }

    var name: Name {
      switch self {
      case .coinInserted: .coinInserted
      case .armPushed: .armPushed
      case .patienceEnded: .patienceEnded
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .coinInserted(let value, let currency):
        .coinInserted(
          value: try visitor("value", value, default: 1),
          currency: try visitor("currency", currency, "As printed on the coin."))
      case .armPushed, .patienceEnded: self
      }
    }
  }

  enum Effect: Vocabulary {
    case letThrough
    case refuse
    case wait(until: Instant)

    enum Name: EffectName {
      case letThrough, refuse, wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .letThrough: word("let_through", "Let one person through.", .toApp, .letThrough)
        case .refuse: word("refuse", "Hold the arm.", .toApp, .refuse)
        case .wait:
          word("wait", "Wait for somebody to come through.", .timer, .wait(until: .sample))
        }
      }
    }

    var name: Name {
      switch self {
      case .letThrough: .letThrough
      case .refuse: .refuse
      case .wait: .wait
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .wait(let until):
        .wait(until: try visitor("until", until))
      case .letThrough, .refuse: self
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
