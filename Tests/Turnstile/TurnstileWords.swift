import EventSourcing

public enum TurnstileEvent: Vocabulary {
  case readingsSet(profile: String, readings: TurnstileReadings)
  case started(config: TurnstileConfig?)
  case coinInserted(value: Int64, donor: Nullable<Personal>, remark: AttributeValue?)
  case cardShown(card: Card)
  case cardChecked(request: Int64, status: Int64, extras: TextMap<AttributeValue>)
  case cardCheckFailed(request: Int64, reason: NetworkFailure)
  case pushed
  case timerFired

  public static var samples: [TurnstileEvent] {
    [
      .readingsSet(profile: "", readings: .sample), .started(config: .sample),
      .coinInserted(value: 1, donor: "Ann", remark: "hi"), .cardShown(card: .sample),
      .cardChecked(request: 1, status: 200, extras: ["a": "b"]),
      .cardCheckFailed(request: 1, reason: .offline), .pushed, .timerFired,
    ]
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> TurnstileEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      visitor.word("readings_set", "The harness set the readings.")
      return .readingsSet(
        profile: try visitor("profile", profile), readings: try visitor("readings", readings))
    case .started(let config):
      visitor.word("started", "The gate was switched on.")
      return .started(config: try visitor("config", config))
    case .coinInserted(let value, let donor, let remark):
      visitor.word("coin_inserted", "Somebody paid.")
      return .coinInserted(
        value: try visitor("value", value, standard: 1), donor: try visitor("donor", donor),
        remark: try visitor("remark", remark))
    case .cardShown(let card):
      visitor.word("card_shown", "Somebody held a card to the reader.")
      return .cardShown(card: try visitor("card", card))
    case .cardChecked(let request, let status, let extras):
      visitor.word("card_checked", "The server judged a card.")
      return .cardChecked(
        request: try visitor("request", request), status: try visitor("status", status),
        extras: try visitor("extras", extras))
    case .cardCheckFailed(let request, let reason):
      visitor.word("card_check_failed", "The server was not reached.")
      return .cardCheckFailed(
        request: try visitor("request", request), reason: try visitor("reason", reason))
    case .pushed:
      visitor.word("pushed", "Somebody pushed the arm.")
      return .pushed
    case .timerFired:
      visitor.word("timer_fired", "The gate was open for long enough.")
      return .timerFired
    }
  }
}

public enum TurnstileEffect: Vocabulary {
  case open(for: String)
  case checkCard(request: Int64, card: Card, at: Instant)
  case refuse(reason: Refusal, names: [String])
  case setTimer(due: Instant)
  case cancelTimer

  public static var samples: [TurnstileEffect] {
    [
      .open(for: ""), .checkCard(request: 1, card: .sample, at: .sample),
      .refuse(reason: .closed, names: []), .setTimer(due: .sample), .cancelTimer,
    ]
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> TurnstileEffect {
    switch self {
    case .open(let name):
      visitor.word("open", "Let the next one pass.")
      return .open(for: try visitor("for", name))
    case .checkCard(let request, let card, let at):
      visitor.word("check_card", "Ask the server about a card.")
      return .checkCard(
        request: try visitor("request", request), card: try visitor("card", card),
        at: try visitor("at", at))
    case .refuse(let reason, let names):
      visitor.word("refuse", "Tell them why not.")
      return .refuse(reason: try visitor("reason", reason), names: try visitor("names", names))
    case .setTimer(let due):
      visitor.word("set_timer", "Close later.")
      return .setTimer(due: try visitor("due", due))
    case .cancelTimer:
      visitor.word("cancel_timer", "Forget the timer.")
      return .cancelTimer
    }
  }
}

public enum Refusal: String, Choice { case closed, blocked, offline }

public struct Card: Record {
  public var number: Personal
  public var zones: [Int64]
  public var owner: String?

  public init(number: Personal, zones: [Int64], owner: String?) {
    self.number = number
    self.zones = zones
    self.owner = owner
  }

  public static var sample: Card { Card(number: "1", zones: [], owner: nil) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Card {
    Card(
      number: try visitor("number", number), zones: try visitor("zones", zones),
      owner: try visitor("owner", owner))
  }
}
