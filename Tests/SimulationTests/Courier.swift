import EventSourcing
import Simulation

/// A small machine to drive the world with: it sends parcels, waits for receipts and reminds.
enum Courier: Reducer {
  struct State: StateView {
    var sent: Int64 = 0
    var received: [String] = []

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("sent", sent)
      visitor.field("received", received)
    }
  }

  enum Event: ShortVocabulary {
    case started, stopped, asked
    case answered(request: Int64, status: Int64)
    case failed(request: Int64, reason: NetworkFailure)
    case reminded(after: TimeSpan)
    case rang(name: String)
    case arrived(from: String, request: Int64)
    case cut, mended, muffled

    enum Name: CaseText, EventName {
      case started, stopped, asked, answered, failed, reminded, rang, arrived, cut, mended, muffled

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .started: word("The process began.", .processStart, .started)
        case .stopped: word("The process ended.", .processEnd(by: .system), .stopped)
        case .asked: word("The user wants a parcel sent.", .outside, .asked)
        case .answered: word("A receipt came.", .inside, .answered(request: 1, status: 200))
        case .failed: word("No receipt came.", .inside, .failed(request: 1, reason: .offline))
        case .reminded: word("The user wants a reminder.", .outside, .reminded(after: .zero))
        case .rang: word("The reminder fell due.", .inside, .rang(name: ""))
        case .arrived: word("A parcel reached the depot.", .inside, .arrived(from: "", request: 1))
        case .cut: word("The network went.", .network(.lost), .cut)
        case .mended: word("The network came back.", .network(.restored), .mended)
        case .muffled: word("The next receipt is lost.", .network(.answerLost), .muffled)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .answered(let request, let status):
        try v(.answered, Event.answered, ("request", request), ("status", status))
      case .failed(let request, let reason):
        try v(.failed, Event.failed, ("request", request), ("reason", reason))
      case .reminded(let after): try v(.reminded, Event.reminded, ("after", after))
      case .rang(let name): try v(.rang, Event.rang, ("name", name))
      case .arrived(let from, let request):
        try v(.arrived, Event.arrived, ("from", from), ("request", request))
      case .started: v(.started, self)
      case .stopped: v(.stopped, self)
      case .asked: v(.asked, self)
      case .cut: v(.cut, self)
      case .mended: v(.mended, self)
      case .muffled: v(.muffled, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case send(request: Int64)
    case remind(due: Instant)
    case confirm(to: String, request: Int64)

    enum Name: CaseText, EffectName {
      case send, remind, confirm

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .send: word("Send a parcel.", .request, .send(request: 1))
        case .remind: word("Set the reminder.", .timer, .remind(due: .sample))
        case .confirm: word("Send a receipt.", .request, .confirm(to: "", request: 1))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .send(let request): try v(.send, Effect.send, ("request", request))
      case .remind(let due): try v(.remind, Effect.remind, ("due", due))
      case .confirm(let to, let request):
        try v(.confirm, Effect.confirm, ("to", to), ("request", request))
      }
    }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .asked:
      state.sent += 1
      effects.append(.send(request: state.sent))
    case .reminded(let after): effects.append(.remind(due: record.at + after))
    case .arrived(let from, let request):
      state.received.append("\(from)/\(request)")
      effects.append(.confirm(to: from, request: request))
    case .answered(let request, let status):
      state.received.append("\(status)#\(request)")
      // A fault of its own: it asks again at once.
      if status == 418 {
        state.sent += 1
        effects.append(.send(request: state.sent))
      }
    case .failed(let request, let reason): state.received.append("\(reason.rawValue)#\(request)")
    case .rang: state.received.append("rang")
    case .started, .stopped, .cut, .mended, .muffled: break
    }
  }
}

enum CourierSystem: System {
  typealias Machine = Courier

  static let name = "courier"
  static let requestKinds = ["parcel"]
  static let backends = ["depot"]

  static func outcome(
    of effect: Courier.Effect, by party: String, in state: Courier.State
  ) -> Outcome<Courier.Event> {
    switch effect {
    case .send(let request):
      .request(
        Request(
          kind: "parcel", id: request, timeout: .seconds(30), recipient: "depot",
          arrival: .arrived(from: party, request: request)))
    case .remind(let due): .wake(timer: "reminder", due: due, event: .rang(name: "reminder"))
    case .confirm(let to, let request):
      .message(Message(to: to, .answered(request: request, status: 200), answers: request))
    }
  }

  static func answered(_ request: Int64, with reply: PlainReply) -> Courier.Event? {
    .answered(request: request, status: reply.status)
  }

  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Courier.Event? {
    .failed(request: request, reason: failure)
  }
}
