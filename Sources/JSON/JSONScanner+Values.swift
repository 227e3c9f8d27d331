extension JSONScanner {
  /// Passes over one value of any kind, space before it included, and finds what is wrong in it.
  public mutating func skipValue(depth: Int = 1) throws(JSONError) {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["): try skipList(depth: depth)
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    default: throw JSONError(.expected("a value"), at: position)
    }
  }

  /// Reads a member's name with the colon after it; stands before the value then.
  @inlinable @inline(__always)
  public mutating func memberName() throws(JSONError) -> JSONString {
    skipSpace()
    guard next == UInt8(ascii: "\"") else {
      throw JSONError(.expected("a name in quotes"), at: position)
    }
    let name = try string()
    try expect(UInt8(ascii: ":"), "':' after the name")
    skipSpace()
    return name
  }

  /// Passes over what separates two members or elements; false at `close`, which is read too.
  @inlinable @inline(__always)
  public mutating func another(before close: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    if take(close) { return false }
    guard take(UInt8(ascii: ",")) else {
      let what = close == UInt8(ascii: "}") ? "',' or '}'" : "',' or ']'"
      throw JSONError(.expected(what), at: position)
    }
    return true
  }

  private mutating func skip(_ literal: StaticString) throws(JSONError) {
    guard take(literal) else { throw JSONError(.expected(literal.description), at: position) }
  }

  private mutating func skipObject(depth: Int) throws(JSONError) {
    if depth > JSONScanner.depthLimit { throw JSONError(.tooDeep, at: position) }
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      _ = try memberName()
      try skipValue(depth: depth + 1)
    } while try another(before: UInt8(ascii: "}"))
  }

  private mutating func skipList(depth: Int) throws(JSONError) {
    if depth > JSONScanner.depthLimit { throw JSONError(.tooDeep, at: position) }
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return }
    repeat { try skipValue(depth: depth + 1) } while try another(before: UInt8(ascii: "]"))
  }
}
