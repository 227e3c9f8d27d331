import EventSourcing

/// A value for each name of a vocabulary.
struct NameTable<Name: CaseName, Value: Sendable>: Sendable {
  private var values: [Value]
  private let absent: Value

  /// Asks `value` for each name; numbers that no name has hold `absent`.
  init(absent: Value, _ value: (Name) -> Value) {
    let names = Name.allCases
    self.absent = absent
    values = Array(repeating: absent, count: (names.map { $0.number }.max() ?? -1) + 1)
    for name in names { values[name.number] = value(name) }
  }

  subscript(name: Name) -> Value {
    let number = name.number
    return number < values.count ? values[number] : absent
  }
}
