import EventSourcing
import Properties
import Simulation

/// A telegraph that gives every message the number 1, and an office that confirms what arrives.
enum Telegraph: SearchableSystem, Reducer {
  typealias Machine = Telegraph

  struct State: StateView {
    var sent: Int64 = 0
    var confirmed: Int64 = 0

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("sent", sent)
      visitor.field("confirmed", confirmed)
    }
  }

  enum Event: ShortVocabulary {
    case started, written
    case arrived(from: String, request: Int64)
    case confirmed(request: Int64, status: Int64)
    case failed(request: Int64, reason: NetworkFailure)

    enum Name: CaseText, EventName {
      case started, written, arrived, confirmed, failed

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .started: word("The process began.", .processStart, .started)
        case .written: word("Somebody wrote a message.", .outside, .written)
        case .arrived: word("It reached the office.", .inside, .arrived(from: "", request: 1))
        case .confirmed: word("The office has it.", .inside, .confirmed(request: 1, status: 200))
        case .failed: word("The line is dead.", .inside, .failed(request: 1, reason: .offline))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .started: v(.started, self)
      case .written: v(.written, self)
      case .arrived(let from, let request):
        try v(.arrived, Event.arrived, ("from", from), ("request", request))
      case .confirmed(let request, let status):
        try v(.confirmed, Event.confirmed, ("request", request), ("status", status))
      case .failed(let request, let reason):
        try v(.failed, Event.failed, ("request", request), ("reason", reason))
      }
    }
  }

  enum Effect: ShortVocabulary {
    case send(request: Int64)
    case confirm(to: String, request: Int64)

    enum Name: CaseText, EffectName {
      case send, confirm

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .send: word("Send a message.", .request, .send(request: 1))
        case .confirm: word("Confirm a message.", .request, .confirm(to: "", request: 1))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .send(let request): try v(.send, Effect.send, ("request", request))
      case .confirm(let to, let request):
        try v(.confirm, Effect.confirm, ("to", to), ("request", request))
      }
    }
  }

  static var name: String { "telegraph" }
  static var initial: State { State() }
  static var requestKinds: [String] { ["message"] }
  static var backends: [String] { ["office"] }

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .written:
      state.sent += 1
      effects.append(.send(request: 1))
    case .arrived(let from, let request): effects.append(.confirm(to: from, request: request))
    case .confirmed: state.confirmed += 1
    case .started, .failed: break
    }
  }

  static func outcome(
    of effect: Effect, by party: String, in state: State
  ) -> Outcome<Event> {
    switch effect {
    case .send(let request):
      .request(
        Request(
          kind: "message", id: request, timeout: .seconds(30), recipient: "office",
          arrival: .arrived(from: party, request: request)))
    case .confirm(let to, let request):
      .message(Message(to: to, .confirmed(request: request, status: 200), answers: request))
    }
  }

  /// The line is busy, and after three messages the day's share is used up.
  static func gates(
    of effect: Effect.Name, by party: String, in state: State, at now: Instant
  ) -> [HeldGate]? {
    guard effect == .send else { return nil }
    return (state.sent > state.confirmed ? [busy] : []) + (state.sent > 2 ? [share] : [])
  }

  static let busy = HeldGate(GateWord("busy", "The line is busy.", []), opens: nil)
  static let share = HeldGate(GateWord("share", "The share is used up.", []), opens: nil)

  static func answered(_ request: Int64, with reply: PlainReply) -> Event? {
    .confirmed(request: request, status: reply.status)
  }

  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Event? {
    .failed(request: request, reason: failure)
  }
}
