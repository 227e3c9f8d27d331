import EventSourcing
import JSON

/// The visitor that rebuilds described values from JSON.
///
/// It first assumes the members in the order described and without spaces, as our own writer
/// sets them, and throws `otherOrder` where that does not hold; its owner then starts again with
/// `anyOrder`, which goes through the text once for an index of all members in it.
public struct JSONReader: Visitor {
  public typealias Failure = JSONError

  /// The scanner, with the bytes that are read.
  public var scanner: JSONScanner
  /// Whether members may stand in any order, with spaces and escapes.
  public var anyOrder = false
  /// Whether a member left out keeps the value shown, for values read on top of defaults.
  public var partial = false
  /// Whether unknown members are noted in `unknown` instead of refused.
  public var lenient = false
  /// The unknown members that a lenient reader has passed over.
  public var unknown: [String] = []

  var frame = ObjectFrame()
  /// The index of a text in any order: the whole first, and behind each what stands in it.
  var members: [Member] = []
  /// The member, in `members`, whose value is read next.
  var place = 0

  /// A member of an object, or an element of a list.
  struct Member {
    var name = JSONString(start: 0, end: 0, escaped: false)
    /// The first byte of its value, and the byte after it.
    var value: Int
    var end = 0
    /// Its neighbours in the same object or list.
    var previous: Int
    var next = 0
    var isRead = false
  }

  struct ObjectFrame {
    /// The member whose value it is.
    var owner = 0
    /// The members beside the one read last.
    var previous = 0
    var next = 0
    /// Whether no member has been read yet, for the fixed order.
    var isFresh = true
  }

  /// Reads from `scanner`'s position on.
  public init(_ scanner: JSONScanner) { self.scanner = scanner }

  @inline(__always)
  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) throws(JSONError) -> T {
    guard try find(name) else {
      if partial { return value }
      throw missing(name)
    }
    return try value.described(by: &self)
  }

  @inline(__always)
  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) throws(JSONError) -> T? {
    guard try find(name) else { return partial ? value : nil }
    // Other writers have a member for what is absent.
    if scanner.take("null") { return nil }
    return try (value ?? T.sample).described(by: &self)
  }

  @inline(__always)
  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) throws(JSONError) -> T {
    guard try find(name) else { return partial ? value : `default` }
    return try value.described(by: &self)
  }

  @inline(__always)
  public mutating func nullable<T: Described>(_ value: T?) throws(JSONError) -> T? {
    if scanner.take("null") { return nil }
    return try (value ?? T.sample).described(by: &self)
  }

  public mutating func list<T: Described>(_ values: [T]) throws(JSONError) -> [T] {
    guard scanner.next == UInt8(ascii: "[") else { throw expected("a list") }
    let (owner, outer) = (try enter(), partial)
    if scanner.take(UInt8(ascii: "]")) { return [] }
    partial = false
    defer { partial = outer }
    let sample = T.sample
    var result: [T] = []
    var element = owner + 1
    repeat {
      scanner.skipSpace()
      place = element
      result.append(try sample.described(by: &self))
      if anyOrder { element = members[element].next }
    } while try scanner.another(before: UInt8(ascii: "]"))
    return result
  }

  public mutating func map<T: Described>(_ values: TextMap<T>) throws(JSONError) -> TextMap<T> {
    guard scanner.next == UInt8(ascii: "{") else { throw expected("an object") }
    let (owner, outer) = (try enter(), partial)
    if scanner.take(UInt8(ascii: "}")) { return TextMap() }
    partial = false
    defer { partial = outer }
    let sample = T.sample
    var result = TextMap<T>()
    var late: LateMembers<T> = []
    var element = owner + 1
    do throws(JSONError) {
      repeat {
        let name = try scanner.memberName()
        let key = scanner.text(name)
        place = element
        if result.entries.last.map({ precedes($0.key, key) }) ?? true {
          result[key] = try sample.described(by: &self)
        } else {
          late.append((name, TextMap.Entry(key: key, value: sample)))
          late[late.count - 1].entry.value = try sample.described(by: &self)
        }
        if anyOrder { element = members[element].next }
      } while try scanner.another(before: UInt8(ascii: "}"))
    } catch {
      // A name that came again before it is the first fault.
      _ = try result.merged(with: late)
      throw error
    }
    return late.isEmpty ? result : try result.merged(with: late)
  }

  @inline(__always)
  public mutating func record<R: Record>(_ value: R) throws(JSONError) -> R {
    let outer = try open()
    let result = try value.fields(&self)
    try close(outer) { SchemaMaker.fields(of: value) }
    return result
  }

  /// Reads an object whose members are the fields of `sample`'s case.
  @inline(__always)
  public mutating func data<V: Vocabulary>(like sample: V) throws(JSONError) -> V {
    let outer = try open()
    let result = try sample.fields(&self)
    try close(outer) { SchemaMaker.fields(of: sample) }
    return result
  }
}

extension JSONReader {
  /// Reads a text with members in any order; `body` says what it holds, and may be asked twice.
  public static func read<Result>(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(JSONScanner(bytes))
      if let result = try? body(&reader) { return result }
      reader = JSONReader(JSONScanner(bytes))
      reader.anyOrder = true
      return try body(&reader)
    }
  }
}

/// Members of a map that do not come behind all others before them, with the places of their names.
private typealias LateMembers<T: Described> = [(name: JSONString, entry: TextMap<T>.Entry)]

extension TextMap {
  /// Adds members in the order of their names, so that none moves others; throws for the first
  /// whose name came before.
  fileprivate func merged(with late: LateMembers<Value>) throws(JSONError) -> TextMap {
    let order = late.indices.sorted { left, right in
      let (first, second) = (late[left].entry.key, late[right].entry.key)
      return precedes(first, second) || (left < right && !precedes(second, first))
    }
    let pairs = zip(order, order.dropFirst())
    let again =
      order.filter { self[late[$0].entry.key] != nil }
      + pairs.filter { !precedes(late[$0].entry.key, late[$1].entry.key) }.map { $0.1 }
    if let first = again.min() {
      let (name, entry) = late[first]
      throw JSONError(.duplicate(entry.key), at: name.start, to: name.end)
    }
    var result = TextMap()
    var (mine, others) = (entries[...], order[...])
    while let place = others.first {
      let entry = late[place].entry
      if let own = mine.first, precedes(own.key, entry.key) {
        result[own.key] = mine.removeFirst().value
      } else {
        result[entry.key] = entry.value
        others.removeFirst()
      }
    }
    for entry in mine { result[entry.key] = entry.value }
    return result
  }
}
