import EventSourcing
import Inspection
import Replay
import Simulation
import Timeline
import Traces

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
