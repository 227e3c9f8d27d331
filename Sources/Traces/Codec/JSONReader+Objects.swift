import Diagnostics
import EventSourcing
import JSON

extension JSONReader {
  /// Opens an object and returns the one around it.
  mutating func open() throws(JSONError) -> ObjectFrame {
    let outer = frame
    let start = scanner.position
    guard scanner.take(UInt8(ascii: "{")) else { throw expected("an object") }
    frame = ObjectFrame(start: start, first: members.count, next: members.count)
    if anyOrder { try indexMembers() }
    return outer
  }

  /// Leaves the object, in which nothing unread may be left, for the one around it.
  mutating func close(_ outer: ObjectFrame, fields: () -> [Schema.Field]) throws(JSONError) {
    if anyOrder {
      try refuseUnread(fields)
      members.removeLast(members.count - frame.first)
      scanner.position = frame.end
    } else if !scanner.take(UInt8(ascii: "}")) {
      throw JSONError(.otherOrder, at: scanner.position)
    }
    frame = outer
    frame.isFresh = false
  }

  /// Goes to the value of the member `name`; false where there is none.
  @inline(__always)
  mutating func find(_ name: StaticString) throws(JSONError) -> Bool {
    if anyOrder { return lookUp(name) }
    return takeNext(name)
  }

  func missing(_ name: StaticString) -> JSONError {
    guard anyOrder else { return JSONError(.otherOrder, at: scanner.position) }
    return JSONError(
      .refused("'\(name)' is missing here", proposal: "add \"\(name)\""), at: frame.start,
      to: frame.end)
  }

  /// Passes over `,"name":` when it comes next.
  @inline(never)
  private mutating func takeNext(_ name: StaticString) -> Bool {
    let start = scanner.position + (frame.isFresh ? 0 : 1)
    let count = name.utf8CodeUnitCount
    let end = start + count + 3
    guard end <= scanner.bytes.count, scanner.bytes[start] == UInt8(ascii: "\""),
      scanner.bytes[end - 2] == UInt8(ascii: "\""), scanner.bytes[end - 1] == UInt8(ascii: ":"),
      frame.isFresh || scanner.bytes[start - 1] == UInt8(ascii: ","),
      scanner.matches(name, at: start + 1)
    else { return false }
    scanner.position = end
    frame.isFresh = false
    return true
  }

  private mutating func indexMembers() throws(JSONError) {
    scanner.skipSpace()
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let name = try scanner.memberName()
        members.append(Member(name: name, value: scanner.position))
        try scanner.skipValue()
      } while try scanner.another(before: UInt8(ascii: "}"))
    }
    frame.end = scanner.position
  }

  private mutating func lookUp(_ name: StaticString) -> Bool {
    let count = members.count - frame.first
    for step in 0..<count {
      // Most often the members are in order and only spaced in another way.
      var index = frame.next + step
      if index >= members.count { index -= count }
      if !members[index].isRead, scanner.holds(name, at: members[index].name) {
        members[index].isRead = true
        frame.next = index + 1 < members.count ? index + 1 : frame.first
        scanner.position = members[index].value
        return true
      }
    }
    return false
  }

  private mutating func refuseUnread(_ fields: () -> [Schema.Field]) throws(JSONError) {
    for index in frame.first..<members.count where !members[index].isRead {
      let place = members[index].name
      let written = scanner.text(place)
      let known = fields().map { $0.name }
      if known.contains(written) {
        throw JSONError(.duplicate(written), at: place.start, to: place.end)
      }
      if lenient {
        unknown.append(written)
      } else {
        throw unknownField(written, at: place, known)
      }
    }
  }

  private func unknownField(
    _ written: String, at place: JSONString, _ known: [String]
  ) -> JSONError {
    let near = didYouMean(written, among: known)
    let all = known.isEmpty ? "there are no fields here" : "known: \(known.joined(separator: ", "))"
    return JSONError(
      .unknown("unknown field '\(written)'", proposal: near ?? all), at: place.start, to: place.end)
  }
}
