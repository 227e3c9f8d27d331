import EventSourcing
import Live
import Simulation

/// The backends of one system behind HTTP: a call becomes their event, and what they order becomes
/// its answer.
actor BackendServer<S: LiveSystem>: ServedBackend {
  nonisolated let name = S.name

  let host: any EventHost<S.Machine>
  var faults = FaultPlan()
  private(set) var outbox = Outbox()
  private var answered = AnsweredCalls<S.Machine.Event>()

  private let closeHost: @Sendable () async -> Void

  /// Serves what `host` runs, which goes on with `past`; `close` ends its log.
  init(
    _ host: any EventHost<S.Machine>, past: PastCalls<S>? = nil,
    close: @escaping @Sendable () async -> Void
  ) {
    self.host = host
    closeHost = close
    for call in past?.calls ?? [] {
      let answer = Task { ServedReply.response(call.answer) }
      answered.add(
        .init(arrival: call.arrival, answer: answer), call.place, key: past?.keys[call.place])
    }
  }

  nonisolated func hasPath(_ target: WireTarget) -> Bool {
    S.calls.contains { $0.hasPath(target) } || Outbox.device(of: target) != nil
  }

  func take(_ request: WireRequest) async throws(WireRefusal) -> ServedReply {
    if let target = WireTarget(request.path), let device = Outbox.device(of: target) {
      guard request.method == "GET" else {
        throw WireRefusal(405, "pushes are read", allowed: ["GET"])
      }
      return .response(outbox.response(for: device, target))
    }
    let call = try ReceivedCall<S>(request)
    let key = request.headers[EffectID.headerName]
    guard (key?.utf8.count ?? 0) <= 256 else {
      throw WireRefusal(400, "\(EffectID.headerName) has at most 256 bytes")
    }
    let number = call.order ?? answered.number(ofKey: key, of: call.device)
    let arrival = try await self.arrival(of: call, number)
    if let fault = faults.take(for: arrival.kind) {
      return try await reply(to: call, arrival, number, key: key, fault)
    }
    return try await answer(to: call, arrival, number, key: key)
  }

  private func arrival(
    of call: ReceivedCall<S>, _ number: Int64
  ) async throws(WireRefusal) -> Arrival {
    let result: Result<Arrival, WireRefusal> = await host.look { state in
      do throws(WireRefusal) {
        return .success(try call.arrival(number: number, in: state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func note(_ text: String) async {
    // A log that takes no remark takes no event either, and the sender of that gets the error.
    try? await host.note(text, of: S.backends.first ?? S.name)
  }

  func close() async { await closeHost() }
}

// MARK: - Answers

extension BackendServer {
  typealias Arrival = (event: S.Machine.Event, party: String, kind: String)

  /// The answer to a call, which a repeat gets again.
  private func answer(
    to call: ReceivedCall<S>, _ arrival: Arrival, _ number: Int64, key: String?
  ) async throws(WireRefusal) -> ServedReply {
    let place = AnsweredCalls<S.Machine.Event>.Place(device: call.device, number: number)
    switch answered.find(arrival.event, place, key: key) {
    case .again(let answer): return await answer.value
    case .otherCall:
      throw WireRefusal(422, "this \(EffectID.headerName) came with another call before")
    case .new: break
    }
    let uncounted = call.order == nil ? key : nil
    let task = Task {
      if let uncounted { await self.note(PastCalls<S>.remark(key: uncounted, place)) }
      return await self.happen(arrival, for: call, number)
    }
    answered.add(.init(arrival: arrival.event, answer: task), place, key: key)
    let reply = await task.value
    // What the log did not take may come again.
    if case .response(let response) = reply, response.status == 503 { answered.forget(place) }
    return reply
  }

  /// Lets the call reach its backend, and finds the answer among what that has ordered.
  private func happen(
    _ arrival: Arrival, for call: ReceivedCall<S>, _ number: Int64
  ) async -> ServedReply {
    let records: [LogRecord<S.Machine.Event, S.Machine.Effect>]
    do {
      records = try await host.happen(arrival.event, to: arrival.party)
    } catch {
      return .response(.refusal(WireRefusal(error)))
    }
    var answer: WireResponse?
    for message in await messages(in: records) {
      let isAnswer =
        message.answers == number
        || message.answers == nil && message.event.name.description == call.call.answeredBy
      if message.recipient == call.device, isAnswer, answer == nil {
        answer = call.response(message.event)
      } else {
        outbox.add(message.event, for: message.recipient, seq: message.seq)
      }
    }
    return .response(answer ?? WireResponse(status: 204))
  }

  /// What the records order for devices.
  func messages(
    in records: [LogRecord<S.Machine.Event, S.Machine.Effect>]
  ) async -> [DeviceMessage<S.Machine.Event>] {
    await host.look { state in
      records.compactMap { record in
        guard case .effect(let effect) = record,
          case .message(let message) = S.outcome(
            of: effect.effect, by: effect.party, in: state),
          !S.backends.contains(message.recipient)
        else { return nil }
        return DeviceMessage(
          recipient: message.recipient, event: message.event, answers: message.answers,
          seq: effect.seq)
      }
    }
  }

  /// Sends a message that answers no call.
  func post(_ messages: [DeviceMessage<S.Machine.Event>]) {
    for message in messages {
      outbox.add(message.event, for: message.recipient, seq: message.seq)
    }
  }
}

/// What a backend sends to a device.
struct DeviceMessage<Event: Vocabulary>: Sendable {
  let recipient: String
  let event: Event
  /// The number of the call that it answers.
  let answers: Int64?
  /// The record that orders it.
  let seq: Int64
}

// MARK: - Faults

extension BackendServer {
  private func reply(
    to call: ReceivedCall<S>, _ arrival: Arrival, _ number: Int64, key: String?, _ fault: Fault
  ) async throws(WireRefusal) -> ServedReply {
    switch fault.what {
    case .status:
      var response = WireResponse.refusal(WireRefusal(fault.status, "as an admin request asked"))
      response.headers.removeAll { $0.name == "Retry-After" }
      if let seconds = fault.retryAfter {
        response.headers.append(WireHeader("Retry-After", String(seconds)))
      }
      return .response(response)
    case .refuse: return .close
    case .hang: return .silence
    case .delay: try? await Task.sleep(for: .milliseconds(fault.delay.milliseconds))
    case .duplicate: _ = await happen(arrival, for: call, number)
    case .drop, .garbage, .bigBody: break
    }
    let reply = try await answer(to: call, arrival, number, key: key)
    switch fault.what {
    case .drop: return .close
    case .garbage: return .raw(Array("\u{0}\u{1}this is no HTTP\r\n\r\n{{{".utf8))
    case .bigBody: return .padding(fault.bytes)
    case .status, .refuse, .hang, .delay, .duplicate: return reply
    }
  }
}

extension WireRefusal {
  /// What a sender hears of an event that the host did not take.
  init(_ error: HostError) { self.init(503, error.message) }
}
