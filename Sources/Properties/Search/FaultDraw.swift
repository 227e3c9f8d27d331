import EventSourcing
import Simulation

/// Draws the fate of requests and messages: mostly the normal one, with faults at a rate and in a
/// mixture of the run's own.
struct FaultDraw<S: SearchableSystem>: Sendable {
  typealias Reply = S.Reply

  private var stream: RandomStream
  /// The number of messages in a thousand that meet with a fault.
  private var rate: Int64
  private let answers: Weights<FaultKind>
  private let flights: Weights<FaultKind>
  /// The time that every answer takes.
  private let latency: TimeSpan
  /// The number of fetched answers in a thousand that have content of their own.
  private let content: Int64
  /// The last content drawn for each kind of request.
  private var contents: [String: Reply] = [:]
  private let pools: InventorPools
  /// The only answers that there are; `nil` where all are drawn.
  private let alphabet: Alphabet<S.Machine.Event, Reply>?
  private let start: Instant

  private static var answerKinds: [FaultKind] {
    [
      .latency, .hanging, .offline, .connectionLost, .clientError, .unauthorized, .serverError,
      .late,
    ]
  }
  private static var flightKinds: [FaultKind] { [.lost, .late, .duplicate] }

  private static var latencies: [TimeSpan] {
    [
      .zero, .milliseconds(1), .milliseconds(10), .milliseconds(400), .seconds(5), .seconds(29),
      .seconds(30), .seconds(59), .seconds(60), .seconds(61),
    ]
  }

  init(
    _ allowed: [FaultKind], _ pools: InventorPools, _ alphabet: Alphabet<S.Machine.Event, Reply>?,
    start: Instant, _ stream: RandomStream
  ) {
    var stream = stream
    rate = allowed.isEmpty ? 0 : stream.pick([0, 20, 100, 300, 300, 700, 950])
    let answers = FaultDraw.answerKinds.filter { allowed.contains($0) }
    let flights = FaultDraw.flightKinds.filter { allowed.contains($0) }
    self.answers = .swarm(answers, &stream)
    self.flights = .swarm(flights, &stream)
    let takesTime = allowed.contains(.latency) && stream.below(2) == 0
    latency = takesTime ? stream.pick([.milliseconds(1), .milliseconds(10), .seconds(2)]) : .zero
    content = stream.pick([0, 500, 900])
    self.pools = pools
    self.alphabet = alphabet
    self.start = start
    self.stream = stream
  }

  /// Draws the fault of a request that waits for an answer; `nil` for the normal one at once.
  mutating func fault(
    of request: SentRequest, _ counts: inout [Int64]
  ) -> RunFault<Reply>? {
    let isFaulty = stream.chance(perThousand: rate)
    if let alphabet { return fault(of: request, in: alphabet, isLate: isFaulty) }
    guard isFaulty, let kind = answers.draw(&stream) else { return plain(request, after: latency) }
    counts[kind.place] += 1
    let time = stream.pick(FaultDraw.latencies)
    switch kind {
    case .hanging: return .hang(request.id)
    case .offline: return .fail(request.id, .offline, after: time)
    case .connectionLost: return .fail(request.id, .connectionLost, after: time)
    case .clientError: return answer(request, stream.pick([400, 403, 404, 408, 429, 429]), time)
    case .unauthorized: return answer(request, 401, time)
    case .serverError: return answer(request, stream.pick([500, 502, 503, 503, 599]), time)
    case .late: return plain(request, after: .seconds(61) + time)
    case .latency, .lost, .duplicate, .staleAnswer, .processEnd, .reinstallation, .newSettings,
      .network, .ties:
      return plain(request, after: time)
    }
  }

  private mutating func fault(
    of request: SentRequest, in alphabet: Alphabet<S.Machine.Event, Reply>, isLate: Bool
  ) -> RunFault<Reply>? {
    let time = isLate ? stream.pick(FaultDraw.latencies) : latency
    let replies = alphabet.replies(to: request.kind).map {
      RunFault.answer(request.id, $0, after: time)
    }
    let failures: [RunFault<Reply>] = alphabet.failures.map {
      .fail(request.id, $0, after: time)
    }
    return stream.pick(replies + failures + [.hang(request.id)])
  }

