import Diagnostics
import EventSourcing
import Files
import JSON
import Live
import Simulation
import Traces

/// The backends of a system on a host, without their types: the closures are made where these are
/// known.
struct ServedBackends: Sendable {
  /// An event on its way to a backend.
  struct Arrival: Sendable {
    /// The kind of call, which planned faults refer to.
    let kind: String
    /// A hash of what it delivers.
    let content: UInt64
    /// Records it, and returns what came of it once that is durable.
    let happen: @Sendable () async throws(HostError) -> Outcome
  }

  /// The records of an event.
  struct Outcome: Sendable {
    let seq: Int64
    /// The names of the effects.
    let effects: [String]
    /// All messages to devices, including answers.
    let messages: [DeviceMessage]
  }

  let system: any LiveSystem.Type
  /// Finds what a call delivers to its backend.
  let arrival: @Sendable (ReceivedCall, AnsweredCalls.Place) throws(WireRefusal) -> Arrival
  /// Reads an act of the marketer or of the people who run a backend.
  let act: @Sendable (EventRequest) throws(WireRefusal) -> Arrival
  /// Reads the view under `backend:` in specs, as JSON.
  let view: @Sendable () async -> [UInt8]
  /// Writes a note to the log, if that can take one.
  let note: @Sendable (String) async -> Void
  /// Closes the log, and returns the error that keeps it from having everything.
  let close: @Sendable () async -> LogStoreError?

  /// Serves the backends that `host` runs.
  init<S: LiveSystem>(on host: LiveHost<S, some LogStore>) {
    @Sendable func arrival(_ event: S.Machine.Event, at party: String, _ kind: String) -> Arrival {
      Arrival(kind: kind, content: CallMemory.content(event)) { () async throws(HostError) in
        let records = try await host.happen(event, to: party)
        let effects = records.compactMap { record in
          if case .effect(let effect) = record { effect } else { nil }
        }
        return Outcome(
          seq: records.first?.seq ?? 0, effects: effects.map { $0.effect.name.description },
          messages: effects.compactMap { S.message(of: $0) })
      }
    }
    system = S.self
    self.arrival = { (call, place) throws(WireRefusal) in
      let (event, party, kind) = try S.arrival(of: call, from: place.device, number: place.number)
      return arrival(event, at: party, kind)
    }
    act = { (request) throws(WireRefusal) in
      let event = try S.event(request)
      return arrival(event, at: try S.party(of: event, request), request.name)
    }
    view = {
      await host.look { state in
        var writer = JSONWriter(into: JSONBuffer())
        writer.object { S.backendView(in: state, &$0) }
        return writer.sink.bytes
      }
    }
    note = { try? await host.note($0, of: S.backends.first ?? S.name) }
    close = { await host.close() }
  }
}

extension BackendServer {
  /// Continues the log in a folder, or begins one; without a folder the log is in memory.
  ///
  /// `options` apply to a log in a folder; a log in memory keeps only its last part.
  static func open<S: LiveSystem>(
    _ system: S.Type, _ folder: String?, _ options: LogOptions? = nil
  ) async throws -> BackendServer {
    var setup = HostSetup<S>.backends
    if let folder {
      options?.apply(to: &setup)
      let store = try FolderStore(writing: folder)
      let memory = S.pastCalls(in: FolderStore(reading: folder))
      return try await serving(setup, on: store, memory)
    }
    setup.snapshots = SnapshotPolicy(interval: 0, keptSegments: 1)
    return try await serving(setup, on: MemoryStore(), nil)
  }

  private static func serving<S: LiveSystem>(
    _ setup: HostSetup<S>, on store: sending some LogStore, _ memory: CallMemory?
  ) async throws -> BackendServer {
    let host = try LiveHost(
      setup, store: store, clock: SystemClock(), identity: drawLogIdentity, observer: warn)
    await host.start()
    return BackendServer(ServedBackends(on: host), memory: memory)
  }
}

/// Tells the operator why calls are answered 503, and that they are not any more.
private func warn(of news: HostNews<some Vocabulary>) {
  switch news {
  case .notDurable(let error): report("the log cannot be written: \(error.message)", as: "warning")
  case .tooLarge(let bytes): report(HostError.tooLarge(bytes).message, as: "warning")
  case .durableAgain: report("the log can be written again", as: "note")
  case .effect, .noSnapshot: break
  }
}

