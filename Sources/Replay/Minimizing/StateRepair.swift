import EventSourcing

/// A change of one field of the hidden state with which a drift goes away.
public struct StateRepair: Equatable, Sendable {
  /// The way to the field in all that the machine remembers.
  package var way: [StateStep]
  /// The value that it takes; `nil` where it is absent.
  package var value: Value?

  package init(way: [StateStep], value: Value?) {
    self.way = way
    self.value = value
  }
}
