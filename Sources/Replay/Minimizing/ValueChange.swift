import EventSourcing

/// A part of an effect that is recorded otherwise than the machine orders it.
struct ValueChange {
  /// The names down to the part; without places in lists.
  let path: String
  private let names: [String]
  private let kind: Kind

  fileprivate enum Kind {
    /// One value stands for another; `nil` is an absent one.
    case value(ordered: Value?, recorded: Value?)
    /// Elements of a list are missing in the recording, others are added; those that stay may have
    /// other counters.
    case elements(missing: [Value], added: [Element], counters: [CounterChange])
    /// Elements of a list are recorded otherwise.
    case altered([(element: Value, recorded: Value, changes: [ValueChange])])
    /// A counter is higher in the recording by this much.
    case raised(by: Int64)
    /// The elements of a list have other counters in the recording.
    case counters([CounterChange])
  }

  /// A change of the counter that an element has.
  fileprivate typealias CounterChange = (element: Value, change: ValueChange)

  /// An element that is added to a list.
  fileprivate struct Element {
    let value: Value
    let comparable: Value
    /// The number of elements of the same content that the machine orders.
    let count: Int
    /// The place where it is recorded; `nil` for the end.
    let place: Int?
    /// The distance of its counter from the highest that the machine orders; `nil` without one.
    let raised: Int64?
  }

  /// The values that the recording has in place of others or beside them.
  var recorded: [Value] {
    switch kind {
    case .value(_, let recorded): [recorded].compactMap { $0 }
    case .elements(_, let added, _): added.map(\.value)
    case .altered(let elements): elements.map(\.recorded)
    case .raised, .counters: []
    }
  }

  /// Finds everything in which `recorded` differs from `ordered`, an effect of an event at `at`;
  /// differences in counters only where nothing else differs.
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
      let (missing, kept) = left.parted(by: right, at)
      let (added, recordedKept) = right.parted(by: left, at)
      // The same elements in another order.
      if missing.isEmpty, added.isEmpty {
        return [
          ValueChange(names: names, .value(ordered: ordered?.comparable(at), recorded: recorded))
        ]
      }
      // Elements that were only altered stand for each other.
      if missing.count == added.count {
        let altered = zip(missing, added).map { old, new in
          (
            element: old.comparable(at), recorded: new,
            changes: contents(from: old, to: new, at: at, names: [])
              + counters(from: old, to: new, at: at, names: []).filter(\.isOfEntry)
          )
        }
        return [ValueChange(names: names, .altered(altered))]
      }
      let elements = added.map { Element($0, in: right, beside: left, at: at) }
      let kind = Kind.elements(
        missing: missing.map { $0.comparable(at) }, added: elements,
        counters: counters(ofElements: kept, recordedKept, at: at).filter { $0.change.isOfEntry })
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
      let changes = counters(ofElements: left, right, at: at)
      guard let first = changes.first?.change else { return [] }
      return [ValueChange(names: names, .counters(changes), path: names + first.names)]
    case (.integer(let left), .integer(let right)) where left != right:
      return [ValueChange(names: names, .raised(by: right &- left))]
    default: return []
    }
  }

  /// The counters in which the elements of two lists differ that have the same content.
  private static func counters(
    ofElements left: [Value], _ right: [Value], at: Instant
  ) -> [CounterChange] {
    zip(left, right).flatMap { element, other in
      counters(from: element, to: other, at: at, names: []).map {
        (element: element.comparable(at), change: $0)
      }
    }
  }

  private init(names: [String], _ kind: Kind, path: [String]? = nil) {
    self.names = names
    self.path = (path ?? names).joined(separator: ".")
    self.kind = kind
  }

  /// Whether the number by which an entry is counted differs.
  private var isOfEntry: Bool { names.last == RecordKey.entry }

  /// `value` with the part as it was recorded, which `content` has of the state; `nil` where the
  /// machine does not order there what it did.
  func applied(to value: Value, at: Instant, _ content: MovedContent) -> Value? {
    applied(to: value, names[...], at, content) ?? nil
  }

  /// Returns the changed value; the outer `nil` is a refusal, the inner one an absent value.
  private func applied(
    to value: Value?, _ names: ArraySlice<String>, _ at: Instant, _ content: MovedContent
  ) -> Value?? {
    if let name = names.first {
      guard case .fields? = value,
        let inner = applied(to: value?[name], names.dropFirst(), at, content)
      else { return nil }
      return .some(value?.setting([.member(name)], to: inner))
    }
    switch kind {
    case .value(let ordered, let recorded):
      guard value?.comparable(at) == ordered else { return nil }
      guard let recorded else { return .some(nil) }
      return content.moved(recorded).map { .some($0) }
    case .elements(let missing, let added, let counters):
      guard case .list(var values)? = value else { return nil }
      for element in added {
        guard values.count(where: { $0.comparable(at) == element.comparable }) == element.count
        else { return nil }
      }
      let highest = values.compactMap(\.counter).max()
      for element in missing {
        guard let place = values.firstIndex(where: { $0.comparable(at) == element }) else {
          return nil
        }
        values.remove(at: place)
      }
      values.change(counters, at: at, content)
      for element in added {
        guard var value = content.moved(element.value) else { return nil }
        if let raised = element.raised, let highest, !content.isStored(element.value) {
          value.setCounter(highest + raised)
        }
        values.insert(value, at: min(element.place ?? values.count, values.count))
      }
      return .some(.list(values))
    case .altered(let elements):
      guard case .list(let values)? = value else { return nil }
      return altered(values, elements, at, content)
    case .raised(let number):
      guard case .integer(let ordered)? = value else { return nil }
      return .some(.integer(ordered &+ number))
    case .counters(let changes):
      guard case .list(var values)? = value else { return nil }
      // One of several is enough here too.
      return values.change(changes, at: at, content) == 0 ? nil : .some(.list(values))
    }
  }
}

