import EventSourcing

/// The visitor that makes one part of a value simpler: left out, shorter, rounder, or the first of
/// its kind.
///
/// The parts are numbered over all that could be simpler; each change makes the value smaller by a
/// measure of its own, so that simplifying comes to an end.
package struct Simplifier: ValueRewriter {
  /// The number of the change that is made.
  private let wanted: Int
  private var next = 0
  /// Whether the change came up.
  private(set) var hasChanged = false
  /// The field that stays as it is, where there is one: the number of a request.
  private let kept: String

  /// The numbers in whose place each number is tried first.
  private let plain: [Int64]

  private init(change wanted: Int, keeping kept: String, plain: [Int64]) {
    self.wanted = wanted
    self.kept = kept
    self.plain = plain
  }

  /// Makes one version of `value` with one part simpler, by its number in the order in which they
  /// are tried; `nil` where there are fewer.
  package static func version<T>(
    _ number: Int, of value: T, keeping kept: String = "", plain: [Int64] = [0, 1, 200],
    _ visit: (T, inout Simplifier) -> T
  ) -> T? {
    var simplifier = Simplifier(change: number, keeping: kept, plain: plain)
    let version = visit(value, &simplifier)
    return simplifier.hasChanged ? version : nil
  }

  /// Offers so many simpler values, of which only the wanted one is made.
  private mutating func offer<T>(_ value: T, count: Int, _ make: (Int) -> T) -> T {
    if hasChanged { return value }
    let place = wanted - next
    next += count
    guard place < count else { return value }
    hasChanged = true
    return make(place)
  }

  private mutating func offer<T>(_ value: T, _ simpler: @autoclosure () -> [T]) -> T {
    if hasChanged { return value }
    let all = simpler()
    return offer(value, count: all.count) { all[$0] }
  }

  package mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    hasChanged || name.isSame(as: kept) ? value : value.described(by: &self)
  }

  package mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    guard let value else { return nil }
    let offered = offer(Optional(value), [nil])
    return hasChanged ? offered : required(name, value, summary)
  }

  package mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    if value == `default` { return value }
    let offered = offer(value, [`default`])
    return hasChanged ? offered : required(name, value, summary)
  }

  package mutating func integer(_ value: Int64) -> Int64 {
    let smaller = plain.filter { $0.magnitude < value.magnitude }
    return offer(value, smaller + value.rounderNumbers)
  }
  package mutating func boolean(_ value: Bool) -> Bool { offer(value, value ? [false] : []) }
  package mutating func text(_ value: String) -> String { offer(value, Self.shorter(value)) }
  package mutating func personal(_ value: String) -> String { offer(value, Self.shorter(value)) }
  package mutating func span(_ value: TimeSpan) -> TimeSpan { offer(value, value.rounder) }

  package mutating func choice<C: Choice>(_ value: C) -> C {
    offer(value, Array(C.allCases.prefix { $0 != value }))
  }

  package mutating func list<T: Described>(_ values: [T]) -> [T] {
    if values.isEmpty { return values }
    let offered = offer(values, count: values.count > 1 ? 1 + values.count : 1) { version in
      if version == 0 { return [] }
      var rest = values
      rest.remove(at: version - 1)
      return rest
    }
    return hasChanged ? offered : values.map { $0.described(by: &self) }
  }

  package mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    if values.entries.isEmpty { return values }
    let count = values.entries.count
    let offered = offer(values, count: count > 1 ? 1 + count : 1) { version in
      if version == 0 { return TextMap() }
      var rest = values
      rest[values.entries[version - 1].key] = nil
      return rest
    }
    if hasChanged { return offered }
    var result = values
    for entry in values.entries { result[entry.key] = entry.value.described(by: &self) }
    return result
  }

  private static func shorter(_ text: String) -> [String] {
    text.utf8.count > 1 ? ["a", "b"] : []
  }
}

extension TimeSpan {
  /// Shorter, rounder spans, the shortest first: zero, then whole units.
  package var rounder: [TimeSpan] {
    if milliseconds == 0 { return [] }
    let units: [TimeSpan] = [
      .seconds(1), .seconds(10), .minutes(1), .hours(1), .days(1),
    ]
    let sign: Int64 = milliseconds < 0 ? -1 : 1
    let length = self * sign
    let whole = units.reversed().map { unit in
      TimeSpan(milliseconds: length.milliseconds / unit.milliseconds * unit.milliseconds)
    }
    var result: [TimeSpan] = [.zero]
    for candidate in units + whole where candidate < length && !result.contains(candidate * sign) {
      result.append(candidate * sign)
    }
    return result
  }
}

extension Int64 {
  /// The number with zeros in place of its last digits, most of them first. A number that is round
  /// already, such as 4, has none.
  fileprivate var rounderNumbers: [Int64] {
    var result: [Int64] = []
    var unit: Int64 = 10
    while magnitude >= unit.magnitude {
      let round = self / unit * unit
      if round != self { result.append(round) }
      if unit > .max / 10 { break }
      unit *= 10
    }
    return result.reversed()
  }
}