  /// Draws the faults of a message; empty for the normal delivery.
  mutating func faults(
    of message: SentMessage, _ counts: inout [Int64]
  ) -> [RunFault<Reply>] {
    guard stream.chance(perThousand: rate), let kind = flights.draw(&stream) else { return [] }
    counts[kind.place] += 1
    let time = stream.pick(FaultDraw.latencies) + .milliseconds(stream.below(3))
    switch kind {
    case .lost: return [.drop(message)]
    case .duplicate: return [.duplicate(message, after: time)]
    case .late: return [.delay(message, by: time)]
    case .latency, .hanging, .offline, .connectionLost, .clientError, .unauthorized, .serverError,
      .staleAnswer, .processEnd, .reinstallation, .newSettings, .network, .ties:
      return []
    }
  }

  /// An answer of whatever status to a request that may be over.
  mutating func staleReply(to request: SentRequest) -> Reply {
    S.reply(
      status: stream.pick([200, 200, 201, 401, 404, 500]), to: request.kind, number: request.number)
  }

  /// The normal answer, with content where a fetch brings some.
  private mutating func plain(
    _ request: SentRequest, after time: TimeSpan
  ) -> RunFault<Reply>? {
    let standard = S.defaultReply(to: request.kind, number: request.number)
    var reply = standard
    if stream.chance(perThousand: content) {
      // Half of the time it is the content of last time with a change.
      let last = stream.below(2) == 0 ? contents[request.kind] : nil
      var inventor = ContentInventor(
        Inventor(stream, now: start, pools: pools), varies: last != nil)
      let drawn = (last ?? standard).described(by: &inventor)
      stream = inventor.rest
      if S.validationError(in: drawn, for: request.kind) == nil { reply = drawn }
      if reply != standard { contents[request.kind] = reply }
    }
    if reply == standard, time == .zero { return nil }
    return .answer(request.id, reply, after: time)
  }

  private mutating func answer(
    _ request: SentRequest, _ status: Int64, _ time: TimeSpan
  ) -> RunFault<Reply> {
    var reply = S.reply(status: status, to: request.kind, number: request.number)
    if stream.below(4) == 0 {
      var hint = RetryHint(seconds: stream.pick([0, 1, 30, 60, 61, 120, 3_600, 86_400, 90_000]))
      reply = reply.described(by: &hint)
    }
    return .answer(request.id, reply, after: time)
  }
}

/// The origin of the faults of a run; without one nothing goes wrong.
struct FaultSource<S: SearchableSystem> {
  /// Draws the faults; `nil` where they are not drawn.
  private var draw: FaultDraw<S>?
  /// The faults of a run that is repeated, by the requests and the messages that they are about.
  private var requests: [RequestID: [RunFault<S.Reply>]] = [:]
  private var messages: [SentMessage: [RunFault<S.Reply>]] = [:]

  /// Faults that are drawn.
  init(drawnBy draw: FaultDraw<S>) { self.draw = draw }

  /// The faults of these steps.
  init(of steps: [RunPlan<S>.Step]) {
    for fault in steps.lazy.compactMap(\.fault) {
      if let request = fault.request { requests[request, default: []].append(fault) }
      if let message = fault.message { messages[message, default: []].append(fault) }
    }
  }

  mutating func fault(
    of request: SentRequest, _ tally: inout RunTally
  ) -> RunFault<S.Reply>? {
    if draw != nil { return draw?.fault(of: request, &tally.faults) }
    // A machine that uses a number again makes several requests of one name.
    return requests[request.id]?.isEmpty == false ? requests[request.id]?.removeFirst() : nil
  }

  mutating func faults(
    of message: SentMessage, _ tally: inout RunTally
  ) -> [RunFault<S.Reply>] {
    draw?.faults(of: message, &tally.faults) ?? messages[message] ?? []
  }
}
