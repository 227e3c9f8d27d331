import EventSourcing
import Inspection
import JSON
import Protocols
import Replay
import Reports
import Simulation
import Timeline
import Traces

/// A record in the chain of causes that an editor shows as the frames of a stack.
struct DebugFrame {
  let record: ErasedRecord
  /// The position of the record; `nil` for an effect that the trace does not have.
  let position: Int?
}

/// The values that an editor was shown of the record at which the debugger stands.
struct ShownValues {
  /// The first of the references that stand for records, each at its position from here.
  static let outputs = 1 << 30

  /// A value with members, and the way to it.
  struct Container {
    enum Root {
      case state(party: String)
      /// The fields of an event.
      case payload(Int64)
      case other
    }

    let root: Root
    let path: String
    let value: () throws -> Value
    fileprivate var members: [JSONTree]?
  }

  /// The causes of the last record of each thread.
  var frames: [Int: [DebugFrame]] = [:]
  /// The scopes of records, by their positions.
  var scopes: [Int: [JSONTree]] = [:]
  private var containers: [Container] = []

  /// Adds a value that is made when it is opened, and returns its reference; 0, for a value that
  /// cannot be opened, where there are so many that no editor could show them.
  mutating func add(
    _ root: Container.Root, at path: String = "", _ value: @escaping () throws -> Value
  ) -> JSONTree {
    guard containers.count < 1 << 18 else { return 0 }
    containers.append(Container(root: root, path: path, value: value))
    return .number(containers.count)
  }

  func container(_ reference: JSONTree?) throws -> Container {
    guard let reference = reference?.integer, containers.indices.contains(reference &- 1) else {
      throw Stop(.usage, "the debugger stands no more where these variables were")
    }
    return containers[reference - 1]
  }

  /// The members of a container as variables, made once.
  mutating func members(of reference: JSONTree?, _ values: ValueText) throws -> [JSONTree] {
    let container = try container(reference)
    if let members = container.members { return members }
    let members = try container.value().members(below: container.path).map { name, path, value in
      let isState = if case .state = container.root { true } else { false }
      let more: JSONTree = isState ? ["evaluateName": .text("state \(path)")] : [:]
      let shown = self.shown(value, as: "value", container.root, at: path, values)
      return ["name": .text(name)] + shown + more
    }
    containers[(reference?.integer ?? 1) - 1].members = members
    return members
  }

  /// A value as text, with the reference that opens it.
  mutating func shown(
    _ value: Value, as name: String, _ root: Container.Root, at path: String, _ values: ValueText
  ) -> JSONTree {
    let isLeaf = value.members(below: path).isEmpty
    let text = values.text(value)
    return [
      name: .text(isLeaf ? text : truncate(text, to: RecordTable.width)),
      "variablesReference": isLeaf ? 0 : add(root, at: path) { value },
    ]
  }
}

extension Value {
  /// The members with their names and the ways to them.
  func members(below path: String) -> [(name: String, path: String, value: Value)] {
    switch self {
    case .fields(let fields):
      fields.map { ($0.name, path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value) }
    case .list(let elements):
      elements.enumerated().map { ("[\($0)]", "\(path)[\($0)]", $1) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: []
    }
  }
}

extension TraceHistory {
  /// The timers that are set after a record, with the times at which they are due.
  func timers(of record: ErasedRecord, at position: Int) throws -> Value {
    .fields(
      try walk(before: position + 1).timers(record.party).map {
        Value.Field(name: $0.name, value: .instant($0.due))
      })
  }

  /// The gates that are closed after a record, below the effects that they hold back.
  func closedGates(of record: ErasedRecord, at position: Int) throws -> Value {
    let walk = try walk(before: position + 1)
    return .fields(
      walk.held(record.party, record.at).filter { !$0.gates.isEmpty }.map {
        Value.Field(name: $0.effect, value: .fields($0.gates.map(\.field)))
      })
  }

  /// The requests of a party that have no answer after a record.
  func openRequests(of record: ErasedRecord, at position: Int) throws -> Value {
    let walk = try walk(before: 0)
    var spans = RequestSpans()
    for _ in 0...position {
      guard try walk.next() != nil else { break }
      if walk.party() == record.party, let exchange = try walk.exchange() { spans.add(exchange) }
    }
    return .fields(
      spans.unanswered.map { span in
        let members = [
          Value.Field(name: "record", value: .integer(span.seq)),
          Value.Field(name: "at", value: .instant(span.at)),
        ]
        return Value.Field(name: "\(span.name) \(span.key.number)", value: .fields(members))
      })
  }
}

extension HeldGate {
  fileprivate var field: Value.Field {
    let opens = opens.map { [Value.Field(name: "opens", value: .instant($0))] } ?? []
    return Value.Field(
      name: name, value: .fields([Value.Field(name: "summary", value: .text(summary))] + opens))
  }
}
