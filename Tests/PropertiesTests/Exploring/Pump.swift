import EventSourcing
import Properties
import Rules
import Simulation

/// A pump that is drained ten seconds at a time once it is switched on, unless it is jammed.
enum Pump: SearchableSystem, Reducer {
  typealias Machine = Pump

  struct State: StateView {
    var level: Int64 = 0
    var isOn = false
    var isJammed = false

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("level", level)
      visitor.field("on", isOn)
      visitor.field("jammed", isJammed)
    }
  }

  enum Event: Vocabulary {
    case rained, jammed, switchedOn, drained

    enum Name: EventName {
      case rained, jammed, switchedOn, drained

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .rained: word("rained", "It rained.", .outside, .rained)
        case .jammed: word("jammed", "Something got stuck.", .outside, .jammed)
        case .switchedOn: word("switched_on", "It was switched on.", .outside, .switchedOn)
        case .drained: word("drained", "Some of it is gone.", .inside, .drained)
        }
      }
    }

    var name: Name {
      switch self {
      case .rained: .rained
      case .jammed: .jammed
      case .switchedOn: .switchedOn
      case .drained: .drained
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event { self }
  }

  enum Effect: Vocabulary {
    case wait(until: Instant)

    enum Name: EffectName {
      case wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        word("wait", "Drain some.", .timer, .wait(until: Instant(milliseconds: 0)))
      }
    }

    var name: Name { .wait }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .wait(let instant): .wait(until: try visitor("until", instant))
      }
    }
  }

  static var name: String { "pump" }
  static var initial: State { State() }

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .rained: state.level = min(state.level + 1, 4)
    case .jammed: state.isJammed = true
    case .switchedOn: state.isOn = true
    case .drained: state.level = max(state.level - 1, 0)
    }
    if state.level == 0 { state.isOn = false }
    if state.isOn, !(state.isJammed && state.level == 2) {
      effects.append(.wait(until: record.at + .seconds(10)))
    }
  }

  static func outcome(
    of effect: Effect, by party: String, in state: State
  ) -> Outcome<Event> {
    switch effect {
    case .wait(let instant): .wake(timer: "drain", due: instant, event: .drained)
    }
  }

  static func healing(of world: World<Pump>) -> [Input<Event>] {
    [Input(at: world.now, party: "pump", event: .switchedOn)]
  }

  static var restTime: TimeSpan { .minutes(5) }

  static var alphabet: Alphabet<Pump> { Alphabet(inputs: [.rained, .jammed]) }

  static var properties: [Property<Pump>] { DryMonitor.properties }
}

/// Looks at the pump when everything has come to rest.
struct DryMonitor: Monitor {
  typealias S = Pump

  enum Claims: Int, ClaimList {
    case dry

    var claim: Claim { Claim("DRY", "In the end it is dry", kind: .convergence) }
  }

  static let events = Pump.Event.Name.allCases
  static let remembersData = false

  @Incidental private var lastSeq: Int64 = 0

  init(_ setting: RunSetting<Pump>, device place: Int) {}

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) { lastSeq = event.seq }

  mutating func converge(in world: World<Pump>, _ verdicts: inout Verdicts) {
    verdicts.met(Claims.dry)
    if world.state.level > 0 {
      verdicts.broken(
        Claims.dry, by: [Witness(seq: lastSeq, at: world.now)],
        because: "Level \(world.state.level) remains.")
    }
  }
}
