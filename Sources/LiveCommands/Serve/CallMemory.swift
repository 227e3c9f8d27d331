import EventSourcing
import JSON
import Live
import Simulation
import Traces

/// The memory of a server about the calls so far, besides the state of its backends.
struct CallMemory {
  /// The calls with their answers.
  var answered = AnsweredCalls()
  /// The clients by their state and token.
  var clients: KnownClients
  /// Messages that their devices have not asked for yet.
  var outbox = Outbox()

  init(_ calls: [CapturedCall]) { clients = KnownClients(calls) }

  /// A hash of what a call delivers to a backend.
  static func content(_ arrival: some Vocabulary) -> UInt64 {
    var hash = XXH64()
    Array(arrival.name.description.utf8).withUnsafeBufferPointer { hash.add($0) }
    canonicalJSON(ofData: arrival).withUnsafeBufferPointer { hash.add($0) }
    return hash.value
  }

  /// Keeps a message that is not an answer; an answer is sent as the response to its call.
  mutating func keep(_ message: DeviceMessage) {
    if !message.isAnswer { outbox.add(message) }
  }
}

/// A message of a backend to a device.
struct DeviceMessage: Sendable {
  let recipient: String
  /// The name of the event by which the device learns of it, and its fields.
  let event: String
  let fields: JSONTree
  /// The number of the call that it answers.
  let answers: Int64?
  let isAnswer: Bool
  /// The record that orders it.
  let seq: Int64

  /// Whether it is the answer to this call of a device.
  func answers(_ call: CapturedCall, at place: AnsweredCalls.Place) -> Bool {
    guard recipient == place.device else { return false }
    if let answers { return answers == place.number }
    return event == call.answeredBy
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
}

extension KeyNote {
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
struct PastCalls {
  /// The last event, if a call caused it: an answer is an effect of that event.
  private var last: (seq: Int64, place: AnsweredCalls.Place, content: UInt64, call: CapturedCall)?
  private var keys: [AnsweredCalls.Place: AnsweredCalls.Key] = [:]
  private let callsByArrival: [String: CapturedCall]

  /// Looks for calls by the names of the events they cause at a backend.
  init(_ callsByArrival: [String: CapturedCall]) { self.callsByArrival = callsByArrival }

  mutating func take<Event>(_ event: RecordedEvent<Event>, into memory: inout CallMemory) {
    last = nil
    guard let call = callsByArrival[event.event.name.description] else { return }
    guard let device = event.event.wireFields["device"]?.text, let number = event.event.request
    else { return }
    let place = AnsweredCalls.Place(device: device, number: number)
    memory.answered.use(place)
    last = (event.seq, place, CallMemory.content(event.event), call)
  }

  mutating func take(
    _ message: DeviceMessage, orderedBy cause: Int64, into memory: inout CallMemory
  ) {
    memory.keep(message)
    guard let last, cause == last.seq, message.answers(last.call, at: last.place) else { return }
    memory.clients.learn(message.fields, of: last.place.device)
    let key = keys.removeValue(forKey: last.place)
    let response = last.call.response(message.fields)
    // As in the process that sent it: such a call may be sent again.
    if response.status == 503 { return }
    memory.answered.add(.known(.response(response)), to: last.content, at: last.place, key: key)
  }

  mutating func take(note line: [UInt8]) {
    guard let text = (try? JSONTree.body(line))?["note"]?.text, let note = KeyNote(text) else {
      return
    }
    // The note comes just before its call, unless the process ended between them.
    if keys.count > 1_000 { keys.removeAll() }
    keys[note.place] = note.key
  }
}
