import EventSourcing
import JSON
import Traces

/// What became of recorded effects that the machine does not order as recorded, by which their
/// recorded answers are known.
///
/// After a drift the recorded inputs are folded in an open loop: an answer to an effect that the
/// machine does not order is orphaned and left out, and an answer to a request that has another
/// number now takes that number. The last few thousand effects are remembered.
struct OpenLoop {
  /// What a recorded event is to the machine.
  enum Answer: Equatable {
    case asRecorded
    /// The answer to the request that has this number now.
    case to(Int64)
    /// Nothing: what it answers was never ordered.
    case orphaned
  }

  /// A request of a recorded effect, by which answers that name no cause are known.
  private struct Request: Hashable {
    var party: String
    var number: Value
  }

  private var byCause: [Int64: Answer] = [:]
  private var byRequest: [Request: Answer] = [:]
  private var order: [(seq: Int64, request: Request?)] = []

  private static var kept: Int { 4_096 }

  /// Records that the effect `seq` is not ordered, or is ordered with another request number.
  mutating func add(_ seq: Int64, of party: String, request: Value?, now answer: Answer) {
    if order.count >= 2 * OpenLoop.kept { forgetOldest() }
    let request = request.map { Request(party: party, number: $0) }
    byCause[seq] = answer
    if let request { byRequest[request] = answer }
    order.append((seq, request))
  }

  /// Forgets the effect `seq`, which was only recorded at another place than ordered.
  mutating func remove(_ seq: Int64) {
    byCause[seq] = nil
    for entry in order where entry.seq == seq {
      if let request = entry.request { byRequest[request] = nil }
    }
  }

  /// What a recorded event is to the machine.
  func answer<Event: Vocabulary>(of record: RecordedEvent<Event>) -> Answer {
    if byCause.isEmpty { return .asRecorded }
    if let cause = record.cause { return byCause[cause] ?? .asRecorded }
    guard let number = record.event.value["request"] else { return .asRecorded }
    return byRequest[Request(party: record.party, number: number)] ?? .asRecorded
  }

  private mutating func forgetOldest() {
    for entry in order.prefix(OpenLoop.kept) {
      byCause[entry.seq] = nil
      if let request = entry.request { byRequest[request] = nil }
    }
    order.removeFirst(OpenLoop.kept)
  }
}

extension Vocabulary {
  /// The event as the answer to another request; an event without such a number stays as it is.
  func answering(_ request: Int64) -> Self {
    let members = Array(#"{"request":\#(request)}"#.utf8)
    return members.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(JSONScanner(bytes))
      reader.anyOrder = true
      reader.partial = true
      return (try? reader.data(like: self)) ?? self
    }
  }
}
