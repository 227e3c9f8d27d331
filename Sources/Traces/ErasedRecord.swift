import EventSourcing
import JSON

/// A record of any machine, as reports show it.
public struct ErasedRecord: Equatable, Sendable {
  /// The kind of the record.
  public enum Kind: String, CaseIterable, Sendable {
    case event, effect, state, note, snapshot
  }

  /// Its place in the log.
  public var seq: Int64
  /// The instant at which it was recorded.
  public var at: Instant
  /// The party of the record.
  public var party: String
  /// The kind of the record.
  public var kind: Kind
  /// The event's or effect's name; the kind for the others.
  public var name: String
  /// The record that led to it, where there is one.
  public var cause: Int64?
  /// Its fields; a state has its `hash`, a note its `text`, a snapshot all that
  /// it holds.
  public var fields: Value
  /// Its line in the file that it comes from, from 1.
  public var line: Int?
  /// The field with the number of the request that the record is about; `nil` where its machine
  /// has no requests.
  public var requestField: String?

  /// Describes a record.
  public init(
    seq: Int64, at: Instant, party: String, kind: Kind, name: String, cause: Int64? = nil,
    fields: Value, line: Int? = nil, requestField: String? = nil
  ) {
    self.seq = seq
    self.at = at
    self.party = party
    self.kind = kind
    self.name = name
    self.cause = cause
    self.fields = fields
    self.line = line
    self.requestField = requestField
  }

  /// The number of the request that the record makes, answers or is about.
  public var request: Int64? {
    guard let requestField, case .integer(let number)? = fields[requestField] else { return nil }
    return number
  }

  /// The fields but for the number of the request.
  public var fieldsWithoutRequest: [Value.Field] {
    fields.members.filter { $0.name != requestField }
  }

  package func renumbered(_ number: Int64) -> ErasedRecord {
    var (record, all) = (self, fields.members)
    guard let index = all.firstIndex(where: { $0.name == requestField }) else { return self }
    all[index].value = .integer(number)
    record.fields = .fields(all)
    return record
  }

  /// Whether both have the same party, name and fields, whatever the number of the request.
  package func isSameEffect(as other: ErasedRecord) -> Bool {
    party == other.party && name == other.name && fieldsWithoutRequest == other.fieldsWithoutRequest
  }
}

extension ErasedRecord {
  /// Erases an event.
  public init<Event: Vocabulary>(_ record: RecordedEvent<Event>, line: Int? = nil) {
    self.init(
      seq: record.seq, at: record.at, party: record.party, kind: .event,
      name: record.event.name.description, cause: record.cause, fields: record.event.value,
      line: line, requestField: Event.requestField)
  }

  /// Erases an effect.
  public init<Effect: Vocabulary>(_ record: RecordedEffect<Effect>, line: Int? = nil) {
    self.init(
      seq: record.seq, at: record.at, party: record.party, kind: .effect,
      name: record.effect.name.description, cause: record.cause, fields: record.effect.value,
      line: line, requestField: Effect.requestField)
  }

  /// Erases any record.
  public init<Event: Vocabulary, Effect: Vocabulary>(
    _ record: LogRecord<Event, Effect>, line: Int? = nil
  ) {
    let (kind, fields): (Kind, Value)
    switch record {
    case .event(let event):
      self.init(event, line: line)
      return
    case .effect(let effect):
      self.init(effect, line: line)
      return
    case .state(_, _, _, let hash):
      (kind, fields) = (.state, .map([("hash", .text(XXH64.text(hash)))]))
    case .note(_, _, _, let text): (kind, fields) = (.note, .map([("text", .text(text))]))
    case .snapshot(_, _, _, let json):
      (kind, fields) = (.snapshot, Value(json: Array(json.utf8)))
    }
    self.init(
      seq: record.seq, at: record.at, party: record.party, kind: kind, name: kind.rawValue,
      fields: fields, line: line)
  }
}

extension ErasedRecord {
  /// The record as a tree, with the members that verbs write of one.
  public var value: Value {
    .map([
      ("seq", .integer(seq)), ("at", .instant(at)), ("party", .text(party)),
      ("kind", .text(kind.rawValue)), ("name", .text(name)),
      ("cause", cause.map { .integer($0) }), ("line", line.map { .integer(Int64($0)) }),
      ("data", fields),
    ])
  }
}

