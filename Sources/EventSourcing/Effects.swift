/// The buffer into which a reducer orders effects; its owner reuses it from event to event.
public struct Effects<Effect: Vocabulary>: Sendable {
  /// The effects ordered so far.
  public private(set) var ordered: [Effect] = []

  /// Creates an empty buffer.
  public init() {}

  /// Orders an effect after those already there.
  public mutating func append(_ effect: Effect) { ordered.append(effect) }

  /// Forgets the effects and keeps the storage.
  public mutating func removeAll() {
    // Events order few effects: to take them off is faster than to replace all by none.
    while ordered.popLast() != nil {}
  }

  /// Puts the effects in the order of their names; those of one name stay as they were ordered.
  ///
  /// A machine's features run one after the other, while the documented order of the effects of
  /// one event goes by kind.
  public mutating func sort() {
    guard ordered.count > 1 else { return }
    for end in 1..<ordered.count {
      var index = end
      while index > 0, ordered[index - 1].name > ordered[index].name {
        ordered.swapAt(index - 1, index)
        index -= 1
      }
    }
  }
}
