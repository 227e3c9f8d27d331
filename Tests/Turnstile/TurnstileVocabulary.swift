import EventSourcing

public enum TurnstileEvent: ShortVocabulary {
  case readingsSet(profile: String, readings: TurnstileReadings)
  case started(config: TurnstileConfig?)
  case coinInserted(value: Int64, donor: Nullable<Personal>, remark: AttributeValue?)
  case cardShown(card: Card)
  case cardChecked(request: Int64, status: Int64, extras: TextMap<AttributeValue>)
  case cardCheckFailed(request: Int64, reason: NetworkFailure)
  case pushed
  case timerFired

  public enum Name: CaseText, EventName {
    case readingsSet = "readings_set", started, coinInserted = "coin_inserted"
    case cardShown = "card_shown", cardChecked = "card_checked"
    case cardCheckFailed = "card_check_failed", pushed, timerFired = "timer_fired"

    public func word<Made>(_ word: EventWord<TurnstileEvent, Made>) -> Made {
      switch self {
      case .readingsSet:
        word(
          "The harness set the readings.", .harness, .readingsSet(profile: "", readings: .sample))
      case .started: word("The gate was switched on.", .processStart, .started(config: .sample))
      case .coinInserted:
        word("Somebody paid.", .outside, .coinInserted(value: 1, donor: "Ann", remark: "hi"))
      case .cardShown:
        word("Somebody held a card to the reader.", .outside, .cardShown(card: .sample))
      case .cardChecked:
        word(
          "The server judged a card.", .inside,
          .cardChecked(request: 1, status: 200, extras: ["a": "b"]))
      case .cardCheckFailed:
        word("The server was not reached.", .inside, .cardCheckFailed(request: 1, reason: .offline))
      case .pushed: word("Somebody pushed the arm.", .outside, .pushed)
      case .timerFired: word("The gate was open for long enough.", .inside, .timerFired)
      }
    }
  }

  public static let requestField: String = "check"

  public func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Self> {
    switch self {
    case .readingsSet(let profile, let readings):
      try v(.readingsSet, Self.readingsSet, ("profile", profile), ("readings", readings))
    case .started(let config): try v(.started, Self.started, ("config", config))
    case .coinInserted(let value, let donor, let remark):
      v(
        .coinInserted,
        .coinInserted(
          value: try v("value", value, default: 1), donor: try v("donor", donor),
          remark: try v("remark", remark)))
    case .cardShown(let card): try v(.cardShown, Self.cardShown, ("card", card))
    case .cardChecked(let request, let status, let extras):
      try v(
        .cardChecked, Self.cardChecked, ("check", request), ("status", status), ("extras", extras))
    case .cardCheckFailed(let request, let reason):
      try v(.cardCheckFailed, Self.cardCheckFailed, ("check", request), ("reason", reason))
    case .pushed: v(.pushed, self)
    case .timerFired: v(.timerFired, self)
    }
  }
}

public enum TurnstileEffect: ShortVocabulary {
  case open(for: String)
  case checkCard(request: Int64, card: Card, at: Instant)
  case refuse(reason: Refusal, names: [String])
  case setTimer(due: Instant)
  case cancelTimer

  public enum Name: CaseText, EffectName {
    case open, checkCard = "check_card", refuse, setTimer = "set_timer"
    case cancelTimer = "cancel_timer"

    public func word<Made>(_ word: EffectWord<TurnstileEffect, Made>) -> Made {
      switch self {
      case .open: word("Let the next one pass.", .toApp, .open(for: ""))
      case .checkCard:
        word(
          "Ask the server about a card.", .request,
          .checkCard(request: 1, card: .sample, at: .sample))
      case .refuse: word("Tell them why not.", .toApp, .refuse(reason: .closed, names: []))
      case .setTimer: word("Close later.", .timer, .setTimer(due: .sample))
      case .cancelTimer: word("Forget the timer.", .timer, .cancelTimer)
      }
    }
  }

  public static let requestField: String = "check"

  public func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Self> {
    switch self {
    case .open(let name): try v(.open, Self.open, ("for", name))
    case .checkCard(let request, let card, let at):
      try v(.checkCard, Self.checkCard, ("check", request), ("card", card), ("at", at))
    case .refuse(let reason, let names):
      try v(.refuse, Self.refuse, ("reason", reason), ("names", names))
    case .setTimer(let due): try v(.setTimer, Self.setTimer, ("due", due))
    case .cancelTimer: v(.cancelTimer, self)
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
