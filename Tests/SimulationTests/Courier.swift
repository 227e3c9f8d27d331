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

  enum Event: Vocabulary {
    case started, stopped, asked
    case answered(request: Int64, status: Int64)
    case failed(request: Int64, reason: NetworkFailure)
    case reminded(after: TimeSpan)
    case rang(name: String)
    case arrived(from: String, request: Int64)
    case cut, mended, muffled

    enum Name: EventName {
      case started, stopped, asked, answered, failed, reminded, rang, arrived, cut, mended, muffled

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .started: word("started", "The process began.", .processStart, .started)
        case .stopped: word("stopped", "The process ended.", .processEnd(byUser: false), .stopped)
        case .asked: word("asked", "The user wants a parcel sent.", .outside, .asked)
        case .answered:
          word("answered", "A receipt came.", .inside, .answered(request: 1, status: 200))
        case .failed:
          word("failed", "No receipt came.", .inside, .failed(request: 1, reason: .offline))
        case .reminded:
          word("reminded", "The user wants a reminder.", .outside, .reminded(after: .zero))
        case .rang: word("rang", "The reminder fell due.", .inside, .rang(name: ""))
        case .arrived:
          word("arrived", "A parcel reached the depot.", .inside, .arrived(from: "", request: 1))
        case .cut: word("cut", "The network went.", .network(.lost), .cut)
        case .mended: word("mended", "The network came back.", .network(.restored), .mended)
        case .muffled: word("muffled", "The next receipt is lost.", .network(.answerLost), .muffled)
        }
      }
    }

    var name: Name {
      switch self {
      case .started: .started
      case .stopped: .stopped
      case .asked: .asked
      case .answered: .answered
      case .failed: .failed
      case .reminded: .reminded
      case .rang: .rang
      case .arrived: .arrived
      case .cut: .cut
      case .mended: .mended
      case .muffled: .muffled
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .answered(let request, let status):
        .answered(
          request: try visitor("request", request), status: try visitor("status", status))
      case .failed(let request, let reason):
        .failed(
          request: try visitor("request", request), reason: try visitor("reason", reason))
      case .reminded(let after):
        .reminded(after: try visitor("after", after))
      case .rang(let name):
        .rang(name: try visitor("name", name))
      case .arrived(let from, let request):
        .arrived(from: try visitor("from", from), request: try visitor("request", request))
      case .started, .stopped, .asked, .cut, .mended, .muffled: self
      }
    }
  }

  enum Effect: Vocabulary {
    case send(request: Int64)
    case remind(due: Instant)
    case confirm(to: String, request: Int64)

    enum Name: EffectName {
      case send, remind, confirm

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .send: word("send", "Send a parcel.", .request, .send(request: 1))
        case .remind: word("remind", "Set the reminder.", .timer, .remind(due: .sample))
        case .confirm: word("confirm", "Send a receipt.", .request, .confirm(to: "", request: 1))
        }
      }
    }

    var name: Name {
      switch self {
      case .send: .send
      case .remind: .remind
      case .confirm: .confirm
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .send(let request):
        .send(request: try visitor("request", request))
      case .remind(let due):
        .remind(due: try visitor("due", due))
      case .confirm(let to, let request):
        .confirm(to: try visitor("to", to), request: try visitor("request", request))
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
