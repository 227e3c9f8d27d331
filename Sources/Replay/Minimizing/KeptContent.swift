import EventSourcing

/// The content of an effect that a trace has beside what the machine orders, with its origin: the
/// state behind the event, or an earlier event. A smaller trace has to have it there too.
struct KeptContent {
  /// The lists and records in it that stand in the state too, each with its place there among those
  /// of the same shape.
  private var structures: [(value: Value, place: Int)] = []
  /// The texts and instants in it that stand in the state.
  private var known: [Value] = []
  /// The texts in it that an event has brought and the state does not keep, with the names of
  /// their fields there; any field where the name is another one.
  private var brought: [(event: String, field: String?, text: String)] = []
  private let at: Instant

  /// Looks for the origin of recorded values.
  init(
    of values: [Value], at: Instant, state: Value?, events: [(name: String, value: Value)]
  ) {
    self.at = at
    let nodes = state?.nodes ?? []
    let structures = nodes.filter { $0.isStructure }
    for value in values.flatMap(\.nodes) where value.isStructure {
      let alike = structures.filter { $0.shape == value.shape }
      if let place = alike.firstIndex(of: value) { self.structures.append((value, place)) }
    }
    let leaves = values.flatMap { self.leaves(of: $0) }
    let stored = KeptContent.leaves(in: nodes, at)
    known = leaves.map { $0.value.comparable(at) }.filter(stored.contains)
    for (field, value) in leaves {
      guard let text = value.text, !known.contains(value) else { continue }
      for name in text.isEmpty ? [field] : [field, nil] {
        let last = events.last { $0.value.has(text, inFieldNamed: name) }
        guard let last else { continue }
        brought.append((last.name, name, text))
        break
      }
    }
  }

  /// The texts and instants of a value outside of the structures that the state has.
  private func leaves(
    of value: Value, in field: String? = nil
  ) -> [(field: String?, value: Value)] {
    if structures.contains(where: { $0.value == value }) { return [] }
    switch value {
    case .list(let elements): return elements.flatMap { leaves(of: $0, in: field) }
    case .fields(let fields): return fields.flatMap { leaves(of: $0.value, in: $0.name) }
    case .text, .personal, .instant: return [(field, value)]
    case .null, .boolean, .integer, .span: return []
    }
  }

  private static func leaves(in nodes: [Value], _ at: Instant) -> Set<Value> {
    Set(nodes.filter { $0.isLeaf }.map { $0.comparable(at) })
  }

  /// The content as it is behind an event at `now`.
  func moved(to now: Instant, _ state: @escaping () -> Value?) -> MovedContent {
    MovedContent(structures: structures, span: now - at, state: state)
  }

  /// Whether the state behind an event at `now` has all that it had.
  func isKnown(to state: () -> Value?, at now: Instant) -> Bool {
    if known.isEmpty { return true }
    let leaves = KeptContent.leaves(in: state()?.nodes ?? [], now)
    return known.allSatisfy(leaves.contains)
  }

  /// Whether events bring what they brought.
  func isBrought(by events: some Sequence<(name: String, value: Value)>) -> Bool {
    brought.allSatisfy { origin, field, text in
      events.contains { $0.name == origin && $0.value.has(text, inFieldNamed: field) }
    }
  }
}

extension Value {
  /// Whether a text stands in it, in a field of this name if one is given.
  fileprivate func has(_ text: String, inFieldNamed name: String?, field: String? = nil) -> Bool {
    switch self {
    case .fields(let fields):
      fields.contains { $0.value.has(text, inFieldNamed: name, field: $0.name) }
    case .list(let elements): elements.contains { $0.has(text, inFieldNamed: name, field: field) }
    case .text(let own), .personal(let own): own == text && (name == nil || name == field)
    case .null, .boolean, .integer, .instant, .span: false
    }
  }

  /// Whether it has members by which it is recognised.
  fileprivate var isStructure: Bool {
    switch self {
    case .list(let elements): !elements.isEmpty
    case .fields(let fields): fields.count > 1
    case .null, .boolean, .integer, .text, .personal, .instant, .span: false
    }
  }

  fileprivate var isLeaf: Bool {
    switch self {
    case .text, .personal, .instant: true
    case .null, .boolean, .integer, .span, .list, .fields: false
    }
  }
}

/// The content of an effect, as a smaller trace has it behind its event.
final class MovedContent {
  private let structures: [(value: Value, place: Int)]
  private let span: TimeSpan
  private let state: () -> Value?
  private lazy var stored = state()?.nodes.filter { $0.isStructure } ?? []

  init(
    structures: [(value: Value, place: Int)], span: TimeSpan, state: @escaping () -> Value?
  ) {
    self.structures = structures
    self.span = span
    self.state = state
  }

  /// Whether the state has a list or record like this one.
  func isStored(_ value: Value) -> Bool { structures.contains { $0.value == value } }

  /// A recorded value: its structures as the state has them, its other instants as far from the
  /// event; `nil` where the state lacks some of it.
  func moved(_ value: Value) -> Value? {
    if let (_, place) = structures.first(where: { $0.value == value }) {
      return stored.lazy.filter { $0.shape == value.shape }.dropFirst(place).first
    }
    switch value {
    case .list(let elements):
      let found = elements.compactMap { moved($0) }
      return found.count == elements.count ? .list(found) : nil
    case .fields(let fields):
      let found = fields.compactMap { field in
        moved(field.value).map { Value.Field(name: field.name, value: $0) }
      }
      return found.count == fields.count ? .fields(found) : nil
    case .null, .boolean, .integer, .text, .personal, .instant, .span:
      return value.moved(by: span)
    }
  }
}
