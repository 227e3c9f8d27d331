import EventSourcing
import Replay

/// A part of the hidden state of a party: its place, its type and what stands there.
struct StateNode {
  let way: [ValueStep]
  let schema: Schema
  let value: Value?
  /// Whether there may be nothing.
  let isOptional: Bool
  /// The other values of its record, such as a limit with which a number is compared.
  let siblings: [Value]

  /// The nodes below a value, deeper ones first, but for those in parts that equal one of `given`.
  static func all(
    _ value: Value?, _ schema: Schema, at way: [ValueStep] = [], butNot given: [Value]
  ) -> [StateNode] {
    if let value, given.contains(value) { return [] }
    switch (schema, value) {
    case (.nullable(let inner), _): return all(value, inner, at: way, butNot: given)
    case (.record(let fields), .fields(let members)?):
      let siblings = members.map { $0.value }
      return fields.flatMap { field in
        let (inner, below) = (value?[field.name], way + [.member(field.name)])
        let node = StateNode(
          way: below, schema: field.schema, value: inner,
          isOptional: field.presence == .optional, siblings: siblings)
        return all(inner, field.schema, at: below, butNot: given) + [node]
      }
    case (.list(let element), .list(let elements)?):
      return elements.prefix(longest).indices.flatMap { index in
        let below = way + [ValueStep.element(index)]
        let node = StateNode(
          way: below, schema: element, value: elements[index], isOptional: true, siblings: [])
        return all(elements[index], element, at: below, butNot: given) + [node]
      }
    default: return []
    }
  }

  /// The number of elements of a list that are looked at one by one.
  private static let longest = 8

  /// The values to try in its place, `nil` for none; `earlier` are those that it had, `implied` the
  /// parts of what was recorded, `shifts` the distances from what was ordered.
  func values(
    earlier: [Value?], implied: [Value], shifts: [TimeSpan]
  ) -> [Value?] {
    var found: [Value?] = []
    func add(_ other: Value?) {
      if other != value, !found.contains(other) { found.append(other) }
    }
    if isOptional { add(nil) }
    addZeros(to: add)
    // A record has several fields: it may come and go as a whole only.
    if isWhole || value == nil { earlier.forEach { if $0 != nil || isOptional { add($0) } } }
    for value in implied + siblings where fits(value) { add(value) }
    if case .list(let own)? = value, own.count > 1 {
      // What was recorded in another order, or without some elements.
      for case .list(let elements) in implied {
        let kept = elements.filter { own.contains($0) }
        if !kept.isEmpty { add(.list(kept)) }
      }
    }
    if case .instant(let instant)? = value { shifts.forEach { add(.instant(instant + $0)) } }
    return found
  }

  private func addZeros(to add: (Value?) -> Void) {
    switch (type, value) {
    case (.boolean, .boolean(let flag)?): add(.boolean(!flag))
    case (.boolean, _):
      add(.boolean(true))
      add(.boolean(false))
    case (.integer, .integer(let number)?):
      [0, number &- 1, number &+ 1].forEach { add(.integer($0)) }
    case (.span, _): add(.span(.zero))
    case (.choice(let options), _): options.prefix(8).forEach { add(.text($0.name)) }
    case (.list, .list(let elements)?) where !elements.isEmpty:
      add(.list([]))
      if elements.count > 1 {
        add(.list(elements.dropLast()))
        // What came last stands first.
        add(.list(elements.suffix(1) + elements.dropLast()))
      }
    default: break
    }
  }

  private var type: Schema { schema.bare }

  /// Whether it is a single field, or a list.
  var isWhole: Bool { if case .record = type { false } else { true } }

  private func fits(_ value: Value) -> Bool {
    switch (type, value) {
    case (.integer, .integer), (.instant, .instant), (.span, .span), (.boolean, .boolean): true
    case (.text, _), (.personal, _), (.open, _): value.text != nil
    case (.choice(let options), .text(let name)): options.contains { $0.name == name }
    default: false
    }
  }
}

extension Value {
  /// The lists among its members.
  var lists: [Value] {
    switch self {
    case .fields(let fields): fields.flatMap { $0.value.lists }
    case .list: [self]
    case .null, .boolean, .integer, .text, .personal, .instant, .span: []
    }
  }

  /// The values without members, in order.
  var leaves: [Value] {
    nodes.filter { if case .fields = $0 { false } else if case .list = $0 { false } else { true } }
  }
}

extension Schema {
  /// The type at the end of a way.
  func at(_ way: some Collection<ValueStep>) -> Schema {
    guard let step = way.first else { return self }
    switch (step, self) {
    case (_, .nullable(let inner)): return inner.at(way)
    case (.member(let name), .record(let fields)):
      return fields.first { $0.name == name }?.schema.at(way.dropFirst()) ?? .open
    case (.element, .list(let element)): return element.at(way.dropFirst())
    default: return .open
    }
  }
}
