import EventSourcing
import Simulation

/// A machine that is no SDK: a coin unlocks it for one push, or until nobody came for a while.
enum Turnstile: Reducer {
  struct State: StateView {
    var unlocked = false
    var coins: Int64 = 0

    func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
      _ = try visitor("unlocked", unlocked, "Whether the next push gets through.")
      _ = try visitor("coins", coins, "How many coins it holds.")
    }
  }

  enum Event: Vocabulary {
    case coinInserted(value: Int64, currency: String? = nil)
    case armPushed
    case patienceEnded

    static let samples: [Event] = [.coinInserted(value: 1), .armPushed, .patienceEnded]

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .coinInserted(let value, let currency):
        visitor.word("coin_inserted", "Somebody paid.")
        return .coinInserted(
          value: try visitor("value", value, standard: 1),
          currency: try visitor("currency", currency, "As printed on the coin."))
      case .armPushed:
        visitor.word("arm_pushed", "Somebody pushed the arm.")
        return .armPushed
      case .patienceEnded:
        visitor.word("patience_ended", "Nobody came through in time.")
        return .patienceEnded
      }
    }
  }

  enum Effect: Vocabulary {
    case letThrough
    case refuse
    case wait(until: Instant)

    static let samples: [Effect] = [.letThrough, .refuse, .wait(until: .sample)]

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .letThrough:
        visitor.word("let_through", "Let one person through.")
        return .letThrough
      case .refuse:
        visitor.word("refuse", "Hold the arm.")
        return .refuse
      case .wait(let until):
        visitor.word("wait", "Wait for somebody to come through.")
        return .wait(until: try visitor("until", until))
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
