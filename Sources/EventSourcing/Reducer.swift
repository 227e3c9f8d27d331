/// A machine: a pure function over its state that answers each event with effects.
///
/// It reads no clock, draws nothing at random and holds no configuration of its own: all of it
/// arrives in events, so that a log alone gives the same states and effects everywhere.
public protocol Reducer: Sendable {
  /// Everything the machine remembers.
  associatedtype State: StateView
  /// The events of the machine: facts in the past tense.
  associatedtype Event: Vocabulary where Event.Name: EventName
  /// The effects of the machine: orders in the imperative.
  associatedtype Effect: Vocabulary where Effect.Name: EffectName
  /// The settings an app chooses; they arrive in an event, and a trace's header repeats them.
  associatedtype Config: Record = NoFields
  /// The choices where the documents disagree or are silent; they arrive in an event too.
  associatedtype Readings: Record = NoFields

  /// The state before the first event.
  static var initial: State { get }

  /// Folds one event into `state` and appends what is to be done, in the documented order.
  static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>)

  /// Whether an event erases everything that a device remembers, so that rules about it begin anew.
  static func startsOver(with event: Event) -> Bool

  /// Whether `stored` passes the whole state, so that snapshots of it can be taken.
  static var describesState: Bool { get }

  /// Passes all that is stored through `visitor`, which hands back what it has read.
  static func stored<V: Visitor>(
    _ state: State, in visitor: inout V
  ) throws(V.Failure) -> State
}

extension Reducer {
  /// A new installation leaves nothing.
  public static func startsOver(with event: Event) -> Bool {
    event.name.role == .processEnd(by: .reinstallation)
  }

  /// Whether the state describes itself: `false`, unless the machine says otherwise.
  public static var describesState: Bool { false }

  /// The state itself: what does not describe it is not written down.
  public static func stored<V: Visitor>(
    _ state: State, in visitor: inout V
  ) throws(V.Failure) -> State { state }
}

/// A state that is a record can be written down whole and read back.
extension Reducer where State: Record {
  /// Whether the state describes itself: `true`, as it is a record.
  public static var describesState: Bool { true }

  /// The fields of the state, as the record that it is.
  public static func stored<V: Visitor>(
    _ state: State, in visitor: inout V
  ) throws(V.Failure) -> State { try visitor.record(state) }
}
