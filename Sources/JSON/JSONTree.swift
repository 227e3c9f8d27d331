/// A JSON value about which nothing is known in advance, as in files of other programs.
public enum JSONTree: Hashable, Sendable {
  /// Members in the order of the text.
  case object([Member])
  case list([JSONTree])
  case text(String)
  /// A number as it is written: it may be fractional, or longer than 64 bits.
  case number(String)
  case boolean(Bool)
  case null

  /// A name with its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value under the name.
    public var value: JSONTree

    /// Names a value.
    public init(_ name: String, _ value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// Reads bytes that are one value and nothing else.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    self = try scanner.tree()
    scanner.skipSpace()
    guard scanner.atEnd else {
      throw JSONError(.expected("nothing after the value"), at: scanner.position)
    }
  }

  /// Reads bytes that are one value and nothing else.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try JSONTree(bytes) }
  }

  /// The member `name` of an object; `nil` where there is none.
  public subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns the value at a path of names and indexes, such as `user.tags.0`.
  ///
  /// A member whose name has the dots itself goes first.
  public func value(at path: Substring) -> JSONTree? {
    if let whole = self[String(path)] { return whole }
    for dot in path.indices where path[dot] == "." {
      guard let part = child(path[..<dot]) else { continue }
      if let found = part.value(at: path[path.index(after: dot)...]) { return found }
    }
    return child(path)
  }

  private func child(_ name: Substring) -> JSONTree? {
    if case .list(let elements) = self {
      return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
    return self[String(name)]
  }

  /// The text of a string or a number.
  public var text: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let value): String(value)
    case .object, .list, .null: nil
    }
  }

  /// The members of an object; none for any other value.
  public var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension JSONTree {
  /// Writes the value without spaces, its members in their order.
  public func write(to sink: inout some JSONSink) {
    switch self {
    case .object(let members):
      sink.put(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { sink.put(UInt8(ascii: ",")) }
        sink.put(string: member.name)
        sink.put(UInt8(ascii: ":"))
        member.value.write(to: &sink)
      }
      sink.put(UInt8(ascii: "}"))
    case .list(let elements):
      sink.put(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { sink.put(UInt8(ascii: ",")) }
        element.write(to: &sink)
      }
      sink.put(UInt8(ascii: "]"))
    case .text(let text): sink.put(string: text)
    case .number(let digits): for byte in digits.utf8 { sink.put(byte) }
    case .boolean(let value): sink.put(value ? "true" as StaticString : "false")
    case .null: sink.put("null")
    }
  }

  /// The value as bytes.
  public var bytes: [UInt8] {
    var buffer = JSONBuffer()
    write(to: &buffer)
    return buffer.bytes
  }
}

extension JSONScanner {
  // Where this is inlined, the optimiser of Embedded Swift 6.3 stops with a verification error.
  /// Reads any value.
  @inline(never)
  public mutating func tree() throws(JSONError) -> JSONTree { try tree(depth: 0) }

  private mutating func tree(depth: Int) throws(JSONError) -> JSONTree {
    skipSpace()
    if depth > JSONScanner.depthLimit { throw JSONError(.tooDeep, at: position) }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(text(try string()))
    case UInt8(ascii: "t"): return try literal("true", .boolean(true))
    case UInt8(ascii: "f"): return try literal("false", .boolean(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      try skipNumber()
      return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    default: throw JSONError(.expected("a value"), at: position)
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONTree {
    position += 1
    skipSpace()
    var members: [JSONTree.Member] = []
    var names: Set<String> = []
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      let place = try memberName()
      let name = text(place)
      guard names.insert(name).inserted else {
        throw JSONError(.duplicate(name), at: place.start, to: place.end)
      }
      members.append(JSONTree.Member(name, try tree(depth: depth + 1)))
    } while try another(before: UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func list(depth: Int) throws(JSONError) -> JSONTree {
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return .list([]) }
    var elements: [JSONTree] = []
    repeat {
      elements.append(try tree(depth: depth + 1))
    } while try another(
      before: UInt8(ascii: "]"))
    return .list(elements)
  }

  private mutating func literal(
    _ text: StaticString, _ value: JSONTree
  ) throws(JSONError) -> JSONTree {
    guard take(text) else { throw JSONError(.expected("a value"), at: position) }
    return value
  }
}
