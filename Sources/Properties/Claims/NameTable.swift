import EventSourcing

/// A value for each name of a vocabulary, found without hashing it.
///
/// The names of a vocabulary are an enumeration without stored values, or one of such
/// enumerations, which the compiler keeps in a byte or two: these bytes are the place.
struct NameTable<Name: CaseName, Value: Sendable>: Sendable {
  private var values: [Value]

  /// Asks `value` for each name; every place that no name has holds `absent`.
  init(absent: Value, _ value: (Name) -> Value) {
    precondition(MemoryLayout<Name>.size <= 2, "a name is an enumeration without stored values")
    values = Array(repeating: absent, count: 1 << (8 * MemoryLayout<Name>.size))
    for name in Name.allCases { values[NameTable.place(of: name)] = value(name) }
  }

  subscript(name: Name) -> Value { values[NameTable.place(of: name)] }

  private static func place(of name: Name) -> Int {
    withUnsafeBytes(of: name) { bytes in
      switch bytes.count {
      case 0: 0
      case 1: Int(bytes[0])
      default: Int(bytes[0]) | Int(bytes[1]) << 8
      }
    }
  }
}
