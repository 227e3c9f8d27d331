import EventSourcing
import Properties
import Simulation

/// A bell that rings at most once a minute.
enum Bell: SearchableSystem, Reducer {
  typealias Machine = Bell

  struct State: StateView {
    /// The horizon to which its memory is said to count.
    @Incidental var said = TimeSpan.seconds(60)
    var rungAt: Instant?
    var by: Personal?

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("rung_at", rungAt, "", counts: .window(said))
      visitor.field("by", by)
      visitor.field("rang", rungAt != nil)
    }
  }

  enum Event: ShortVocabulary {
    case pressed(by: Personal)

    enum Name: CaseText, EventName {
      case pressed

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        word("It was pressed.", .outside, .pressed(by: "anna"))
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .pressed(let by): try v(.pressed, Event.pressed, ("by", by))
      }
    }
  }

  enum Effect: ShortVocabulary {
    case ring(for: Personal)

    enum Name: CaseText, EffectName {
      case ring

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        word("Ring once.", .toApp, .ring(for: ""))
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .ring(let name): try v(.ring, Effect.ring, ("for", name))
      }
    }
  }

  static let name = "bell"
  static let initial = State()

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    guard case .pressed(let by) = record.event else { return }
    if let rungAt = state.rungAt, record.at - rungAt < .seconds(60) { return }
    state.rungAt = record.at
    state.by = by
    effects.append(.ring(for: by))
  }

  static func outcome(
    of effect: Effect, by party: String, in state: State
  ) -> Outcome<Event> { .external }

  static let alphabet = Alphabet<Event, Reply>(
    inputs: [.pressed(by: "anna"), .pressed(by: "ben")])

  /// One bell, and what is said of it.
  static func space(
    _ properties: [Property<Bell>] = [], _ reductions: Reductions = Reductions(),
    waits: [TimeSpan] = [], said: TimeSpan = .seconds(60)
  ) -> SearchSpace<Bell> {
    var alphabet = alphabet
    alphabet.waits = waits
    var setting = RunSetting<Bell>(
      start: Instant(milliseconds: 1_000_000), devices: [Preparation.Device(name: "bell")])
    setting.installed.said = said
    return SearchSpace(
      setting, alphabet: alphabet, properties: properties, reductions: reductions)
  }
}