extension ValueChange {
  /// The list with its elements as they were recorded.
  private func altered(
    _ all: [Value], _ elements: [(element: Value, recorded: Value, changes: [ValueChange])],
    _ at: Instant, _ content: MovedContent
  ) -> Value?? {
    var values = all
    var hasChanged = false
    // One of several is enough.
    for (element, recorded, changes) in elements {
      guard let place = values.firstIndex(where: { $0.comparable(at) == element }) else {
        continue
      }
      hasChanged = true
      if content.isStored(recorded) {
        guard let stored = content.moved(recorded) else { return nil }
        values[place] = stored
        continue
      }
      for change in changes {
        guard let changed = change.applied(to: values[place], at: at, content) else {
          return nil
        }
        values[place] = changed
      }
    }
    return hasChanged ? .some(.list(values)) : nil
  }
}

extension ValueChange.Element {
  fileprivate init(_ value: Value, in recorded: [Value], beside ordered: [Value], at: Instant) {
    self.value = value
    let comparable = value.comparable(at)
    self.comparable = comparable
    count = ordered.count { $0.comparable(at) == comparable }
    let index = recorded.lastIndex(of: value) ?? recorded.count
    place = index + 1 < recorded.count ? index : nil
    let highest = ordered.compactMap(\.counter).max()
    raised = value.counter.flatMap { own in highest.map { own - $0 } }
  }
}

extension Value {
  /// The number by which it is counted once.
  fileprivate var counter: Int64? {
    if case .integer(let number)? = self[RecordKey.entry] { number } else { nil }
  }

  fileprivate mutating func setCounter(_ number: Int64) {
    self = setting([.member(RecordKey.entry)], to: .integer(number)) ?? self
  }
}

extension [Value] {
  /// Changes the counters of the elements that are there, and returns their number.
  @discardableResult fileprivate mutating func change(
    _ counters: [ValueChange.CounterChange], at: Instant, _ content: MovedContent
  ) -> Int {
    var rest = counters
    for index in indices {
      let place = rest.firstIndex { $0.element == self[index].comparable(at) }
      guard let place else { continue }
      let change = rest.remove(at: place).change
      self[index] = change.applied(to: self[index], at: at, content) ?? self[index]
    }
    return counters.count - rest.count
  }

  /// The elements that `others` lack, each as often as it is missing there, and those that they
  /// share.
  fileprivate func parted(
    by others: [Value], _ at: Instant
  ) -> (own: [Value], shared: [Value]) {
    var rest = others.map { $0.comparable(at) }
    var parts: (own: [Value], shared: [Value]) = ([], [])
    for element in self {
      if let place = rest.firstIndex(of: element.comparable(at)) {
        rest.remove(at: place)
        parts.shared.append(element)
      } else {
        parts.own.append(element)
      }
    }
    return parts
  }
}
