import Diagnostics
import EventSourcing
import JSON

/// The members of a line around its data.
enum Envelope {
  case record(TraceLine)
  case end(last: Int64, hash: UInt64)
  /// Nothing but names that a lenient reader passes over says what it is.
  case unknown

  /// Finds the members of a line in our writer's own form; `nil` for any other.
  ///
  /// The data of an event or effect is taken to be the last member where the line ends as an object
  /// in an object does, and is not looked at.
  @inline(__always)
  static func ownForm(_ bytes: UnsafeBufferPointer<UInt8>) -> TraceLine? {
    var scanner = JSONScanner(bytes)
    // To read no number costs more than all else; most others write a space here.
    guard scanner.take("{\"seq\":"), scanner.next != UInt8(ascii: " ") else { return nil }
    do {
      var line = TraceLine()
      line.seq = try scanner.integer()
      guard scanner.take(",\"at\":") else { return nil }
      line.at = Instant(milliseconds: try scanner.integer())
      if scanner.take(",\"party\":") { line.partyName = try scanner.string() }
      if scanner.take(",\"event\":") {
        line.kind = .event
      } else if scanner.take(",\"effect\":") {
        line.kind = .effect
      } else if scanner.take(",\"snapshot\":") {
        // It is handed on as it stands, so that it has to be one value, and the last one.
        let start = scanner.position
        try scanner.skipValue()
        guard scanner.position == bytes.count - 1, bytes[scanner.position] == UInt8(ascii: "}")
        else { return nil }
        line.kind = .snapshot
        line.data = start..<scanner.position
        return line
      } else {
        return nil
      }
      line.content = try scanner.string()
      if scanner.take(",\"cause\":") { line.cause = try scanner.integer() }
      let brace = UInt8(ascii: "}")
      guard scanner.take(",\"data\":"), bytes[bytes.count - 1] == brace,
        bytes[bytes.count - 2] == brace
      else { return nil }
      line.data = scanner.position..<max(scanner.position, bytes.count - 1)
      return line
    } catch {
      return nil
    }
  }
}

extension JSONReader {
  /// Opens the object that is a line, with its members in any order.
  mutating func openLine(_ what: String) throws(JSONError) {
    anyOrder = true
    members.removeAll(keepingCapacity: true)
    scanner.skipSpace()
    guard scanner.next == UInt8(ascii: "{") else {
      throw JSONError(.expected(what), at: scanner.position)
    }
    _ = try open()
    scanner.position = members[0].end
    scanner.skipSpace()
    if !scanner.atEnd {
      throw JSONError(
        .expected("the end of the line"), at: scanner.position, to: scanner.bytes.count)
    }
  }

  /// Finds the members of any line and whatever is wrong with it; unknown members are refused, or
  /// handed to `passOver` where there is one.
  mutating func envelope(
    passOver: ((JSONError) -> Void)? = nil
  ) throws(JSONError) -> Envelope {
    try openLine("a record: an object in braces")
    var (seq, at, party, cause, data, end, hash): (Int?, Int?, Int?, Int?, Int?, Int?, Int?)
    var (first, second): ((kind: ErasedRecord.Kind, member: Int)?, Int?)
    var isForeign = false
    try forEachUnread { (reader, member) throws(JSONError) in
      let name = reader.members[member].name
      func take(_ text: StaticString, _ place: inout Int?) -> Bool {
        guard place == nil, reader.scanner.holds(text, at: name) else { return false }
        place = member
        return true
      }
      if take("seq", &seq) || take("at", &at) || take("party", &party) { return }
      if take("data", &data) || take("cause", &cause) { return }
      if take("end", &end) || take("hash", &hash) { return }
      let kind = ErasedRecord.Kind.allCases.first { reader.scanner.holds($0.rawValue, at: name) }
      if let kind, kind != first?.kind {
        if first == nil { first = (kind, member) } else { second = member }
        return
      }
      let error = reader.unexpected(name)
      guard let passOver, error.isUnknownName else { throw error }
      passOver(error)
      isForeign = true
    }
    if isForeign, end == nil, first == nil { return .unknown }
    if let last = try integer(end) {
      guard let hash = try string(hash) else { throw absent("hash") }
      return .end(last: last, hash: try readHash(hash, in: scanner))
    }
    var line = TraceLine()
    line.isOwnForm = false
    guard let seq = try integer(seq) else { throw absent("seq") }
    guard let at = try integer(at) else { throw absent("at") }
    line.seq = seq
    line.at = Instant(milliseconds: at)
    line.partyName = try string(party)
    line.cause = try integer(cause)
    guard let (kind, content) = first else { throw absent("event") }
    if let second { throw severalKinds(members[second]) }
    line.kind = kind
    line.member = kind == .snapshot ? content : data ?? 0
    if kind != .snapshot { line.content = try string(content) ?? line.content }
    if line.member > 0 { line.data = members[line.member].value..<members[line.member].end }
    return .record(line)
  }

  /// The place is what stands in the quotes.
  private func severalKinds(_ member: Member) -> JSONError {
    JSONError(
      .refused(
        "a record is one of event, effect, state, note and snapshot", proposal: "split the line"),
      at: member.value + 1, to: member.end - 1)
  }

  /// The error for a member that is unknown, or stands there a second time.
  private func unexpected(_ place: JSONString) -> JSONError {
    let name = scanner.text(place)
    let names =
      ["seq", "at", "party"] + ErasedRecord.Kind.allCases.map { $0.rawValue }
      + ["cause", "data", "end", "hash"]
    let problem =
      names.contains(name)
      ? .duplicate(name) : JSONProblem.unknown("a record has no '\(name)'", name, among: names)
    return JSONError(problem, at: place.start, to: place.end)
  }

  private mutating func integer(_ member: Int?) throws(JSONError) -> Int64? {
    guard let member else { return nil }
    go(to: member)
    return try scanner.integer()
  }

  private mutating func string(_ member: Int?) throws(JSONError) -> JSONString? {
    guard let member else { return nil }
    go(to: member)
    return try scanner.string()
  }

  private func absent(_ name: StaticString) -> JSONError {
    JSONError(
      .refused("this record has no '\(name)'", proposal: "add \"\(name)\""), at: 0,
      to: scanner.bytes.count)
  }
}

func readHash(_ place: JSONString, in scanner: JSONScanner) throws(JSONError) -> UInt64 {
  guard let hash = XXH64.parse(scanner.text(place)) else {
    throw JSONError(
      .refused("a hash has 16 hexadecimal digits in lower case", proposal: ""),
      at: place.start, to: place.end)
  }
  return hash
}

/// One line of a trace whose members are found but whose data is not read yet.
///
/// It is good until its reader goes on to the next line.
public struct TraceLine: Sendable {
  /// The line's number in the file, from 1.
  public internal(set) var number = 0
  /// The kind of record.
  public internal(set) var kind = ErasedRecord.Kind.note
  /// Its place in the trace.
  public internal(set) var seq: Int64 = 0
  /// The instant at which it was recorded.
  public internal(set) var at = Instant(milliseconds: 0)
  /// The record that led to it.
  public internal(set) var cause: Int64?

  /// Whether its members were found where our writer sets them and not looked at any further.
  var isOwnForm = true
  /// The range of the party's name.
  var partyName: JSONString?
  /// The range of the event's or effect's name, the hash or the note's text.
  var content = JSONString(start: 0, end: 0, escaped: false)
  /// The range of the data, or of the members of a snapshot; empty where there is none.
  var data = 0..<0
  /// The member that is the data, where its members were found in any order.
  var member = 0
}
