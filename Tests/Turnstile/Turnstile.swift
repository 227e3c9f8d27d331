import EventSourcing

/// A gate that opens for coins and cards: every shape of field that a trace can hold.
public enum Turnstile: Reducer {
  public static var initial: TurnstileState { TurnstileState() }

  public static func reduce(
    _ state: inout TurnstileState, _ event: RecordedEvent<TurnstileEvent>,
    into effects: inout Effects<TurnstileEffect>
  ) {
    switch event.event {
    case .readingsSet(_, let readings):
      state.price = readings.price
      state.patience = readings.patience
    case .started(let config):
      if let config { state.name = config.name }
    case .coinInserted(let value, let donor, _):
      state.coins &+= value
      state.donor = donor.value
      if state.coins >= state.price { open(&state, event, &effects) }
    case .cardShown(let card):
      state.requests += 1
      effects.append(.checkCard(request: state.requests, card: card, at: event.at))
    case .cardChecked(_, let status, _):
      if status == 200 {
        open(&state, event, &effects)
      } else {
        effects.append(.refuse(reason: .blocked, names: state.names))
      }
    case .cardCheckFailed:
      effects.append(.refuse(reason: .offline, names: []))
    case .pushed:
      if state.isOpen {
        state.isOpen = false
        state.passed &+= 1
        effects.append(.cancelTimer)
      } else {
        effects.append(.refuse(reason: .closed, names: state.names))
      }
    case .timerFired:
      state.isOpen = false
    }
  }

  private static func open(
    _ state: inout TurnstileState, _ event: RecordedEvent<TurnstileEvent>,
    _ effects: inout Effects<TurnstileEffect>
  ) {
    state.coins = 0
    state.isOpen = true
    effects.append(.open(for: state.name))
    effects.append(.setTimer(due: event.at + state.patience))
  }
}

extension Turnstile {
  public typealias State = TurnstileState
  public typealias Event = TurnstileEvent
  public typealias Effect = TurnstileEffect
  public typealias Config = TurnstileConfig
  public typealias Readings = TurnstileReadings
}

public struct TurnstileState: StateView {
  public var name = "gate"
  public var price: Int64 = 2
  public var patience = TimeSpan.seconds(5)
  public var coins: Int64 = 0
  public var passed: Int64 = 0
  public var requests: Int64 = 0
  public var isOpen = false
  public var donor: Personal?
  var names: [String] { [name, "gate \"\(passed)\""] }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("name", name)
    visitor.field("price", price)
    visitor.field("patience", patience)
    visitor.field("coins", coins)
    visitor.field("passed", passed)
    visitor.field("requests", requests)
    visitor.field("open", isOpen)
    visitor.field("donor", donor)
  }
}

public struct TurnstileConfig: Record {
  public var name: String
  public var wait: TimeSpan

  public init(name: String, wait: TimeSpan) {
    self.name = name
    self.wait = wait
  }

  public static var sample: TurnstileConfig { TurnstileConfig(name: "gate", wait: .seconds(30)) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> TurnstileConfig {
    TurnstileConfig(name: try visitor("name", name), wait: try visitor("wait", wait))
  }
}

public struct TurnstileReadings: Record {
  public var price: Int64
  public var patience: TimeSpan

  public init(price: Int64, patience: TimeSpan) {
    self.price = price
    self.patience = patience
  }

  public static var sample: TurnstileReadings {
    TurnstileReadings(price: 2, patience: .seconds(5))
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> TurnstileReadings {
    TurnstileReadings(
      price: try visitor("price", price), patience: try visitor("patience", patience))
  }
}
