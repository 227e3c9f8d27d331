import EventSourcing

/// A change of one field of the hidden state with which the machine orders what was recorded where
/// a trace drifts.
public struct StateRepair: Equatable, Sendable {
  /// The way to the field in all that the machine remembers.
  package var way: [ValueStep]
  /// The value that it takes; `nil` where it is absent.
  package var value: Value?
  /// The event after which it takes that value; `nil` for just before the event with the drift.
  package var seq: Int64?
  /// Whether it keeps the value from before that event instead.
  package var isUnchanged: Bool

  package init(way: [ValueStep], value: Value?, after seq: Int64? = nil, isUnchanged: Bool = false)
  {
    self.way = way
    self.value = value
    self.seq = seq
    self.isUnchanged = isUnchanged
  }

  /// The state with the value of the field, or the one that it has in `before`; `nil` where that is
  /// no other state.
  func applied(to hidden: Value?, _ before: Value? = nil, moved span: TimeSpan) -> Value? {
    let value = isUnchanged ? before?.at(way) : value?.moved(by: span)
    let state = hidden?.setting(way, to: value)
    return state == hidden ? nil : state
  }
}
