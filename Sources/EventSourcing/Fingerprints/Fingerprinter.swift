/// The visitor that makes fingerprints: 64 bits by which a search recognises a state.
///
/// It reads what states and events describe of themselves, so that a new field counts without a
/// change here. One fingerprinter is used again and again and keeps its storage.
public struct Fingerprinter: Visitor {
  public typealias Failure = Never

  /// The rules by which two states count as the same.
  public let scheme: FingerprintScheme
  /// Whether shared parts remember what they gave; only one scheme may use their memory.
  let usesMemory: Bool
  var part = FingerprintPart()
  var parties: [(name: String, part: FingerprintPart)] = []
  var partyCount = 0
  /// The places of the parties in the order of their names, while these stay the same.
  private var placesByName: [Int] = []
  private var field: StaticString = ""
  var horizon = Horizon.exact

  /// Makes fingerprints by `scheme`.
  public init(_ scheme: FingerprintScheme, usesMemory: Bool = false) {
    self.scheme = scheme
    self.usesMemory = usesMemory
  }

  /// Forgets what was shown and begins anew.
  public mutating func reset() {
    part.reset()
    partyCount = 0
  }

  /// Mixes in what stands outside any description.
  @inline(__always)
  public mutating func mix(_ word: UInt64) { part.mix(word) }

  /// Mixes in a name or another text that is never exchanged.
  public mutating func mix(_ text: String) {
    var text = text
    text.withUTF8 { part.mix($0) }
  }

  /// Mixes in a name of a vocabulary.
  public mutating func mix(_ name: StaticString) {
    name.withUTF8Buffer { part.mix($0) }
  }

  /// Mixes in an instant, as far as it counts.
  public mutating func mix(_ instant: Instant, counts horizon: Horizon) {
    part.add(.moment(instant, horizon))
  }

  /// Mixes in a number that a counter has handed out, as a field of this name would.
  public mutating func mix(_ number: Int64, as field: String) {
    self.field = scheme.numbers.first { $0.field.isSame(as: field) }?.field ?? ""
    _ = integer(number)
  }

  /// Shows an event or effect with its name.
  public mutating func show<W: Vocabulary>(_ value: W) {
    mix(value.name.text)
    _ = value.fields(&self)
  }

  /// Shows a shared value as `show` does, which is remembered.
  public mutating func show<Value>(
    _ value: Shared<Value>, _ show: (inout Fingerprinter, Value) -> Void
  ) {
    part.add(remembered(value, show))
  }

  /// Shows what else belongs to a party: beside its part of the state, where parties have parts of
  /// their own.
  public mutating func add(to party: String, _ show: (inout Fingerprinter) -> Void) {
    var index = parties[..<partyCount].firstIndex { $0.name == party }
    if index == nil, partyCount > 0 {
      addParty(party)
      index = partyCount - 1
    }
    guard let index else {
      mix(party)
      return show(&self)
    }
    swap(&part, &parties[index].part)
    show(&self)
    swap(&part, &parties[index].part)
  }

  mutating func addParty(_ name: String) {
    if partyCount == parties.count {
      parties.append((name, FingerprintPart()))
    } else {
      if parties[partyCount].name != name {
        parties[partyCount].name = name
        placesByName = []
      }
      parties[partyCount].part.reset()
    }
    partyCount += 1
  }

  /// The fingerprint of all that was shown, at `now`.
  ///
  /// Where parties are `exchangeable`, the names of those that have parts of their own do not
  /// count, only their parts.
  public mutating func fingerprint(at now: Instant, exchangeable: Bool = false) -> UInt64 {
    var result = FingerprintPart()
    var order: [Int] = []
    result.mix(part.digest(at: now, isExact: scheme.isExact, order: &order))
    if scheme.isExact { result.mix(UInt64(bitPattern: now.milliseconds)) }
    if !exchangeable { sortParties() }
    for index in exchangeable ? partiesInOrder(at: now) : placesByName {
      if exchangeable {
        // Whatever texts were met before, they are others in its place among the parties.
        order.append(-1)
      } else {
        var name = parties[index].name
        name.withUTF8 { result.mix($0) }
      }
      result.mix(parties[index].part.digest(at: now, isExact: scheme.isExact, order: &order))
    }
    return result.hash
  }

  /// The first instant after `now` at which time alone changes what instants allow; the distant
  /// future where there is none.
  public func edge(after now: Instant) -> Instant {
    var edge = part.edge(after: now)
    for index in 0..<partyCount { edge = min(edge, parties[index].part.edge(after: now)) }
    return edge
  }

  /// Sorts the parties by name: the order in which they were first heard of decides nothing,
  /// although `==` sees it.
  private mutating func sortParties() {
    if placesByName.count == partyCount { return }
    placesByName = Array(0..<partyCount)
    if !scheme.isExact {
      placesByName.sort { [parties] in precedes(parties[$0].name, parties[$1].name) }
    }
  }

  /// The parties in an order that does not depend on their names.
  private func partiesInOrder(at now: Instant) -> [Int] {
    let digests = parties[..<partyCount].map { party in
      var order: [Int] = []
      return party.part.digest(at: now, isExact: scheme.isExact, order: &order)
    }
    return (0..<partyCount).sorted { digests[$0] < digests[$1] }
  }
}

// MARK: - Values

extension Fingerprinter {
  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    field = name
    return value.described(by: &self)
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    guard let value else {
      mix(0)
      return nil
    }
    mix(1)
    field = name
    return value.described(by: &self)
  }

  public mutating func integer(_ value: Int64) -> Int64 {
    switch scheme.meaning(of: field) {
    case .counter(let counter): part.add(.number(value, counter: counter))
    case .upTo(let limit): mix(UInt64(bitPattern: min(value, limit)))
    case nil: mix(UInt64(bitPattern: value))
    }
    return value
  }

  public mutating func boolean(_ value: Bool) -> Bool {
    mix(value ? 1 : 0)
    return value
  }

  public mutating func text(_ value: String) -> String { exchanged(value) }
  public mutating func personal(_ value: String) -> String { exchanged(value) }

  public mutating func instant(_ value: Instant) -> Instant {
    part.add(.moment(value, horizon))
    return value
  }

  public mutating func span(_ value: TimeSpan) -> TimeSpan {
    mix(UInt64(bitPattern: value.milliseconds))
    return value
  }

  public mutating func choice<C: Choice>(_ value: C) -> C {
    mix(value.rawValue)
    return value
  }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    mix(value == nil ? 0 : 1)
    return value?.described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] {
    mix(UInt64(truncatingIfNeeded: values.count))
    for value in values { _ = value.described(by: &self) }
    return values
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    mix(UInt64(truncatingIfNeeded: values.entries.count))
    for entry in values.entries {
      mix(entry.key)
      _ = entry.value.described(by: &self)
    }
    return values
  }

  public mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }

  /// The part that it gives is remembered for all copies.
  public mutating func shared<T: Described>(_ value: Shared<T>) -> Shared<T> {
    // What is remembered holds wherever the value is shown.
    if horizon != .exact { return Shared(value.value.described(by: &self)) }
    part.add(remembered(value) { _ = $1.described(by: &$0) })
    return value
  }

  private mutating func exchanged(_ value: String) -> String {
    if let place = scheme.exchangePlace(of: value) {
      mix(UInt64(truncatingIfNeeded: scheme.exchangeClass(at: place)))
      part.add(.text(place))
    } else {
      mix(value)
    }
    return value
  }
}