// MARK: - Admin requests

extension LiveSystem {
  fileprivate static func event(_ wanted: EventRequest) throws(WireRefusal) -> Machine.Event {
    guard let known = Machine.Event.Name.named(wanted.name) else {
      let names = Machine.Event.Name.allCases.map { $0.description }
      let near = didYouMean(wanted.name, among: names, after: "; ")
      throw WireRefusal(400, "\(name) has no event '\(wanted.name)'\(near)")
    }
    let event: Machine.Event
    do {
      event = try .read(wanted.data, like: .sample(of: known), lenient: false)
    } catch {
      throw WireRefusal(error.problem, at: ["with"] + wanted.data.path(to: error.start))
    }
    if let error = validationError(in: event) { throw WireRefusal(400, error) }
    return event
  }

  /// The party of an event that an admin request asks for.
  fileprivate static func party(
    of event: Machine.Event, _ wanted: EventRequest
  ) throws(WireRefusal) -> String {
    switch event.name.role {
    case .backend, .backendSettings:
      if wanted.device != nil { throw WireRefusal(400, "'\(wanted.name)' takes no 'on'") }
      return backend(of: event)
    case .backendDevice:
      guard let device = wanted.device else {
        throw WireRefusal(400, "'\(wanted.name)' is about a device: say which under 'on'")
      }
      return try checkedDevice(device)
    case .outside, .processStart, .processEnd, .inside, .harness:
      throw WireRefusal(400, "'\(wanted.name)' happens to an app, not to a backend")
    case .network:
      throw WireRefusal(
        400, "'\(wanted.name)' happens in a simulated network: plan a fault in its place")
    }
  }

  // MARK: - Calls of an earlier process

  /// Reads the calls so far from a log. Damage is ignored here: opening the log for writing
  /// reports it.
  static func pastCalls(in store: some LogStore) -> CallMemory {
    var memory = CallMemory(calls)
    guard let reader = try? LogReader(store) else { return memory }
    try? read(LogTrace(reader, endLine: .never), into: &memory)
    return memory
  }

  private static func read(
    _ trace: LogTrace<some LogStore>, into memory: inout CallMemory
  ) throws(Diagnostic) {
    var lines = try TraceReader<Machine>(
      file: "", defaults: TraceDefaults(sdk: name), source: trace.source())
    var past = PastCalls(callsByArrival)
    while let line = try lines.next() {
      switch line.kind {
      case .event: if let event = try lines.event(line) { past.take(event, into: &memory) }
      case .effect:
        if let effect = try lines.effect(line), let message = message(of: effect) {
          past.take(message, orderedBy: effect.cause, into: &memory)
        }
      case .note: past.take(note: lines.lineBytes)
      case .state, .snapshot: break
      }
      memory.answered.skipNumbers(upTo: line.seq)
    }
  }

  /// The calls by the names of the events they cause at a backend.
  private static var callsByArrival: [String: CapturedCall] {
    var result: [String: CapturedCall] = [:]
    for effect in Machine.Effect.samples {
      guard let call = calls.first(where: { $0.effect == effect.name.description }),
        case .request(let request) = outcome(of: effect, by: "", in: Machine.initial),
        let arrival = request.arrival
      else { continue }
      result[arrival.name.description] = call
    }
    return result
  }

  /// The message to a device that an effect sends; `nil` if it sends none.
  fileprivate static func message(
    of effect: RecordedEffect<Machine.Effect>
  ) -> DeviceMessage? {
    // A backend's effect alone decides its outcome, so any state will do.
    let outcome = outcome(of: effect.effect, by: effect.party, in: Machine.initial)
    guard case .message(let message) = outcome, !backends.contains(message.recipient) else {
      return nil
    }
    let event = message.event.name.description
    return DeviceMessage(
      recipient: message.recipient, event: event, fields: message.event.wireFields,
      answers: message.answers,
      isAnswer: message.answers != nil || calls.contains { $0.answeredBy == event },
      seq: effect.seq)
  }
}
