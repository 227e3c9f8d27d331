import EventSourcing
import Files
import Live
import Simulation

/// The backends of one system behind HTTP: a call becomes an event of a backend, and the backend's
/// effect becomes the answer.
actor BackendServer<S: LiveSystem>: ServedBackend {
  nonisolated let name = S.name

  let host: any EventHost<S.Machine>
  var faults = FaultPlan()
  var memory: CallMemory<S>

  private let closeHost: @Sendable () async -> Void

  /// Serves the backends that `host` runs; `memory` was read from its log, which `close` closes.
  init(
    _ host: any EventHost<S.Machine>, memory: CallMemory<S> = CallMemory(),
    close: @escaping @Sendable () async -> Void
  ) {
    self.host = host
    self.memory = memory
    closeHost = close
  }

  nonisolated func hasPath(_ target: WireTarget) -> Bool {
    S.calls.contains { $0.hasPath(target) } || Outbox.device(of: target) != nil
  }

  func take(_ request: WireRequest) async throws(WireRefusal) -> ServedReply {
    if let target = WireTarget(request.path), let device = Outbox.device(of: target) {
      guard request.method == "GET" else {
        throw WireRefusal(405, "pushes can only be read", allowed: ["GET"])
      }
      return .response(try memory.outbox.response(for: device, target))
    }
    let call = try NumberedCall(request, &memory)
    let fault = faults.take(for: call.kind)
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

  func note(_ text: String) async {
    // If the log cannot take a note, it cannot take the event either, and the event's sender gets
    // the error.
    try? await host.note(text, of: S.backends.first ?? S.name)
  }

  func close() async { await closeHost() }
}

/// A call with its device, number and key.
private struct NumberedCall<S: LiveSystem>: Sendable {
  let received: ReceivedCall<S>
  let key: AnsweredCalls.Key?
  let place: AnsweredCalls.Place
  let event: S.Machine.Event
  let party: String
  /// The kind of call, which planned faults refer to.
  let kind: String

  /// Whether a later request can repeat this call.
  var canRepeat: Bool { key != nil || received.order != nil }

  init(_ request: WireRequest, _ memory: inout CallMemory<S>) throws(WireRefusal) {
    received = try ReceivedCall<S>(request)
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
    (event, party, kind) = try received.arrival(of: place.device, number: place.number)
  }
}

// MARK: - Answers

extension BackendServer {
  /// The answer to a call, which is also sent to repeats.
  private func answer(
    to call: NumberedCall<S>, _ fault: Fault?
  ) async throws(WireRefusal) -> ServedReply {
    guard call.canRepeat else { return await perform(call, fault) }
    let content = CallMemory<S>.content(call.event)
    switch memory.answered.find(content, at: call.place, key: call.key) {
    case .again(.known(let reply)): return reply
    case .again(.coming(let reply)): return await reply.value
    case .otherCall:
      throw WireRefusal(422, "this \(EffectID.headerName) came with another call before")
    case .new: break
    }
    let task = Task {
      if call.received.order == nil, let key = call.key {
        await note(KeyNote(key: key, place: call.place).text)
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
  private func perform(_ call: NumberedCall<S>, _ fault: Fault?) async -> ServedReply {
    switch fault?.what {
    case .delay: try? await Task.sleep(for: .milliseconds(fault?.delay.milliseconds ?? 0))
    case .duplicate: _ = await happen(call)
    case .status, .drop, .refuse, .hang, .garbage, .bigBody, nil: break
    }
    return await happen(call)
  }

  /// Delivers the call to its backend and finds the answer among the backend's effects.
  private func happen(_ call: NumberedCall<S>) async -> ServedReply {
    let records: [LogRecord<S.Machine.Event, S.Machine.Effect>]
    do {
      records = try await host.happen(call.event, to: call.party)
    } catch {
      return .response(.refusal(WireRefusal(error)))
    }
    let answer = keepMessages(in: records).first { $0.answers(call.received.call, at: call.place) }
    memory.answered.use(call.place)
    guard let answer else { return .response(WireResponse(status: 204)) }
    memory.clients.learn(answer.event.wireFields, of: call.place.device)
    return .response(call.received.response(answer.event))
  }

  /// Keeps messages to devices until the devices ask for them.
  ///
  /// - Returns: All messages to devices, including answers.
  @discardableResult
  func keepMessages(
    in records: [LogRecord<S.Machine.Event, S.Machine.Effect>]
  ) -> [DeviceMessage<S>] {
    let messages = records.compactMap { record in
      if case .effect(let effect) = record { DeviceMessage<S>(effect) } else { nil }
    }
    for message in messages { memory.keep(message) }
    return messages
  }
}

extension WireRefusal {
  /// The response for an event that the host did not accept.
  init(_ error: HostError) { self.init(503, error.message) }
}

extension BackendServer {
  /// Continues the log in a folder, or begins one; without a folder the log is in memory.
  ///
  /// `options` apply to a log in a folder; a log in memory keeps only its last part.
  static func open(
    _ folder: String?, _ options: LogOptions? = nil
  ) async throws -> any ServedBackend {
    var setup = HostSetup<S>.backends
    if let folder {
      options?.apply(to: &setup)
      let store = try FolderStore(writing: folder)
      let memory = CallMemory<S>(FolderStore(reading: folder))
      return await serving(
        try LiveHost<S, FolderStore>(
          setup, store: store, clock: SystemClock(), identity: drawLogIdentity,
          observer: { _ in }), memory)
    }
    setup.snapshots = SnapshotPolicy(interval: 0, keptSegments: 1)
    return await serving(
      try LiveHost<S, MemoryStore>(
        setup, store: MemoryStore(), clock: SystemClock(), identity: drawLogIdentity,
        observer: { _ in }), CallMemory())
  }

  private static func serving<Store: LogStore>(
    _ host: LiveHost<S, Store>, _ memory: CallMemory<S>
  ) async -> any ServedBackend {
    await host.start()
    return BackendServer(host, memory: memory) { await host.close() }
  }
}
