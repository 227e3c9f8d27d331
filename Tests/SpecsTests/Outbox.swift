import EventSourcing
import Simulation

/// A small machine for these tests: notes are kept and reported a while after the first one.
enum Outbox: Reducer {
  struct State: StateView {
    var notes = TextMap<AttributeValue>()
    var delay = TimeSpan.minutes(1)
    var launched = false
    var pending = false
    var nextRequest: Int64 = 1
    var failures: Int64 = 0
    var lastSent: Instant?

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("notes", notes)
      visitor.field("pending", pending)
      visitor.field("failures", failures)
      visitor.field("last_sent", lastSent)
    }
  }

  struct Readings: Record {
    var delay = TimeSpan.minutes(1)
    var eager = false

    static var sample: Readings { Readings() }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Readings {
      Readings(
        delay: try visitor("delay", delay, default: .minutes(1)),
        eager: try visitor("eager", eager, default: false))
    }
  }

  enum Timer: String, Choice { case report }

  enum Event: ShortVocabulary {
    case readingsSet(readings: Readings)
    case launched
    case stopped
    case noteSet(key: Nullable<String>, value: Nullable<AttributeValue>)
    case responseReceived(request: Int64, status: Int64)
    case requestFailed(request: Int64, reason: NetworkFailure)
    case timerFired(timer: Timer)
  }

  enum Effect: ShortVocabulary {
    case greet
    case sendReport(request: Int64, notes: TextMap<AttributeValue>)
    case setTimer(timer: Timer, due: Instant)
  }

  static var initial: State { State() }

  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch event.event {
    case .readingsSet(let readings):
      state.delay = readings.eager ? .zero : readings.delay
    case .launched:
      state.launched = true
      effects.append(.greet)
    case .stopped:
      state.launched = false
    case .noteSet(let key, let value):
      guard let key = key.value, let value = value.value, state.notes[key] != value else { return }
      state.notes[key] = value
      if state.pending { return }
      state.pending = true
      effects.append(.setTimer(timer: .report, due: event.at + state.delay))
    case .timerFired:
      effects.append(.sendReport(request: state.nextRequest, notes: state.notes))
      state.nextRequest += 1
      state.lastSent = event.at
    case .responseReceived(_, let status):
      if status < 300 {
        state.pending = false
        state.failures = 0
      } else {
        retry(&state, event.at, &effects)
      }
    case .requestFailed:
      retry(&state, event.at, &effects)
    }
  }

  private static func retry(
    _ state: inout State, _ now: Instant, _ effects: inout Effects<Effect>
  ) {
    state.failures += 1
    effects.append(.setTimer(timer: .report, due: now + .minutes(1 << (state.failures - 1))))
  }
}

extension Outbox.Event {
  enum Name: CaseText, EventName {
    case readingsSet = "readings_set", launched, stopped, noteSet = "note_set"
    case responseReceived = "response_received", requestFailed = "request_failed"
    case timerFired = "timer_fired"

    func word<Made>(_ word: EventWord<Outbox.Event, Made>) -> Made {
      switch self {
      case .readingsSet:
        word("The harness set the readings.", .harness, .readingsSet(readings: .sample))
      case .launched: word("The app started.", .processStart, .launched)
      case .stopped: word("The app ended.", .processEnd(by: .system), .stopped)
      case .noteSet:
        word("The app noted something.", .outside, .noteSet(key: "city", value: "Oslo"))
      case .responseReceived:
        word("A report was answered.", .inside, .responseReceived(request: 1, status: 201))
      case .requestFailed:
        word("A report was not answered.", .inside, .requestFailed(request: 1, reason: .offline))
      case .timerFired: word("A timer fell due.", .inside, .timerFired(timer: .report))
      }
    }
  }

  func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Self> {
    switch self {
    case .readingsSet(let readings):
      try v(.readingsSet, Self.readingsSet, ("readings", readings))
    case .launched: v(.launched, self)
    case .stopped: v(.stopped, self)
    case .noteSet(let key, let value):
      try v(.noteSet, Self.noteSet, ("key", key), ("value", value))
    case .responseReceived(let request, let status):
      try v(.responseReceived, Self.responseReceived, ("request", request), ("status", status))
    case .requestFailed(let request, let reason):
      try v(.requestFailed, Self.requestFailed, ("request", request), ("reason", reason))
    case .timerFired(let timer): try v(.timerFired, Self.timerFired, ("timer", timer))
    }
  }
}

extension Outbox.Effect {
  enum Name: CaseText, EffectName {
    case greet, sendReport = "send_report", setTimer = "set_timer"

    func word<Made>(_ word: EffectWord<Outbox.Effect, Made>) -> Made {
      switch self {
      case .greet: word("Greets the user.", .toApp, .greet)
      case .sendReport: word("Sends all notes.", .request, .sendReport(request: 1, notes: [:]))
      case .setTimer:
        word("Sets a timer.", .timer, .setTimer(timer: .report, due: Instant(milliseconds: 0)))
      }
    }
  }

  func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Self> {
    switch self {
    case .greet: v(.greet, self)
    case .sendReport(let request, let notes):
      try v(.sendReport, Self.sendReport, ("request", request), ("notes", notes))
    case .setTimer(let timer, let due):
      try v(.setTimer, Self.setTimer, ("timer", timer), ("due", due))
    }
  }
}

enum OutboxSystem: System {
  typealias Machine = Outbox

  static let name = "outbox"
  static let requestKinds = ["report"]
  static let timers = Outbox.Timer.allCases.map(\.rawValue)

  static func outcome(
    of effect: Outbox.Effect, by party: String, in state: Outbox.State
  ) -> Outcome<Outbox.Event> {
    switch effect {
    case .greet: .external
    case .sendReport(let request, _):
      .request(
        Request(
          kind: "report", id: request, timeout: .seconds(30), recipient: "server"))
    case .setTimer(let timer, let due):
      .wake(timer: timer.rawValue, due: due, event: .timerFired(timer: timer))
    }
  }

  static func answered(_ request: Int64, with reply: PlainReply) -> Outbox.Event? {
    .responseReceived(request: request, status: reply.status)
  }

  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Outbox.Event? {
    .requestFailed(request: request, reason: failure)
  }

  static var fixtures: [Fixture<Self>] {
    [
      Fixture(
        name: "running", summary: "Launched an hour ago.",
        history: [(.hours(-1), .launched)])
    ]
  }

  static var profiles: [Profile<Outbox.Readings>] {
    [
      Profile(name: "documents", readings: .sample),
      Profile(name: "hasty", readings: Outbox.Readings(eager: true)),
    ]
  }

  static func readingsSet(
    profile: String, _ readings: Outbox.Readings
  ) -> Outbox.Event? { .readingsSet(readings: readings) }
}
