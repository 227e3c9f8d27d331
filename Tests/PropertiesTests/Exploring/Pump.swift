import EventSourcing
import Properties
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

  enum Event: ShortVocabulary {
    case rained, jammed, switchedOn, drained

    enum Name: CaseText, EventName {
      case rained, jammed, switchedOn = "switched_on", drained

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .rained: word("It rained.", .outside, .rained)
        case .jammed: word("Something got stuck.", .outside, .jammed)
        case .switchedOn: word("It was switched on.", .outside, .switchedOn)
        case .drained: word("Some of it is gone.", .inside, .drained)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .rained: v(.rained, self)
      case .jammed: v(.jammed, self)
      case .switchedOn: v(.switchedOn, self)
      case .drained: v(.drained, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case wait(until: Instant)

    enum Name: CaseText, EffectName {
      case wait

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        word("Drain some.", .timer, .wait(until: .sample))
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .wait(let instant): try v(.wait, Effect.wait, ("until", instant))
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

  static var alphabet: Alphabet<Machine.Event, Reply> { Alphabet(inputs: [.rained, .jammed]) }

  static var properties: [Property<Pump>] {
    [
      .eventually("DRY", "In the end it is dry") {
        $0.event.event == .rained
      } then: {
        $0.state.level == 0
      }
    ]
  }
}
