import EventSourcing

/// The features for which a run is worth keeping: the events with their effects, the gates that
/// hold an effect back together, and for each field of a state the classes of its values.
struct RunFeatures: Sendable {
  /// The features in the order in which the run comes to them.
  private(set) var all: [RunFeature] = []
  private var known: Set<UInt64> = []
  private var states: Set<UInt64> = []

  /// Adds a feature to which the run comes after `step` steps, where it is new to the run.
  mutating func add(_ key: UInt64, step: Int) {
    if known.insert(key).inserted { all.append(RunFeature(key: key, step: step)) }
  }

  /// Adds the classes of a state; most states are alike in all of them.
  mutating func add(_ classes: StateClasses, step: Int) {
    guard states.insert(classes.sum).inserted else { return }
    for key in classes.keys { add(key, step: step) }
  }
}

/// Something that a run comes to.
public struct RunFeature: Sendable {
  /// Its name in 64 bits.
  public let key: UInt64
  /// The number of steps after which the run comes to it.
  public let step: Int
}

/// The visitor that names the class of each value of a state: the magnitude of a number, the case
/// of a choice, and for anything else whether there is something.
struct StateClasses: ValueRewriter, ViewVisitor {
  private(set) var keys: [UInt64] = []
  /// All of them in 64 bits.
  private(set) var sum: UInt64 = 0
  /// The names that lead to the field being shown.
  private var path: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func note(_ value: UInt64) {
    let key = mixedKey(path, value)
    keys.append(key)
    sum = (sum &* 0x0000_0100_0000_01B3) ^ key
  }

  private mutating func below(_ name: StaticString, _ show: (inout StateClasses) -> Void) {
    let outer = path
    name.withUTF8Buffer { bytes in
      for byte in bytes { path = (path ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    path = (path ^ 0xFF) &* 0x0000_0100_0000_01B3
    show(&self)
    path = outer
  }

  private mutating func note(size: Int64) {
    let place = UInt64(bitPattern: max(-1, size))
    note(size < 4 ? place : UInt64(min(6, 65 - place.leadingZeroBitCount)))
  }

  // MARK: - Values

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    below(name) { _ = value.described(by: &$0) }
    return value
  }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    below(name) { classes in
      classes.note(value == nil ? 100 : 101)
      if let value { _ = value.described(by: &classes) }
    }
    return value
  }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { value.described(by: &self) }

  mutating func integer(_ value: Int64) -> Int64 {
    note(size: value)
    return value
  }

  mutating func boolean(_ value: Bool) -> Bool {
    note(value ? 1 : 0)
    return value
  }

  mutating func text(_ value: String) -> String {
    note(value.isEmpty ? 0 : 1)
    return value
  }

  mutating func personal(_ value: String) -> String { text(value) }
  mutating func open(_ value: String) -> String { text(value) }

  mutating func choice<C: Choice>(_ value: C) -> C {
    note(UInt64(C.allCases.firstIndex(of: value) ?? 0))
    return value
  }

  mutating func list<T: Described>(_ values: [T]) -> [T] {
    note(size: Int64(values.count))
    return values.map { $0.described(by: &self) }
  }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    note(size: Int64(values.entries.count))
    return values
  }

  // MARK: - Views

  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString) {
    below(name) { $0.show(value) }
  }

  mutating func nested<P: PartView>(_ name: StaticString, _ value: P?, _ summary: StaticString) {
    below(name) { classes in
      classes.note(value == nil ? 100 : 101)
      if let value { classes.show(value) }
    }
  }

  mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    below(name) { classes in
      classes.note(size: Int64(values.count))
      for value in values { classes.show(value) }
    }
  }

  mutating func show<V: StateView>(_ value: V) { value.view(&self) }
}
