import EventSourcing

/// The fields of one effect on which all lives agree.
struct AgreedFields {
  private let values: [Value]

  init(_ values: [Value]) { self.values = values }

  /// The agreed fields alone.
  var fields: Value { agreed(values) ?? .fields([]) }

  /// The fields in which `recorded` has another value than the one that all agree on.
  func differences(from recorded: Value) -> [FieldDifference] {
    differences(recorded, values.map { Optional($0) }, path: "")
  }

  private func differences(
    _ recorded: Value?, _ values: [Value?], path: String
  ) -> [FieldDifference] {
    guard let first = values.first else { return [] }
    if values.allSatisfy({ $0 == first }) {
      return Replay.differences(recorded: recorded, computed: first, path: path)
    }
    guard values.allSatisfy({ $0?.isTree ?? false }) else { return [] }
    var names: [String] = []
    for name in values.flatMap({ $0?.names ?? [] }) where !names.contains(name) {
      names.append(name)
    }
    return names.flatMap { name in
      differences(
        recorded?[name], values.map { $0?[name] }, path: path.isEmpty ? name : "\(path).\(name)")
    }
  }

  private func agreed(_ values: [Value]) -> Value? {
    guard let first = values.first else { return nil }
    if values.allSatisfy({ $0 == first }) { return first }
    guard values.allSatisfy({ $0.isTree }) else { return nil }
    return .fields(
      first.names.compactMap { name in
        let inner = values.compactMap { $0[name] }
        guard inner.count == values.count, let value = agreed(inner) else { return nil }
        return Value.Field(name: name, value: value)
      })
  }
}

extension Value {
  fileprivate var isTree: Bool { if case .fields = self { true } else { false } }

  fileprivate var names: [String] {
    if case .fields(let fields) = self { fields.map { $0.name } } else { [] }
  }
}
