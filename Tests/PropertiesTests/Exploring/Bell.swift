import EventSourcing
import Properties
import Simulation

/// A bell that rings at most once a minute; `Spoken` says how far its memory is said to count.
enum Bell<Spoken: SpokenHorizon>: SearchableSystem, Reducer {
  typealias Machine = Bell

  struct State: StateView {
    var rungAt: Instant?
    var by: Personal?

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("rung_at", rungAt, "", counts: Spoken.horizon)
      visitor.field("by", by)
      if Spoken.isForgotten { return }
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

  static var name: String { "bell" }
  static var initial: State { State() }

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

  static var alphabet: Alphabet<Machine.Event, Reply> {
    Alphabet(inputs: [.pressed(by: "anna"), .pressed(by: "ben")])
  }

  /// One bell, and what is said of it.
  static func space(
    _ properties: [Property<Bell>] = [], _ reductions: Reductions = Reductions(),
    waits: [TimeSpan] = []
  ) -> SearchSpace<Bell> {
    var alphabet = alphabet
    alphabet.waits = waits
    return SearchSpace(
      RunSetting(
        start: Instant(milliseconds: 1_000_000), devices: [Preparation.Device(name: "bell")]),
      alphabet: alphabet, properties: properties, reductions: reductions)
  }
}

/// How far a bell says that its memory counts.
protocol SpokenHorizon: Sendable {
  static var horizon: Horizon { get }
  static var isForgotten: Bool { get }
}

extension SpokenHorizon {
  static var isForgotten: Bool { false }
}

/// As far as it does.
enum Minute: SpokenHorizon {
  static var horizon: Horizon { .window(.seconds(60)) }
}

/// A second less than it does.
enum LessThanAMinute: SpokenHorizon {
  static var horizon: Horizon { .window(.seconds(59)) }
}
