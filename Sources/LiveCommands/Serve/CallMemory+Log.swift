import Diagnostics
import EventSourcing
import JSON
import Live
import Simulation
import Traces

extension CallMemory {
  /// What a log says about the calls so far. Damage is ignored here: opening the log for writing
  /// reports it.
  init(_ store: some LogStore) {
    self.init()
    guard let reader = try? LogReader(store) else { return }
    try? read(LogTrace(reader, endLine: .never))
  }

  private mutating func read(_ trace: LogTrace<some LogStore>) throws(Diagnostic) {
    var lines = try TraceReader<S.Machine>(
      file: "", defaults: TraceDefaults(sdk: S.name), source: trace.source())
    var past = PastCalls<S>()
    while let line = try lines.next() {
      switch line.kind {
      case .event: if let event = try lines.event(line) { past.take(event, into: &self) }
      case .effect: if let effect = try lines.effect(line) { past.take(effect, into: &self) }
      case .note: past.take(note: lines.lineBytes)
      case .state, .snapshot: break
      }
      answered.skipNumbers(upTo: line.seq)
    }
  }
}

/// A note with the key of a call whose sender does not number its calls: the call's event has no
/// field for it.
struct KeyNote {
  let key: AnsweredCalls.Key
  let place: AnsweredCalls.Place

  var text: String {
    var json = JSONOutput()
    json.object { json in
      json.member("idempotency_key", key.text)
      json.member("device", place.device)
      json.member("request", place.number)
      if key.device == nil { json.member("unnamed", true) }
    }
    return json.text
  }

  init(key: AnsweredCalls.Key, place: AnsweredCalls.Place) {
    self.key = key
    self.place = place
  }

  /// Reads such a note; `nil` for any other.
  init?(_ text: String) {
    guard let json = try? JSONTree.body(Array(text.utf8)),
      let key = json["idempotency_key"]?.text, let device = json["device"]?.text,
      let number = json["request"]?.text.flatMap({ Int64($0) })
    else { return nil }
    let isUnnamed = json["unnamed"] == .boolean(true)
    self.key = AnsweredCalls.Key(device: isUnnamed ? nil : device, text: key)
    place = AnsweredCalls.Place(device: device, number: number)
  }
}

/// Finds the calls with their answers among the records of a log.
private struct PastCalls<S: LiveSystem> {
  private struct Arrival {
    let place: AnsweredCalls.Place
    let content: UInt64
    let call: CapturedCall
  }

  /// The last event, if a call caused it: an answer is an effect of that event.
  private var last: (seq: Int64, arrival: Arrival)?
  private var keys: [AnsweredCalls.Place: AnsweredCalls.Key] = [:]
  private let callsByArrival = PastCalls.callsByArrival()

  mutating func take(
    _ event: RecordedEvent<S.Machine.Event>, into memory: inout CallMemory<S>
  ) {
    last = nil
    guard let call = callsByArrival[event.event.name.description] else { return }
    guard let device = event.event.wireFields["device"]?.text, let number = event.event.request
    else { return }
    let place = AnsweredCalls.Place(device: device, number: number)
    memory.answered.use(place)
    let content = CallMemory<S>.content(event.event)
    last = (event.seq, Arrival(place: place, content: content, call: call))
  }

  mutating func take(
    _ effect: RecordedEffect<S.Machine.Effect>, into memory: inout CallMemory<S>
  ) {
    guard let message = DeviceMessage<S>(effect) else { return }
    memory.keep(message)
    guard let last, effect.cause == last.seq,
      message.answers(last.arrival.call, at: last.arrival.place)
    else { return }
    let arrival = last.arrival
    let fields = message.event.wireFields
    memory.clients.learn(fields, of: arrival.place.device)
    memory.answered.add(
      .known(.response(arrival.call.response(fields))), to: arrival.content, at: arrival.place,
      key: keys.removeValue(forKey: arrival.place))
  }

  mutating func take(note line: [UInt8]) {
    guard let text = (try? JSONTree.body(line))?["note"]?.text, let note = KeyNote(text) else {
      return
    }
    // The note comes just before its call, unless the process ended between them.
    if keys.count > 1_000 { keys.removeAll() }
    keys[note.place] = note.key
  }

  /// The calls by the names of the events they cause at a backend.
  private static func callsByArrival() -> [String: CapturedCall] {
    var result: [String: CapturedCall] = [:]
    for effect in S.Machine.Effect.samples {
      guard let call = S.calls.first(where: { $0.effect == effect.name.description }),
        case .request(let request) = S.outcome(of: effect, by: "", in: S.Machine.initial),
        let arrival = request.arrival
      else { continue }
      result[arrival.name.description] = call
    }
    return result
  }
}
