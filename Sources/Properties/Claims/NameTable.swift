import EventSourcing

extension CaseName {
  /// A number that no other name of the vocabulary has, found without hashing it.
  ///
  /// The names of a vocabulary are an enumeration without stored values, or one of such
  /// enumerations, which the compiler keeps in a byte or two: these bytes are the number.
  @inline(__always)
  var place: Int {
    withUnsafeBytes(of: self) { bytes in
      switch bytes.count {
      case 0: 0
      case 1: Int(bytes[0])
      default: Int(bytes[0]) | Int(bytes[1]) << 8
      }
    }
  }
}

/// A value for each name of a vocabulary.
struct NameTable<Name: CaseName, Value: Sendable>: Sendable {
  private var values: [Value]

  /// Asks `value` for each name; places that no name has hold `absent`.
  init(absent: Value, _ value: (Name) -> Value) {
    precondition(MemoryLayout<Name>.size <= 2, "a name is an enumeration without stored values")
    let names = Name.allCases
    values = Array(repeating: absent, count: (names.map { $0.place }.max() ?? -1) + 1)
    for name in names { values[name.place] = value(name) }
  }

  subscript(name: Name) -> Value { values[name.place] }
}
