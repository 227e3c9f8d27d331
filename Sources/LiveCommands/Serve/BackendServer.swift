import EventSourcing
import Live
import Simulation

/// The backends of one system behind HTTP: a call becomes an event of a backend, and the backend's
/// effect becomes the answer.
actor BackendServer {
  let backends: ServedBackends
  var faults = FaultPlan()
  var memory: CallMemory

  /// Serves backends; `memory` was read from their log.
  init(_ backends: ServedBackends, memory: CallMemory? = nil) {
    self.backends = backends
    self.memory = memory ?? CallMemory(backends.system.calls)
  }

  /// The system's name after `--sdk`.
  nonisolated var name: String { backends.system.name }

  /// Whether the target's path belongs to one of the system's calls.
  nonisolated func hasPath(_ target: WireTarget) -> Bool {
    backends.system.calls.contains { $0.hasPath(target) } || Outbox.device(of: target) != nil
  }

  /// Takes a call of a device.
  func take(_ request: WireRequest) async throws(WireRefusal) -> ServedReply {
    if let target = WireTarget(request.path), let device = Outbox.device(of: target) {
      guard request.takenMethod == "GET" else {
        throw WireRefusal(405, "pushes can only be read", allowed: ["GET"])
      }
      return .response(try memory.outbox.response(for: device, target))
    }
    let call = try NumberedCall(request, to: backends, &memory)
    let fault = faults.take(for: call.arrival.kind)
    switch fault?.what {
    case .status: return .response(fault?.response ?? WireResponse(status: 503))
    case .refuse: return .close
    case .hang: return .silence
    case .delay, .drop, .duplicate, .garbage, .bigBody, nil: break
    }
    let reply = try await answer(to: call, fault)
    return switch fault?.what {
    case .drop: .close
    case .garbage: .raw(Array("\u{0}\u{1}not HTTP\r\n\r\n{{{".utf8))
    case .bigBody: .padding(fault?.bytes ?? 0)
    case .status, .refuse, .hang, .delay, .duplicate, nil: reply
    }
  }

  // MARK: - Answers

  /// The answer to a call, which is also sent to repeats.
  private func answer(
    to call: NumberedCall, _ fault: Fault?
  ) async throws(WireRefusal) -> ServedReply {
    guard call.canRepeat else { return await perform(call, fault) }
    let content = call.arrival.content
    switch memory.answered.find(content, at: call.place, key: call.key) {
    case .again(.known(let reply)): return reply
    case .again(.coming(let reply)): return await reply.value
    case .otherCall:
      throw WireRefusal(422, "this \(EffectID.headerName) came with another call before")
    case .new: break
    }
    let task = Task {
      if call.received.order == nil, let key = call.key {
        // If the log cannot take a note, it cannot take the event either, and the event's sender
        // gets the error.
        await backends.note(KeyNote(key: key, place: call.place).text)
      }
      let reply = await perform(call, fault)
      if case .response(let response) = reply, response.status == 503 {
        // A call that the log did not accept may be sent again.
        memory.answered.forget(call.place)
      } else {
        memory.answered.answer(content, at: call.place, with: reply)
      }
      return reply
    }
    memory.answered.add(.coming(task), to: content, at: call.place, key: call.key)
    return await task.value
  }

  /// Delivers the call to its backend; a fault may delay or repeat that.
  private func perform(_ call: NumberedCall, _ fault: Fault?) async -> ServedReply {
    switch fault?.what {
    case .delay: try? await Task.sleep(for: .milliseconds(fault?.delay.milliseconds ?? 0))
    case .duplicate: _ = await happen(call)
    case .status, .drop, .refuse, .hang, .garbage, .bigBody, nil: break
    }
    return await happen(call)
  }

  /// Delivers the call to its backend and finds the answer among the backend's effects.
  private func happen(_ call: NumberedCall) async -> ServedReply {
    let outcome: ServedBackends.Outcome
    do throws(HostError) {
      outcome = try await call.arrival.happen()
    } catch {
      return .response(.refusal(WireRefusal(error)))
    }
    for message in outcome.messages { memory.keep(message) }
    memory.answered.use(call.place)
    let answer = outcome.messages.first { $0.answers(call.received.call, at: call.place) }
    guard let answer else { return .response(WireResponse(status: 204)) }
    memory.clients.learn(answer.fields, of: call.place.device)
    return .response(call.received.call.response(answer.fields))
  }
}

/// A call with its device, number and key.
private struct NumberedCall: Sendable {
  let received: ReceivedCall
  let key: AnsweredCalls.Key?
  let place: AnsweredCalls.Place
  let arrival: ServedBackends.Arrival

  /// Whether a later request can repeat this call.
  var canRepeat: Bool { key != nil || received.order != nil }

  init(
    _ request: WireRequest, to backends: ServedBackends, _ memory: inout CallMemory
  ) throws(WireRefusal) {
    received = try ReceivedCall(request, of: backends.system)
    let text = try request.headers.sole(EffectID.headerName)
    guard (text?.utf8.count ?? 0) <= 256 else {
      throw WireRefusal(400, "\(EffectID.headerName) has at most 256 bytes")
    }
    let given = try memory.clients.device(of: request.headers)
    let device = received.device ?? given
    guard device != nil || memory.clients.identifiesClients else {
      throw WireRefusal(400, "\(CallHeader.device) has to say which device calls")
    }
    key = text.map { AnsweredCalls.Key(device: device, text: $0) }
    place = memory.answered.place(of: device, order: received.order, key: key)
    arrival = try backends.arrival(received, place)
  }
}

extension WireRefusal {
  /// The response for an event that the host did not accept.
  init(_ error: HostError) { self.init(503, error.message) }
}
