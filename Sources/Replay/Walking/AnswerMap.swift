import EventSourcing
import Simulation
import Traces

/// The numbers that the machine has for recorded requests, by which recorded answers reach it.
///
/// Where the machine does not order what was recorded, an answer to an effect that it does not
/// order is orphaned and left out, and an answer to a request that has another number now takes
/// that number.
struct AnswerMap {
  /// The meaning of a recorded answer for the machine.
  enum Answer: Equatable {
    case asRecorded
    /// The answer to the request that has this number now.
    case to(Int64)
    /// Nothing: what it answers was never ordered.
    case orphaned
  }

  private var byCause: [Int64: Answer] = [:]
  /// The answers by the requests of recorded effects: there are answers that name no cause.
  private var byRequest: [RequestID: Answer] = [:]
  /// The requests of the machine that answers with other numbers reach.
  private var reached: Set<RequestID> = []
  private var order: [(seq: Int64, request: RequestID?, reached: RequestID?)] = []
  /// The least number of effects that are remembered: the latest ones.
  private let kept: Int

  init(keeping kept: Int = 4_096) { self.kept = kept }

  /// Whether every answer so far reaches what it was recorded for.
  var isEmpty: Bool { order.isEmpty }

  /// Records what the answers to the effect `seq` of `party` mean now.
  mutating func add(_ seq: Int64, of party: String, request: Int64?, now answer: Answer) {
    if order.count >= 2 * kept { forgetOldest() }
    let request = request.map { RequestID(party: party, number: $0) }
    var target: RequestID?
    if case .to(let number) = answer { target = RequestID(party: party, number: number) }
    byCause[seq] = answer
    if let request { byRequest[request] = answer }
    if let target { reached.insert(target) }
    order.append((seq, request, target))
  }

  /// Forgets what became of the effect `seq`.
  mutating func remove(_ seq: Int64) {
    guard byCause.removeValue(forKey: seq) != nil else { return }
    for entry in order where entry.seq == seq { forget(entry.request, entry.reached) }
    order.removeAll { $0.seq == seq }
  }

  /// The meaning of an answer to the effect `seq`; `nil` where nothing is known of it.
  subscript(seq: Int64) -> Answer? { byCause[seq] }

  /// The meaning of an answer by the request that it names; `nil` where nothing is known of that.
  subscript<Event: Vocabulary>(requestOf record: RecordedEvent<Event>) -> Answer? {
    id(of: record).flatMap { byRequest[$0] }
  }

  /// The meaning of a recorded event by the effect that led to it, or else by the request that it
  /// names; `nil` where nothing is known of that. Where the effect itself is not recorded, the
  /// number alone reaches no request to which another answer belongs.
  subscript<Event: Vocabulary>(record: RecordedEvent<Event>) -> Answer? {
    if let known = record.cause.map({ self[$0] }) ?? self[requestOf: record] { return known }
    return id(of: record).map { reached.contains($0) } == true ? .orphaned : nil
  }

  private func id<Event: Vocabulary>(of record: RecordedEvent<Event>) -> RequestID? {
    record.event.request.map { RequestID(party: record.party, number: $0) }
  }

  private mutating func forgetOldest() {
    for entry in order.prefix(kept) {
      byCause[entry.seq] = nil
      forget(entry.request, entry.reached)
    }
    order.removeFirst(kept)
  }

  private mutating func forget(_ request: RequestID?, _ target: RequestID?) {
    if let request { byRequest[request] = nil }
    if let target { reached.remove(target) }
  }
}

extension AnswerMap.Answer? {
  /// The recorded event as it reaches the machine; `nil` where it does not.
  func taking<Event: Vocabulary>(_ record: RecordedEvent<Event>) -> RecordedEvent<Event>? {
    switch self {
    case nil, .asRecorded: return record
    case .orphaned: return nil
    case .to(let request):
      var copy = record
      copy.event = record.event.renumbered(request)
      return copy
    }
  }
}
