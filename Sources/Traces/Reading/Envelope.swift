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
  /// The data of an event or effect is taken to be the last member and is not looked at.
  @inline(__always)
  static func ownForm(_ bytes: UnsafeBufferPointer<UInt8>) -> TraceLine? {
    var scanner = JSONScanner(bytes)
    guard scanner.take("{\"seq\":") else { return nil }
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
      guard scanner.take(",\"data\":"), bytes[bytes.count - 1] == UInt8(ascii: "}") else {
        return nil
      }
      line.data = scanner.position..<max(scanner.position, bytes.count - 1)
      return line
    } catch {
      return nil
    }
  }

  /// Finds the members of any line and whatever is wrong with it; unknown members are refused, or
  /// handed to `passOver` where there is one.
  static func anyForm(
    _ bytes: UnsafeBufferPointer<UInt8>, passOver: ((JSONError) -> Void)? = nil
  ) throws(JSONError) -> Envelope {
    var members = try EnvelopeMembers(bytes, passOver)
    return try members.envelope()
  }
}

/// The members of one line, in any order.
private struct EnvelopeMembers {
  /// A member that a record or the end line may have.
  private enum Name: CaseIterable {
    case seq, at, party, event, effect, state, note, snapshot, cause, data, end, hash

    var text: StaticString {
      switch self {
      case .seq: "seq"
      case .at: "at"
      case .party: "party"
      case .event: "event"
      case .effect: "effect"
      case .state: "state"
      case .note: "note"
      case .snapshot: "snapshot"
      case .cause: "cause"
      case .data: "data"
      case .end: "end"
      case .hash: "hash"
      }
    }
  }

  private var scanner: JSONScanner
  private var found: [(name: Name, value: Range<Int>)] = []
  /// Whether it has a member that is not known.
  private var isForeign = false

  private static let kinds: [(Name, ErasedRecord.Kind)] = [
    (.event, .event), (.effect, .effect), (.state, .state), (.note, .note),
  ]

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ passOver: ((JSONError) -> Void)?
  ) throws(JSONError) {
    scanner = JSONScanner(bytes)
    found.reserveCapacity(8)
    try scanner.expect(UInt8(ascii: "{"), "a record: an object in braces")
    scanner.skipSpace()
    if !scanner.take(UInt8(ascii: "}")) {
      repeat { try addMember(passOver) } while try scanner.another(before: UInt8(ascii: "}"))
    }
    scanner.skipSpace()
    if !scanner.atEnd {
      throw JSONError(.expected("the end of the line"), at: scanner.position, to: bytes.count)
    }
  }

  mutating func envelope() throws(JSONError) -> Envelope {
    let isNamed =
      value(.end) != nil || value(.snapshot) != nil
      || EnvelopeMembers.kinds.contains { value($0.0) != nil }
    if isForeign, !isNamed { return .unknown }
    if let last = try integer(.end) { return .end(last: last, hash: try hash()) }
    var line = TraceLine()
    line.isOwnForm = false
    guard let seq = try integer(.seq) else { throw missing(.seq) }
    guard let at = try integer(.at) else { throw missing(.at) }
    line.seq = seq
    line.at = Instant(milliseconds: at)
    line.partyName = try string(.party)
    line.cause = try integer(.cause)
    if let data = value(.data) { line.data = data }
    try addKind(to: &line)
    return .record(line)
  }

  private mutating func addKind(to line: inout TraceLine) throws(JSONError) {
    var isKnown = false
    for (name, kind) in EnvelopeMembers.kinds {
      guard let content = try string(name) else { continue }
      if isKnown { throw severalKinds(content.start..<content.end) }
      (line.kind, line.content, isKnown) = (kind, content, true)
    }
    if let snapshot = value(.snapshot) {
      if isKnown { throw severalKinds(snapshot) }
      (line.kind, line.data, isKnown) = (.snapshot, snapshot, true)
    }
    if !isKnown { throw missing(.event) }
  }

  private func severalKinds(_ place: Range<Int>) -> JSONError {
    JSONError(
      .refused(
        "a record is one of event, effect, state, note and snapshot", proposal: "split the line"),
      at: place.lowerBound, to: place.upperBound)
  }

  private mutating func addMember(_ passOver: ((JSONError) -> Void)?) throws(JSONError) {
    let place = try scanner.memberName()
    guard let name = Name.allCases.first(where: { scanner.holds($0.text, at: place) }) else {
      let error = unknown(place)
      guard let passOver else { throw error }
      passOver(error)
      isForeign = true
      return try scanner.skipValue()
    }
    if value(name) != nil {
      throw JSONError(.duplicate(name.text.description), at: place.start, to: place.end)
    }
    let start = scanner.position
    try scanner.skipValue()
    found.append((name, start..<scanner.position))
  }

  private func unknown(_ place: JSONString) -> JSONError {
    let name = scanner.text(place)
    let names = Name.allCases.map { $0.text.description }
    return JSONError(
      .unknown("a record has no '\(name)'", name, among: names), at: place.start, to: place.end)
  }

  private func value(_ name: Name) -> Range<Int>? { found.first { $0.name == name }?.value }

  private mutating func integer(_ name: Name) throws(JSONError) -> Int64? {
    guard let value = value(name) else { return nil }
    scanner.position = value.lowerBound
    return try scanner.integer()
  }

  private mutating func string(_ name: Name) throws(JSONError) -> JSONString? {
    guard let value = value(name) else { return nil }
    scanner.position = value.lowerBound
    return try scanner.string()
  }

  private mutating func hash() throws(JSONError) -> UInt64 {
    guard let place = try string(.hash) else { throw missing(.hash) }
    return try readHash(place, in: scanner)
  }

  private func missing(_ name: Name) -> JSONError {
    let name = name.text
    return JSONError(
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
}
