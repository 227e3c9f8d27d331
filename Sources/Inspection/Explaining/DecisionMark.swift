import EventSourcing
import Replay
import Traces

/// Something that holds as an event is decided: of a field that it carries, of one that the machine
/// remembers, or of the device's life before it.
public struct DecisionMark: Hashable, Sendable {
  /// The place of a field.
  public enum Source: String, Sendable {
    case event, state, history
  }

  /// The mark of a decision whose process is not the first: what it remembers came through an end.
  static let restarted = DecisionMark(source: .history, path: "process", says: .present)

  /// The place of the field.
  public var source: Source
  /// The way to the field, without places in lists.
  public var path: String
  /// The statement about it.
  public var says: Statement

  /// A statement about a field.
  public enum Statement: Hashable, Sendable {
    case value(Value)
    case absent, present, empty, filled, past, future
  }

  /// Whether it is a number, which two decisions rarely share.
  var isNumber: Bool {
    if case .value(.integer(let number)) = says { number != 0 } else { false }
  }

  /// The rank among others: what the event carries, flags and names, and what else there is.
  var rank: Int {
    switch (source, says) {
    case (.event, _), (.history, _): 0
    case (.state, .value): 1
    case (.state, .past), (.state, .future): 3
    case (.state, .absent), (.state, .present), (.state, .empty), (.state, .filled): 2
    }
  }
}

extension DecisionMark {
  /// The marks of the fields of an event.
  static func all(of value: Value, in source: Source, at path: String = "") -> [DecisionMark] {
    func mark(_ says: Statement) -> [DecisionMark] {
      [DecisionMark(source: source, path: path, says: says)]
    }
    return switch value {
    case .fields(let fields):
      fields.flatMap { field in
        let path = path.isEmpty ? field.name : "\(path).\(field.name)"
        return all(of: field.value, in: source, at: path)
          + [DecisionMark(source: source, path: path, says: .present)]
      }
    case .list(let elements):
      mark(elements.isEmpty ? .empty : .filled)
        + elements.flatMap { all(of: $0, in: source, at: path) }.filter { $0.says == .present }
    case .boolean, .integer, .text: mark(.value(value))
    case .null: mark(.absent)
    case .personal, .instant, .span: []
    }
  }

  /// The mark of a part of the state; `nil` where it says nothing that holds elsewhere too.
  init?(_ node: StateNode, at now: Instant) {
    if node.way.contains(where: { $0.isElement }) { return nil }
    let says: Statement?
    switch (node.schema.bare, node.value) {
    case (_, nil), (_, .null?): says = .absent
    case (.choice, let value?), (.boolean, let value?): says = .value(value)
    case (.integer, .integer(0)?): says = .empty
    case (.integer, _): says = .filled
    case (.list, .list(let elements)?): says = elements.isEmpty ? .empty : .filled
    case (.instant, .instant(let time)?): says = time > now ? .future : .past
    case (.span, let span?): says = span == .span(.zero) ? .empty : .filled
    case (.text, _), (.personal, _), (.open, _), (.map, _), (.record, _):
      says = node.isOptional ? .present : nil
    default: says = nil
    }
    guard let says else { return nil }
    self.init(source: .state, path: node.way.path, says: says)
  }
}

/// Reads the marks of decisions in one trace.
struct DecisionReader {
  private let schema: Schema
  /// The readings and the configuration of the header, which no decision changes.
  private let given: [Value]

  init(_ walk: AnyTraceWalk) {
    schema = walk.hiddenSchema()
    given = [walk.header.readings, walk.header.config]
  }

  /// The marks of a decision.
  func marks(
    of event: ErasedRecord, in before: Value?, isRestarted: Bool
  ) -> Set<DecisionMark> {
    var marks = DecisionMark.all(of: event.fields, in: .event)
    if isRestarted { marks.append(.restarted) }
    if let before {
      let way = before.way(to: event.party)
      let nodes = StateNode.all(before.at(way), schema.at(way), butNot: given)
      marks += nodes.compactMap { DecisionMark($0, at: event.at) }
    }
    // The number of a request says where it stands, and nothing else.
    return Set(marks.filter { $0.source == .state || $0.path != event.requestField })
  }
}

extension DecisionMark: CustomStringConvertible {
  /// The mark in words.
  public var description: String {
    if self == .restarted { return "the process is not the first" }
    let field = source == .event ? "its \(path)" : path
    switch says {
    case .value(.boolean(let flag)): return "\(field) is \(flag)"
    case .value(.integer(let number)): return "\(field) is \(number)"
    case .value(let value): return "\(field) is \(value.text ?? "")"
    case .absent: return "\(field) is absent"
    case .present: return "\(field) is there"
    case .empty: return "\(field) is empty or zero"
    case .filled: return "\(field) is neither empty nor zero"
    case .past: return "\(field) is past"
    case .future: return "\(field) is still to come"
    }
  }
}
