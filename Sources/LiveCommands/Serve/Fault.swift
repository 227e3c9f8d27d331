import EventSourcing
import JSON
import Live

/// A fault that a test has asked for.
struct Fault: Record {
  /// The kind of call it applies to, such as `registration`, or `any`.
  var kind: String
  /// The kind of the fault.
  var what: What
  var count: Int64
  var status: Int64
  /// The Retry-After of a `status` fault, in seconds.
  var retryAfter: Int64?
  /// The time for which a `delay` fault holds a call back.
  var delay: TimeSpan
  /// The length of the body of a `big_body` fault, in bytes.
  var bytes: Int64

  /// The kind of fault of a call.
  enum What: String, Choice {
    case status, delay, drop, refuse, duplicate, hang, garbage
    case bigBody = "big_body"

    var summary: StaticString {
      switch self {
      case .status: "It is answered with a status, and no backend gets it."
      case .delay: "It is held back before a backend gets it."
      case .drop: "A backend gets it, and the connection ends without an answer."
      case .refuse: "The connection ends before a backend gets it."
      case .duplicate: "A backend gets it twice."
      case .hang: "No backend gets it, and it is never answered."
      case .garbage: "A backend gets it, and the answer is not HTTP."
      case .bigBody: "A backend gets it, and the answer is very long."
      }
    }
  }

  static var sample: Fault {
    Fault(
      kind: "any", what: .status, count: 1, status: 503, retryAfter: nil,
      delay: .milliseconds(500), bytes: 20 * 1_024 * 1_024)
  }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Fault {
    let sample = Fault.sample
    return Fault(
      kind: try visitor("kind", kind, default: sample.kind, "The calls that it is for."),
      what: try visitor("fault", what, "The kind of fault."),
      count: try visitor("count", count, default: sample.count, "With how many calls."),
      status: try visitor("status", status, default: sample.status, "The status of the answer."),
      retryAfter: try visitor("retry_after", retryAfter, "Whole seconds."),
      delay: try visitor("delay", delay, default: sample.delay, "The time a call is held back."),
      bytes: try visitor("bytes", bytes, default: sample.bytes, "The length of the body."))
  }

  /// Writes the members that say what it does to how many calls.
  func write(to json: inout JSONOutput) {
    json.member("kind", kind)
    json.member("fault", what.rawValue)
    json.member("count", count)
    switch what {
    case .status:
      json.member("status", status)
      if let retryAfter { json.member("retry_after", retryAfter) }
    case .delay: json.member("delay", delay.milliseconds)
    case .bigBody: json.member("bytes", bytes)
    case .drop, .refuse, .duplicate, .hang, .garbage: break
    }
  }

  /// Returns the problem of the fault's values; `nil` if they are valid.
  func validationError(kinds: [String]) -> String? {
    if kind != "any", !kinds.contains(kind) {
      return "there are no calls of kind '\(kind)'; known: any, \(kinds.joined(separator: ", "))"
    }
    if !(1...1_000_000).contains(count) { return "count is a number from 1 to 1000000" }
    if !(200...599).contains(status) { return "status is a number from 200 to 599" }
    if let retryAfter, retryAfter < 0 { return "retry_after is a number from 0 on" }
    if !(.zero ... .hours(1)).contains(delay) { return "delay is a time from 0 to an hour" }
    if !(0...1_073_741_824).contains(bytes) { return "bytes is a number up to 1073741824" }
    return nil
  }

  /// The response of `status`.
  var response: WireResponse {
    var response = WireResponse.refusal(WireRefusal(status, "as an admin request asked"))
    response.headers.removeAll { $0.name == "Retry-After" }
    if let retryAfter { response.headers.append(WireHeader("Retry-After", String(retryAfter))) }
    return response
  }
}

/// The faults that have not happened yet, oldest first.
struct FaultPlan {
  static let limit = 1_000

  private(set) var faults: [Fault] = []

  /// Plans a fault; `false` where too many are planned already.
  mutating func add(_ fault: Fault) -> Bool {
    guard faults.count < FaultPlan.limit else { return false }
    faults.append(fault)
    return true
  }

  mutating func clear() { faults.removeAll() }

  /// Removes and returns the next fault for a call of this kind; `nil` if there is none.
  mutating func take(for kind: String) -> Fault? {
    guard let index = faults.firstIndex(where: { $0.kind == kind || $0.kind == "any" }) else {
      return nil
    }
    let fault = faults[index]
    faults[index].count -= 1
    if faults[index].count == 0 { faults.remove(at: index) }
    return fault
  }
}
