import EventSourcing

/// A part of an effect that is recorded otherwise than the machine orders it.
struct ValueChange {
  /// The names down to the part; without places in lists.
  let path: String
  private let names: [String]
  private let kind: Kind

  private enum Kind {
    /// One value stands for another; `nil` is an absent one.
    case value(ordered: Value?, recorded: Value?)
    /// Elements of a list are missing in the recording, others are added.
    case elements(missing: [Value], added: [Value])
    /// A counter is so much higher in the recording.
    case raised(by: Int64)
    /// The elements of a list have other counters in the recording.
    case counters([(element: Value, change: ValueChange)])
  }

  /// Everything in which `recorded` differs from `ordered`, an effect of an event at `at`; counters
  /// where nothing else differs.
  static func changes(
    from ordered: Value, to recorded: Value, at: Instant
  ) -> [ValueChange] {
    let changes = contents(from: ordered, to: recorded, at: at, names: [])
    return changes.isEmpty ? counters(from: ordered, to: recorded, at: at, names: []) : changes
  }

  private static func contents(
    from ordered: Value?, to recorded: Value?, at: Instant, names: [String]
  ) -> [ValueChange] {
    if ordered?.comparable(at) == recorded?.comparable(at) { return [] }
    switch (ordered, recorded) {
    case (.fields(let left)?, .fields(let right)?):
      let all = left.map(\.name) + right.map(\.name).filter { ordered?[$0] == nil }
      return all.flatMap { name in
        contents(from: ordered?[name], to: recorded?[name], at: at, names: names + [name])
      }
    case (.list(let left)?, .list(let right)?):
      let missing = left.without(right, at)
      let added = right.without(left, at)
      // The same elements in another order, or one of them more often.
      let kind: Kind =
        missing.isEmpty && added.isEmpty
        ? .value(ordered: ordered?.comparable(at), recorded: recorded)
        : .elements(missing: missing.map { $0.comparable(at) }, added: added)
      return [ValueChange(names: names, kind)]
    default:
      return [
        ValueChange(names: names, .value(ordered: ordered?.comparable(at), recorded: recorded))
      ]
    }
  }

  /// The counters in which two values of the same content differ.
  private static func counters(
    from ordered: Value, to recorded: Value, at: Instant, names: [String]
  ) -> [ValueChange] {
    switch (ordered, recorded) {
    case (.fields(let left), .fields(let right)):
      return zip(left, right).flatMap { field, other in
        counters(from: field.value, to: other.value, at: at, names: names + [field.name])
      }
    case (.list(let left), .list(let right)):
      let changes = zip(left, right).flatMap { element, other in
        counters(from: element, to: other, at: at, names: []).map {
          (element: element.comparable(at), change: $0)
        }
      }
      guard let first = changes.first?.change else { return [] }
      return [ValueChange(names: names, .counters(changes), path: names + first.names)]
    case (.integer(let left), .integer(let right)) where left != right:
      return [ValueChange(names: names, .raised(by: right &- left))]
    default: return []
    }
  }

  private init(names: [String], _ kind: Kind, path: [String]? = nil) {
    self.names = names
    self.path = (path ?? names).joined(separator: ".")
    self.kind = kind
  }

  /// `value` with the part as it was recorded, its instants moved; `nil` where the machine does not
  /// order there what it did.
  func applied(to value: Value, moved span: TimeSpan, at: Instant) -> Value? {
    applied(to: value, names[...], span, at) ?? nil
  }

  /// The outer `nil` is a refusal, the inner one an absent value.
  private func applied(
    to value: Value?, _ names: ArraySlice<String>, _ span: TimeSpan, _ at: Instant
  ) -> Value?? {
    if let name = names.first {
      guard case .fields? = value,
        let inner = applied(to: value?[name], names.dropFirst(), span, at)
      else { return nil }
      return .some(value?.setting([.member(name)], to: inner))
    }
    switch kind {
    case .value(let ordered, let recorded):
      guard value?.comparable(at) == ordered else { return nil }
      return .some(recorded?.moved(by: span))
    case .elements(let missing, let added):
      guard case .list(var values)? = value else { return nil }
      // Elements that were only altered stand for each other; one of several is enough.
      let isAltered = missing.count == added.count
      var hasChanged = false
      for index in 0..<max(missing.count, added.count) {
        if index < missing.count {
          let place = values.firstIndex { $0.comparable(at) == missing[index] }
          if place == nil, isAltered { continue }
          guard let place else { return nil }
          values.remove(at: place)
          hasChanged = true
          if isAltered {
            values.insert(added[index].moved(by: span), at: place)
            continue
          }
        }
        if index < added.count {
          let moved = added[index].moved(by: span)
          if values.contains(where: { $0.comparable(at) == moved.comparable(at) }) { return nil }
          values.append(moved)
          hasChanged = true
        }
      }
      if !hasChanged { return nil }
      return .some(.list(values))
    case .raised(let number):
      guard case .integer(let ordered)? = value else { return nil }
      return .some(.integer(ordered &+ number))
    case .counters(let changes):
      guard case .list(var values)? = value else { return nil }
      var rest = changes
      // One of several is enough here too.
      for index in values.indices {
        let place = rest.firstIndex { $0.element == values[index].comparable(at) }
        guard let place else { continue }
        let change = rest.remove(at: place).change
        values[index] = change.applied(to: values[index], moved: span, at: at) ?? values[index]
      }
      return rest.count == changes.count ? nil : .some(.list(values))
    }
  }
}

extension Value {
  /// The value with the distance from `at` in place of each instant, and without counters.
  fileprivate func comparable(_ at: Instant) -> Value {
    switch self {
    case .instant(let instant): .span(instant - at)
    case .list(let values): .list(values.map { $0.comparable(at) })
    case .fields(let fields):
      .fields(
        fields.map { field in
          let isCounter = field.name == RecordKey.entry
          return Value.Field(
            name: field.name, value: isCounter ? .null : field.value.comparable(at))
        })
    case .null, .boolean, .integer, .text, .personal, .span: self
    }
  }

  /// The value with every instant so much later.
  func moved(by span: TimeSpan) -> Value {
    switch self {
    case .instant(let instant): .instant(instant + span)
    case .list(let values): .list(values.map { $0.moved(by: span) })
    case .fields(let fields):
      .fields(fields.map { Value.Field(name: $0.name, value: $0.value.moved(by: span)) })
    case .null, .boolean, .integer, .text, .personal, .span: self
    }
  }
}

extension [Value] {
  /// The elements that `others` do not have, each as often as it is missing.
  fileprivate func without(_ others: [Value], _ at: Instant) -> [Value] {
    var rest = others.map { $0.comparable(at) }
    return filter { element in
      guard let place = rest.firstIndex(of: element.comparable(at)) else { return true }
      rest.remove(at: place)
      return false
    }
  }
}
