import EventSourcing
import JSON

/// A record of any machine, as reports show it.
public struct ErasedRecord: Equatable, Sendable {
  /// What kind of record it is.
  public enum Kind: String, CaseIterable, Sendable {
    case event, effect, state, note, snapshot
  }

  /// Its place in the log.
  public var seq: Int64
  /// When it was recorded.
  public var at: Instant
  /// Whose record it is.
  public var party: String
  /// What kind of record it is.
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
    guard case .fields(let all) = fields else { return [] }
    return all.filter { $0.name != requestField }
  }

  /// The record with another number of its request.
  package func renumbered(_ number: Int64) -> ErasedRecord {
    guard case .fields(var all) = fields,
      let index = all.firstIndex(where: { $0.name == requestField })
    else { return self }
    all[index].value = .integer(number)
    var record = self
    record.fields = .fields(all)
    return record
  }

  /// Whether both have the same name and fields, whatever the number of the request.
  package func isSameEffect(as other: ErasedRecord) -> Bool {
    name == other.name && fieldsWithoutRequest == other.fieldsWithoutRequest
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
    switch record {
    case .event(let event): self.init(event, line: line)
    case .effect(let effect): self.init(effect, line: line)
    case .state(let seq, let at, let party, let hash):
      let field = Value.Field(name: "hash", value: .text(XXH64.text(hash)))
      self.init(
        seq: seq, at: at, party: party, kind: .state, name: "state", fields: .fields([field]),
        line: line)
    case .note(let seq, let at, let party, let text):
      let field = Value.Field(name: "text", value: .text(text))
      self.init(
        seq: seq, at: at, party: party, kind: .note, name: "note", fields: .fields([field]),
        line: line)
    case .snapshot(let seq, let at, let party, let json):
      self.init(
        seq: seq, at: at, party: party, kind: .snapshot, name: "snapshot",
        fields: Value(json: json), line: line)
    }
  }
}

extension ErasedRecord {
  /// The record as a tree, with the members that verbs write of one.
  public var value: Value {
    var members = [
      Value.Field(name: "seq", value: .integer(seq)),
      Value.Field(name: "at", value: .instant(at)),
      Value.Field(name: "party", value: .text(party)),
      Value.Field(name: "kind", value: .text(kind.rawValue)),
      Value.Field(name: "name", value: .text(name)),
    ]
    if let cause { members.append(Value.Field(name: "cause", value: .integer(cause))) }
    if let line { members.append(Value.Field(name: "line", value: .integer(Int64(line)))) }
    members.append(Value.Field(name: "data", value: fields))
    return .fields(members)
  }
}

extension Value {
  /// The value of a JSON text; null where it is none.
  fileprivate init(json: String) {
    self = (try? JSONTree(Array(json.utf8))).map { Value($0) } ?? .null
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
