import EventSourcing
import JSON
import Live
import Simulation
import Traces

/// What a server remembers of the calls so far, besides the state of its backends.
struct CallMemory<S: LiveSystem> {
  /// The calls with their answers.
  var answered = AnsweredCalls()
  /// The clients by their state and token.
  var clients = KnownClients(S.calls)
  /// Messages that their devices have not asked for yet.
  var outbox = Outbox()

  /// A hash of what a call delivers to a backend.
  static func content(_ arrival: S.Machine.Event) -> UInt64 {
    var hash = XXH64()
    Array(arrival.name.description.utf8).withUnsafeBufferPointer { hash.add($0) }
    canonicalJSON(ofData: arrival).withUnsafeBufferPointer { hash.add($0) }
    return hash.value
  }

  /// Keeps a message that is not an answer; an answer is sent as the response to its call.
  mutating func keep(_ message: DeviceMessage<S>) {
    guard !message.isAnswer else { return }
    outbox.add(message.event, for: message.recipient, seq: message.seq)
  }
}

/// What a backend sends to a device.
struct DeviceMessage<S: LiveSystem>: Sendable {
  let recipient: String
  let event: S.Machine.Event
  /// The number of the call that it answers.
  let answers: Int64?
  /// The record that orders it.
  let seq: Int64

  /// The message that an effect sends; `nil` if it sends none.
  init?(_ effect: RecordedEffect<S.Machine.Effect>) {
    // A backend's effect alone decides its outcome, so any state will do.
    let outcome = S.outcome(of: effect.effect, by: effect.party, in: S.Machine.initial)
    guard case .message(let message) = outcome, !S.backends.contains(message.recipient) else {
      return nil
    }
    recipient = message.recipient
    event = message.event
    answers = message.answers
    seq = effect.seq
  }

  /// Whether it is the answer to some call.
  var isAnswer: Bool {
    let name = event.name.description
    return answers != nil || S.calls.contains { $0.answeredBy == name }
  }

  /// Whether it is the answer to this call of a device.
  func answers(_ call: CapturedCall, at place: AnsweredCalls.Place) -> Bool {
    guard recipient == place.device else { return false }
    if let answers { return answers == place.number }
    return event.name.description == call.answeredBy
  }
}
