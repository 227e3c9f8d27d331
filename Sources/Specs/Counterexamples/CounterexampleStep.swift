import Diagnostics
import EventSourcing
import Properties
import Simulation
import YAMLText

extension Counterexample {
  /// Something that comes from outside.
  package struct Step: Sendable {
    /// The time from the start.
    package let at: TimeSpan
    package let party: String
    /// The event, or the fault in words.
    package let action: String
    package let fields: Value
    /// The record that does not come about without it.
    package let reason: String
  }
}

extension Counterexample.Step {
  /// The event or fault, with its fields.
  package var line: String {
    guard case .fields(let values) = fields, !values.isEmpty else { return action }
    return "\(action) \(yaml(fields, from: .distantPast))"
  }

  init<S: System>(_ step: RunStep<S>, at: TimeSpan, _ reason: StepReason) {
    self.at = at
    self.reason = reason.text
    switch step.action {
    case .wait: (party, action, fields) = ("", "time passes", .fields([]))
    case .input(let party, let event, let first):
      self.party = party
      action = event.name.description + (first ? ", before what is due" : "")
      fields = event.shownValue
    case .due(let item):
      (party, action, fields) = (item.party, "\(item.shown) before what else is due", .fields([]))
    case .fault(let fault): (party, action, fields) = fault.shown
    }
  }
}

extension DueItem {
  fileprivate var shown: String {
    switch self {
    case .arrival(let flight): "\(flight.shown) arrives"
    case .timer(_, let name): "the timer \(name) fires"
    case .limit(let request): "request \(request.number) is given up"
    }
  }
}

extension StepReason {
  /// The record that does not come about without the step.
  fileprivate var text: String {
    guard let missing else { return "the claim is broken at another time without it" }
    let lost = "without it no \(missing.name) of \(missing.party) at \(missing.at.text)"
    guard let instead, instead.name == missing.name, instead.at != missing.at else { return lost }
    return "without it \(missing.name) of \(missing.party) comes at \(instead.at.text)"
  }
}

extension Vocabulary {
  /// The fields that have a value other than the sample's, as they are shown.
  fileprivate var shownValue: Value {
    guard case .fields(let fields) = value else { return .fields([]) }
    let plain = Self.sample(of: name).value
    return .fields(
      fields.filter { field in
        if case .text = field.value { return true }
        if case .personal = field.value { return true }
        return plain[field.name] != field.value
      })
  }
}

extension RunFault {
  fileprivate var shown: (party: String, action: String, fields: Value) {
    func late(_ time: TimeSpan) -> String { time == .zero ? "" : " after \(time.text)" }
    switch self {
    case .answer(let request, let reply, let time):
      return (request.party, "request \(request.number) is answered\(late(time))", reply.value)
    case .fail(let request, let why, let time):
      return (
        request.party, "request \(request.number) fails\(late(time)): \(why.rawValue)", .fields([])
      )
    case .hang(let request):
      return (request.party, "request \(request.number) hangs", .fields([]))
    case .drop(let sent): return (sent.flight.party, "\(sent.shown) is lost", .fields([]))
    case .duplicate(let sent, let time):
      return (sent.flight.party, "\(sent.shown) comes twice\(late(time))", .fields([]))
    case .delay(let sent, let time):
      return (sent.flight.party, "\(sent.shown) is \(time.text) late", .fields([]))
    }
  }
}

extension SentMessage {
  fileprivate var shown: String {
    earlier == 0 ? flight.shown : "\(flight.shown), sent \(counted(Int(earlier), "time")) before,"
  }
}

extension FlightID {
  fileprivate var shown: String {
    switch half {
    case .request: number > 0 ? "request \(number)" : "unanswered request \(-number)"
    case .answer: "the answer to request \(number)"
    case .message: "message \(number)"
    }
  }
}
