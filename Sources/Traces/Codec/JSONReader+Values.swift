import Diagnostics
import EventSourcing
import JSON

extension JSONReader {
  public mutating func integer(_ value: Int64) throws(JSONError) -> Int64 {
    guard startsNumber else { throw expected("a whole number") }
    let start = scanner.position
    let number = try scanner.integer()
    if isUnsigned, value > 0, number < 0 { throw tooSmall(from: start) }
    return number
  }

  public mutating func boolean(_ value: Bool) throws(JSONError) -> Bool {
    if scanner.take("true") { return true }
    if scanner.take("false") { return false }
    throw expected("true or false")
  }

  public mutating func text(_ value: String) throws(JSONError) -> String {
    guard scanner.next == UInt8(ascii: "\"") else { throw expected("text") }
    return scanner.text(try scanner.string())
  }

  @inline(__always)
  public mutating func personal(_ value: String) throws(JSONError) -> String { try text(value) }

  public mutating func open(_ value: String) throws(JSONError) -> String {
    if scanner.next == UInt8(ascii: "\"") { return try text(value) }
    let start = scanner.position
    switch scanner.next {
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanner.skipValue()
    default: throw expected("text, a number or a truth value")
    }
    return scanner.text(JSONString(start: start, end: scanner.position, escaped: false))
  }

  public mutating func instant(_ value: Instant) throws(JSONError) -> Instant {
    guard startsNumber else { throw expected("a moment in milliseconds since 1970") }
    return Instant(milliseconds: try scanner.integer())
  }

  public mutating func span(_ value: TimeSpan) throws(JSONError) -> TimeSpan {
    let start = scanner.position
    let span = try span()
    if isUnsigned, value > .zero, span < .zero { throw tooSmall(from: start) }
    return span
  }

  private mutating func span() throws(JSONError) -> TimeSpan {
    if startsNumber { return TimeSpan(milliseconds: try scanner.integer()) }
    let start = scanner.position
    guard scanner.next == UInt8(ascii: "\"") else {
      throw expected("a length of time: milliseconds, or text such as \"15m\"")
    }
    let written = scanner.text(try scanner.string())
    guard let span = TimeSpan(text: written) else {
      throw JSONError(
        .refused(
          "'\(written)' is not a length of time",
          proposal: "write milliseconds, or text such as \"1m30s\""),
        at: start, to: scanner.position)
    }
    return span
  }

  public mutating func choice<C: Choice>(_ value: C) throws(JSONError) -> C {
    guard scanner.next == UInt8(ascii: "\"") else {
      throw expected("one of \(C.names.joined(separator: ", "))")
    }
    let string = try scanner.string()
    for choice in C.allCases where scanner.holds(choice.rawValue, at: string) { return choice }
    throw unknown(string, among: C.names)
  }

  private func unknown(_ string: JSONString, among names: [String]) -> JSONError {
    let written = scanner.text(string)
    let known = names.joined(separator: ", ")
    return JSONError(
      .unknown("'\(written)' is none of \(known)", written, among: names), at: string.start,
      to: string.end)
  }

  @inline(__always)
  private var startsNumber: Bool {
    scanner.next &- 0x30 <= 9 || scanner.next == UInt8(ascii: "-")
  }

  /// The error for a value below zero that has just been read.
  private func tooSmall(from start: Int) -> JSONError {
    let written = scanner.text(JSONString(start: start, end: scanner.position, escaped: false))
    return JSONError(
      .refused("\(written) is too small", proposal: "write 0 or more"), at: start,
      to: scanner.position)
  }

  /// The error for a value of another type at the scanner's position.
  func expected(_ what: String) -> JSONError {
    var ahead = scanner
    // What is no JSON at all is said first.
    do { try ahead.skipValue() } catch { return error }
    return JSONError(
      .refused("expected \(what)", proposal: ""), at: scanner.position, to: ahead.position)
  }
}

extension Choice {
  static var names: [String] { allCases.map { $0.rawValue } }
}

extension JSONReader {
  /// Opens an object and returns the one around it.
  mutating func open() throws(JSONError) -> ObjectFrame {
    guard scanner.next == UInt8(ascii: "{") else { throw expected("an object") }
    let (outer, owner) = (frame, try enter())
    frame = ObjectFrame(owner: owner, next: owner + 1)
    return outer
  }

  /// Leaves the object, in which nothing unread may be left, for the one around it.
  mutating func close(_ outer: ObjectFrame, fields: () -> [Schema.Field]) throws(JSONError) {
    if anyOrder {
      try refuseUnread(fields)
      scanner.position = members[frame.owner].end
    } else if !scanner.take(UInt8(ascii: "}")) {
      throw JSONError(.otherOrder, at: scanner.position)
    }
    frame = outer
    frame.isFresh = false
  }

