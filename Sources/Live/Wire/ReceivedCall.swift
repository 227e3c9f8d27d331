import EventSourcing
import JSON
import Simulation

/// The reason why a server refuses a request.
public struct WireRefusal: Error, Hashable, Sendable {
  /// The HTTP status, 4xx.
  public var status: Int64
  /// The problem, in a sentence for the sender.
  public var reason: String
  /// The methods that the path allows; empty if the method is not the problem.
  public var allowed: [String] = []

  /// Describes a refusal.
  public init(_ status: Int64, _ reason: String, allowed: [String] = []) {
    self.status = status
    self.reason = reason
    self.allowed = allowed
  }
}

extension WireRequest {
  /// Reads the body as JSON; `nil` for an empty one.
  package func json() throws(WireRefusal) -> JSONTree? {
    do {
      return try JSONTree.body(body)
    } catch {
      throw WireRefusal(
        400, "the body is not JSON: at byte \(error.start) \(error.problem.message)")
    }
  }
}

extension WireRefusal {
  /// Refuses the value at a path of a body, with what to write instead.
  package init(_ problem: JSONProblem, at path: [String]) {
    let place = path.isEmpty ? "" : "'\(path.joined(separator: "."))': "
    let proposal = problem.proposal.isEmpty ? "" : ": \(problem.proposal)"
    self.init(400, place + problem.message + proposal)
  }
}

/// A request that is one of a system's calls, as the server sees it.
public struct ReceivedCall: Sendable {
  /// The call that it is.
  public let call: CapturedCall
  /// Its device; `nil` if the request names none.
  public let device: String?
  /// The device's number for it; `nil` if the sender does not number its calls.
  public let order: Int64?

  fileprivate let fields: WireFields

  /// Recognises a request by its method, path and query.
  public init(_ request: WireRequest, of system: any System.Type) throws(WireRefusal) {
    guard let target = WireTarget(request.path) else {
      throw WireRefusal(400, WireTarget.damage)
    }
    let calls = system.calls.filter { $0.hasPath(target) }
    guard let call = calls.first(where: { $0.method == request.takenMethod }) else {
      if calls.isEmpty { throw WireRefusal(404, "\(system.name) has no call of this path") }
      let methods = calls.map(\.method)
      throw WireRefusal(
        405, "this path takes \(methods.joined(separator: " or "))", allowed: methods)
    }
    self.call = call
    order = try ReceivedCall.order(request.headers)
    let body = try request.json()
    device = try ReceivedCall.device(of: request.headers, call, target, body)
    if let device { _ = try system.checkedDevice(device) }
    if let body, call.fields.contains(where: { $0.source.isMember }) {
      guard case .object = body else { throw WireRefusal(400, "the body must be a JSON object") }
    }
    fields = WireFields(
      headers: request.headers, body: body, method: call.method, path: call.path(of: target))
  }
}

// MARK: - The sender

extension ReceivedCall {
  /// The largest number that is exact in the JSON of every language.
  private static var largestOrder: Int64 { 1 << 53 }

  private static func order(_ headers: [WireHeader]) throws(WireRefusal) -> Int64? {
    guard let text = try headers.sole(CallHeader.order) else { return nil }
    guard let order = Int64(text), (1...largestOrder).contains(order) else {
      throw WireRefusal(400, "\(CallHeader.order) is a whole number from 1 to \(largestOrder)")
    }
    return order
  }

  /// The device by the path, by its header, or by its id in a registration.
  private static func device(
    of headers: [WireHeader], _ call: CapturedCall, _ target: WireTarget, _ body: JSONTree?
  ) throws(WireRefusal) -> String? {
    let place = call.places.firstIndex(of: "device").map { target.parts[$0] }
    let header = try headers.sole(CallHeader.device)
    return place ?? header ?? body?["deviceID"]?.text
  }
}

extension System {
  /// Which backend a device's call reaches, and what it delivers there under this number.
  public static func arrival(
    of call: ReceivedCall, from device: String, number: Int64
  ) throws(WireRefusal) -> (event: Machine.Event, party: String, kind: String) {
    let effect = try effect(of: call, number: number)
    let name = call.call.effect
    // The state of a device is on the device, so the server has to trust the request.
    guard case .request(let request) = outcome(of: effect, by: device, in: Machine.initial),
      let arrival = request.arrival
    else { throw WireRefusal(404, "no backend of \(Self.name) takes \(name)") }
    return (arrival, request.recipient, request.kind ?? name)
  }

