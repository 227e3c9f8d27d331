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
  /// Whether a number or length of time above zero must not be replaced by one below it.
  var isUnsigned = false
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
    // To insert names that fall one by one would move all others each time: these wait.
    var late: [TextMap<T>.Entry] = []
    var names: Set<[UInt8]> = []
    var element = owner + 1
    repeat {
      let name = try scanner.memberName()
      let key = scanner.text(name)
      let isLate = result.entries.last.map { !precedes($0.key, key) } ?? false
      if isLate, names.isEmpty { names = Set(result.entries.map { Array($0.key.utf8) }) }
      if !names.isEmpty, !names.insert(Array(key.utf8)).inserted {
        throw JSONError(.duplicate(key), at: name.start, to: name.end)
      }
      place = element
      let value = try sample.described(by: &self)
      if isLate { late.append(TextMap.Entry(key: key, value: value)) } else { result[key] = value }
      if anyOrder { element = members[element].next }
    } while try scanner.another(before: UInt8(ascii: "}"))
    if late.isEmpty { return result }
    var sorted = TextMap<T>()
    for entry in (result.entries + late).sorted(by: { precedes($0.key, $1.key) }) {
      sorted[entry.key] = entry.value
    }
    return sorted
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
