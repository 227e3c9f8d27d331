import EventSourcing

/// A machine with two events, for logs that these tests write themselves.
enum Bell: Reducer {
  struct State: StateView {
    func view(_ visitor: inout some ViewVisitor) {}
  }

  enum Event: Vocabulary {
    case rang(door: Int64)
    case answered(door: Int64)

    enum Name: CaseName {
      case rang, answered

      var entry: (text: StaticString, summary: StaticString) {
        switch self {
        case .rang: ("rang", "Somebody rang.")
        case .answered: ("answered", "Somebody opened.")
        }
      }
    }

    var name: Name {
      switch self {
      case .rang: .rang
      case .answered: .answered
      }
    }

    static func sample(of name: Name) -> Event {
      switch name {
      case .rang: .rang(door: 1)
      case .answered: .answered(door: 1)
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .rang(let door):
        .rang(door: try visitor("door", door))
      case .answered(let door):
        .answered(door: try visitor("door", door))
      }
    }
  }

  enum Effect: Vocabulary {
    case wait

    enum Name: EffectName {
      case wait

      var entry: (text: StaticString, summary: StaticString) { ("wait", "Waits.") }
      var role: EffectRole { .timer }
    }

    var name: Name { .wait }

    static func sample(of name: Name) -> Effect { .wait }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect { self }
  }

  static let initial = State()

  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {}
}