  private static func effect(
    of received: ReceivedCall, number: Int64
  ) throws(WireRefusal) -> Machine.Effect {
    let call = received.call
    guard let sample = Machine.Effect.Name.named(call.effect).map({ Machine.Effect.sample(of: $0) })
    else { throw WireRefusal(404, "\(name) has no effect \(call.effect)") }
    let defaults = sample.wireFields
    var own = received.fields
    own.number = number
    let members = call.fields.compactMap { field, source in
      let value =
        switch source {
        // What no request says, such as its reason, is that of any.
        case .attempt, .unsaid: defaults[field]
        case .number, .method, .path, .header, .body, .headers, .members, .offset:
          own.value(source)
        }
      return value.map { JSONTree.Member(field, $0) }
    }
    let fields = JSONTree.object(members)
    do {
      return try Machine.Effect.read(fields, like: sample, lenient: true)
    } catch {
      let path = fields.path(to: error.start)
      let missing = SchemaMaker.fields(of: sample).first { field in
        path.isEmpty && field.presence == .required && fields[field.name] == nil
      }
      guard let missing else {
        throw WireRefusal(error.problem, at: call.fields.senderPath(to: path[...]))
      }
      let name = call.fields.senderPath(to: [missing.name]).joined(separator: ".")
      if name.isEmpty { throw WireRefusal(400, "the body is missing") }
      throw WireRefusal(.refused("'\(name)' is missing", proposal: "add \"\(name)\""), at: [])
    }
  }

  /// The name of a device as a sender gives it.
  ///
  /// - Throws: A refusal where no device has such a name.
  public static func checkedDevice(_ name: String) throws(WireRefusal) -> String {
    guard (1...256).contains(name.utf8.count) else {
      throw WireRefusal(400, "the id of a device has 1 to 256 bytes")
    }
    guard !name.hasControl else {
      throw WireRefusal(400, "the id of a device has no control characters")
    }
    guard !backends.contains(name) else {
      throw WireRefusal(400, "a device cannot have the name of a backend")
    }
    return name
  }
}

extension [WireHeader] {
  /// The value of a header by which a request is known; `nil` where it is not there.
  ///
  /// - Throws: A refusal where it stands twice or is not UTF-8: two senders could pass for one.
  public func sole(_ name: String) throws(WireRefusal) -> String? {
    guard let value = self[name] else { return nil }
    guard count(of: name) == 1 else { throw WireRefusal(400, "\(name) is given twice") }
    // What is not UTF-8 was replaced when the header was read.
    guard !value.unicodeScalars.contains("\u{FFFD}") else {
      throw WireRefusal(400, "\(name) is not UTF-8")
    }
    return value
  }
}

extension CapturedCall.Source {
  /// Whether it is a member of the body.
  fileprivate var isMember: Bool {
    switch self {
    case .body(let name): !name.isEmpty
    case .members, .offset: true
    case .number, .method, .path, .header, .headers, .attempt, .unsaid: false
    }
  }
}

extension [(field: String, source: CapturedCall.Source)] {
  /// Finds the names by which a sender knows what stands at a path of these fields.
  fileprivate func senderPath(to path: ArraySlice<String>) -> [String] {
    guard let name = path.first else { return [] }
    let rest = path.dropFirst()
    return switch first(where: { $0.field == name })?.source {
    case .body(""): [String](rest)
    case .body(let name), .offset(let name): [name] + rest
    case .members(let fields): fields.senderPath(to: rest)
    case .header(let header): [header.description]
    case .headers(let pairs): pairs.filter { $0.field == rest.first }.map(\.header.description)
    case .number, .method, .path, .attempt, .unsaid, nil: [String](path)
    }
  }
}

extension CapturedCall {
  /// Whether a request to this target is the call, if its method fits.
  public func hasPath(_ target: WireTarget) -> Bool {
    target.parts.count == path.count && isAtEnd(of: target)
  }

  /// Whether it is the call behind parts of the server's own.
  package func isAtEnd(of target: WireTarget) -> Bool {
    target.parts.count >= path.count
      && zip(target.parts.suffix(path.count), path).allSatisfy { $1 == "*" || $0 == $1 }
      && (query.map { query in
        target.query.contains { $0.name == query && $0.value != "false" }
      } ?? true)
  }

  /// The path of a target from the first part of the call's on, and its query without values.
  package func path(of target: WireTarget) -> String {
    "/" + target.parts.suffix(path.count).joined(separator: "/") + (query.map { "?\($0)" } ?? "")
  }
}
