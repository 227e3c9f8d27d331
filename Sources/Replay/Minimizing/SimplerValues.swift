import EventSourcing

extension Value {
  /// The value with one part left out or made simpler, the simplest first; none where nothing can
  /// be simpler. Each is smaller than this one, so that simplifying ends.
  var simpler: [Value] {
    switch self {
    case .null, .boolean, .instant, .span: []
    case .integer(let number): number.rounderNumbers.map { .integer($0) }
    case .text(let text): Value.shorter(text).map { .text($0) }
    case .personal(let text): Value.shorter(text).map { .personal($0) }
    case .list(let values): Value.simpler(values)
    case .fields(let fields): Value.simpler(fields)
    }
  }

  private static func shorter(_ text: String) -> [String] { text.count > 1 ? ["a", "b"] : [] }

  private static func simpler(_ values: [Value]) -> [Value] {
    var result: [Value] = values.isEmpty ? [] : [.list([])]
    if values.count > 1 {
      for index in values.indices {
        var rest = values
        rest.remove(at: index)
        result.append(.list(rest))
      }
    }
    for index in values.indices {
      for simpler in values[index].simpler {
        var changed = values
        changed[index] = simpler
        result.append(.list(changed))
      }
    }
    return result
  }

  private static func simpler(_ fields: [Field]) -> [Value] {
    var result: [Value] = []
    for index in fields.indices {
      var rest = fields
      rest.remove(at: index)
      result.append(.fields(rest))
    }
    for index in fields.indices {
      for simpler in fields[index].value.simpler {
        var changed = fields
        changed[index].value = simpler
        result.append(.fields(changed))
      }
    }
    return result
  }
}