extension Value {
  /// Makes a map of these entries, without those that have no value.
  package static func map(_ entries: [(String, Value?)]) -> Value {
    .fields(entries.compactMap { name, value in value.map { Field(name: name, value: $0) } })
  }

  /// The value of a JSON text; null where it is none.
  package init(json: [UInt8]) {
    self = (try? JSONTree(json)).map { Value($0) } ?? .null
  }

  private init(_ tree: JSONTree) {
    self =
      switch tree {
      case .object(let members):
        .fields(members.map { Field(name: $0.name, value: Value($0.value)) })
      case .list(let elements): .list(elements.map { Value($0) })
      case .text(let text): .text(text)
      case .number(let digits): Int64(digits).map { .integer($0) } ?? .text(digits)
      case .boolean(let value): .boolean(value)
      case .null: .null
      }
  }
}

/// The first line of a trace of any system.
public struct ErasedHeader: Equatable, Sendable {
  /// The system's name.
  public var sdk: String
  /// The version of the engine that wrote the trace; empty if the header does not say.
  public var engine: String
  /// The profile that held until a `readings_set`.
  public var profile: String
  /// The readings that held until a `readings_set`.
  public var readings: Value
  /// The configuration for first launches that leave it out.
  public var config: Value
  /// The origin of the trace, such as `device` or the spec's scenario.
  public var origin: String?
  /// The instant from which durations are counted.
  public var started: Instant
  /// Whether the log begins in the middle of a device's life.
  public var hasUnknownHistory = false
}

extension ErasedHeader {
  /// The header as a tree, with the members of the first line.
  public var value: Value {
    .map([
      ("pushtrace", .integer(1)), ("sdk", .text(sdk)), ("engine", .text(engine)),
      ("profile", .text(profile)), ("readings", readings), ("config", config),
      ("origin", origin.map { .text($0) }), ("started", .instant(started)),
      ("history", hasUnknownHistory ? .text("unknown") : nil),
    ])
  }

  /// Erases a header.
  public init<Machine: Reducer>(_ header: TraceHeader<Machine>) {
    self.init(
      sdk: header.sdk, engine: header.engine, profile: header.profile,
      readings: header.readings.value, config: header.config.value, origin: header.origin,
      started: header.started, hasUnknownHistory: header.hasUnknownHistory)
  }
}

/// A log of any machine whose records are erased only when they are asked for, so that showing a
/// few of them costs the same in a short log and in a long one.
public struct ErasedLog: Sendable {
  /// The number of records; their numbers begin at 1.
  public let count: Int64

  private let instant: @Sendable (Int64) -> Instant
  private let record: @Sendable (Int64) -> ErasedRecord

  /// Erases a log.
  public init<Event: Vocabulary, Effect: Vocabulary>(_ log: EventLog<Event, Effect>) {
    count = Int64(log.records.count)
    instant = { log.records[Int($0 - 1)].at }
    record = { ErasedRecord(log.records[Int($0 - 1)]) }
  }

  /// The record with sequence number `seq`, where there is one.
  public subscript(seq: Int64) -> ErasedRecord? {
    seq >= 1 && seq <= count ? record(seq) : nil
  }

  /// The number of the first record at or after `instant`; one more than `count` where all are
  /// earlier. It is found by bisection, because time never goes back in a log.
  public func firstSeq(from instant: Instant) -> Int64 { firstSeq { $0 >= instant } }

  /// The number of the first record later than `instant`; one more than `count` without any.
  public func firstSeq(after instant: Instant) -> Int64 { firstSeq { $0 > instant } }

  private func firstSeq(where isReached: (Instant) -> Bool) -> Int64 {
    (1..<count + 1).position { !isReached(instant($0)) }
  }

  /// The chain of records that led to `seq`, latest first and `seq` itself included, cut after
  /// `limit` records.
  public func causes(of seq: Int64, limit: Int) -> [ErasedRecord] {
    guard let first = self[seq] else { return [] }
    // A cause comes before what it caused; anything else would never end.
    let chain = sequence(first: first) { later in
      later.cause.flatMap { $0 < later.seq ? self[$0] : nil }
    }
    return Array(chain.prefix(limit))
  }
}
