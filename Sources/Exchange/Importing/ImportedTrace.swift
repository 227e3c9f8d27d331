import Diagnostics
import EventSourcing
import JSON

/// A trace that was made of another program's log, and what became of each of its lines.
public struct ImportedTrace: Sendable {
  /// The bytes of the trace, its end line included.
  public internal(set) var bytes: [UInt8] = []
  /// The events in it.
  public internal(set) var events = 0
  /// The effects in it.
  public internal(set) var effects = 0
  /// The states and notes in it.
  public internal(set) var others = 0
  /// The number of records that stood after a later one.
  public internal(set) var reordered = 0
  /// The number of records that came more than once.
  public internal(set) var repeated = 0
  /// The number of blank lines.
  public internal(set) var blank = 0
  /// The number of lines that said nothing about the machine.
  public internal(set) var passedOver = 0
  /// The number of lines that could not be the record that they are named as.
  public internal(set) var unusable = 0
  /// Fields that the machine does not have, each once, in the order of their first lines.
  public internal(set) var unknownFields: [String] = []
  /// The number of causes that name a record that is not there.
  public internal(set) var lostCauses = 0
  /// The findings, the first examples of each kind.
  public internal(set) var findings: [Diagnostic] = []
  /// The device whose life does not begin in the trace; `nil` where there is none.
  public internal(set) var startsLate: String?

  /// The number of records.
  public var records: Int { events + effects + others }

  /// The verbs that can judge the trace, with what each can say, a sentence each.
  public var uses: [String] {
    if records == 0 { return [] }
    var uses = ["show and diff take it as it is"]
    if effects > 0 {
      uses.append("conform holds its effects against the documents' rules")
    } else {
      uses.append("conform has no effects to judge: none is recorded")
    }
    if let startsLate {
      uses.append(
        "replay cannot know what was before: the first record of '\(startsLate)' is no launch")
    } else if events > 0 {
      uses.append("replay and why hold as far as every input of the device is recorded")
    }
    return uses
  }
}

extension JSONTree {
  /// The object with each value in the form that its field has in a trace: loggers write numbers
  /// as text, and instants as times.
  func fitted(to fields: [Schema.Field]) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard let field = fields.first(where: { $0.name == member.name }) else { return member }
        return Member(member.name, member.value.fitted(to: field.schema))
      })
  }

  private func fitted(to schema: Schema) -> JSONTree {
    switch (schema, self) {
    case (.integer, .text(let text)), (.span, .text(let text)):
      return Int64(text).map { .number(String($0)) } ?? self
    case (.boolean, .text("true")): return .boolean(true)
    case (.boolean, .text("false")): return .boolean(false)
    case (.instant, .text(let text)):
      return timestamp(text).map { .number(String($0.milliseconds)) } ?? self
    case (.text, .number(let text)), (.personal, .number(let text)), (.open, .number(let text)):
      return .text(text)
    case (.nullable(let inner), _): return fitted(to: inner)
    case (.list(let inner), .list(let elements)):
      return .list(elements.map { $0.fitted(to: inner) })
    case (.map(let inner), .object(let members)):
      return .object(members.map { Member($0.name, $0.value.fitted(to: inner)) })
    case (.record(let fields), _): return fitted(to: fields)
    default: return self
    }
  }
}
