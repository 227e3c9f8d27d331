import EventSourcing
import Simulation
import Traces

/// What became of recorded effects that the machine does not order as recorded, by which their
/// recorded answers are known.
///
/// After a drift the recorded inputs are folded in an open loop: an answer to an effect that the
/// machine does not order is orphaned and left out, and an answer to a request that has another
/// number now takes that number. At least the last 4,096 records are remembered.
struct OpenLoop {
  /// What a recorded event is to the machine.
  enum Answer: Equatable {
    case asRecorded
    /// The answer to the request that has this number now.
    case to(Int64)
    /// Nothing: what it answers was never ordered.
    case orphaned
  }

  private var byCause: [Int64: Answer] = [:]
  /// By the requests of recorded effects: there are answers that name no cause.
  private var byRequest: [RequestID: Answer] = [:]
  private var order: [(seq: Int64, request: RequestID?)] = []

  private static var kept: Int { 4_096 }

  /// Whether every answer so far reaches what it was recorded for.
  var isEmpty: Bool { order.isEmpty }

  /// Records that the effect `seq` is not ordered, or is ordered with another request number.
  mutating func add(_ seq: Int64, of party: String, request: Int64?, now answer: Answer) {
    if order.count >= 2 * OpenLoop.kept { forgetOldest() }
    let request = request.map { RequestID(party: party, number: $0) }
    byCause[seq] = answer
    if let request { byRequest[request] = answer }
    order.append((seq, request))
  }

  /// Forgets what became of the effect `seq`.
  mutating func remove(_ seq: Int64) {
    guard byCause.removeValue(forKey: seq) != nil else { return }
    for entry in order where entry.seq == seq {
      if let request = entry.request { byRequest[request] = nil }
    }
    order.removeAll { $0.seq == seq }
  }

  /// What a recorded event is to the machine.
  func answer<Event: Vocabulary>(of record: RecordedEvent<Event>) -> Answer {
    if let cause = record.cause { return byCause[cause] ?? .asRecorded }
    guard let number = record.event.request else { return .asRecorded }
    return byRequest[RequestID(party: record.party, number: number)] ?? .asRecorded
  }

  private mutating func forgetOldest() {
    for entry in order.prefix(OpenLoop.kept) {
      byCause[entry.seq] = nil
      if let request = entry.request { byRequest[request] = nil }
    }
    order.removeFirst(OpenLoop.kept)
  }
}