  /// Passes over the brace or bracket that opens the value of a member, and returns the member;
  /// the first one of a text is found together with all that stand in it.
  @inline(__always)
  mutating func enter() throws(JSONError) -> Int {
    let start = scanner.position
    if anyOrder, members.isEmpty {
      place = 0
      try index(Member(value: start, previous: 0), depth: 0)
    }
    scanner.position = start + 1
    if anyOrder { scanner.skipSpace() }
    return place
  }

  /// Takes down a member that is an object or a list, and behind it all that stands in it.
  private mutating func index(_ member: Member, depth: Int) throws(JSONError) {
    if depth > JSONScanner.depthLimit { throw JSONError(.tooDeep, at: scanner.position) }
    let place = members.count
    members.append(member)
    let isObject = scanner.next == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    scanner.position += 1
    scanner.skipSpace()
    if !scanner.take(close) {
      var inner = Member(value: 0, previous: 0)
      repeat {
        if isObject { inner.name = try scanner.memberName() } else { scanner.skipSpace() }
        inner.value = scanner.position
        inner.next = members.count + 1
        if scanner.next == UInt8(ascii: "{") || scanner.next == UInt8(ascii: "[") {
          try index(inner, depth: depth + 1)
        } else {
          try scanner.skipValue()
          inner.end = scanner.position
          members.append(inner)
        }
        inner.previous = inner.next - 1
      } while try scanner.another(before: close)
    }
    members[place].end = scanner.position
    members[place].next = members.count
  }

  /// Goes to the value of the member `name`; false where there is none.
  @inline(__always)
  mutating func find(_ name: StaticString) throws(JSONError) -> Bool {
    guard anyOrder else { return takeNext(name) }
    guard let member = member(name) else { return false }
    go(to: member)
    return true
  }

  /// Goes to the value of a member.
  mutating func go(to member: Int) {
    place = member
    scanner.position = members[member].value
  }

  func missing(_ name: StaticString) -> JSONError {
    guard anyOrder else { return JSONError(.otherOrder, at: scanner.position) }
    return JSONError(
      .missing("\(name)"), at: members[frame.owner].value, to: members[frame.owner].end)
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

  /// The member `name` of the object, which counts as read from now on; `nil` where there is none.
  mutating func member(_ name: StaticString) -> Int? {
    let (first, end) = (frame.owner + 1, members[frame.owner].next)
    // Most often the members are in order and only spaced in another way, or the other way round.
    var place = frame.next
    if place >= end || !isUnread(place, name) { place = frame.previous }
    if place != frame.next, place < first || !isUnread(place, name) {
      place = first
      while place < end, !isUnread(place, name) { place = members[place].next }
      if place == end { return nil }
    }
    members[place].isRead = true
    (frame.previous, frame.next) = (members[place].previous, members[place].next)
    return place
  }

  @inline(__always)
  private func isUnread(_ place: Int, _ name: StaticString) -> Bool {
    !members[place].isRead && scanner.holds(name, at: members[place].name)
  }

  /// Goes through the members of the object that are not read.
  mutating func forEachUnread(
    _ body: (inout JSONReader, Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    var place = frame.owner + 1
    while place < members[frame.owner].next {
      if !members[place].isRead { try body(&self, place) }
      place = members[place].next
    }
  }

  private mutating func refuseUnread(_ fields: () -> [Schema.Field]) throws(JSONError) {
    lazy var known = fields().map { $0.name }
    try forEachUnread { (reader, member) throws(JSONError) in
      let place = reader.members[member].name
      let written = reader.scanner.text(place)
      if known.contains(written) {
        throw JSONError(.duplicate(written), at: place.start, to: place.end)
      }
      guard reader.lenient else { throw reader.unknownField(written, at: place, known) }
      reader.unknown.append(written)
    }
  }

  private func unknownField(
    _ written: String, at place: JSONString, _ known: [String]
  ) -> JSONError {
    let all = known.isEmpty ? "there are no fields here" : "known: \(known.joined(separator: ", "))"
    return JSONError(
      .unknown("unknown field '\(written)'", written, among: known, otherwise: all),
      at: place.start, to: place.end)
  }
}

extension JSONProblem {
  /// Describes a name that is none of `known`: the nearest of them was meant, or `otherwise` says
  /// what to write.
  public static func unknown(
    _ text: String, _ name: String, among known: [String], otherwise: String = ""
  ) -> JSONProblem {
    let near = suggestion(for: name, among: known)
    return .unknown(text, meant: near, proposal: near.map(didYouMean) ?? otherwise)
  }
}
