import JSON
import Live
import Simulation

/// Admin requests: acts of the marketer, what the backends know, and faults.
extension BackendServer {
  /// Handles an admin request; `path` is what follows `/admin/NAME`.
  func administer(
    _ request: WireRequest, path: [String]
  ) async throws(WireRefusal) -> WireResponse {
    let names = path.first == "backend" ? Array(path.prefix(1)) : path
    switch (names.joined(separator: "/"), request.takenMethod) {
    case ("backend", "GET"): return try await backendView(path.dropFirst())
    case ("events", "POST"): return try await happen(request)
    case ("faults", "GET"): return faultList
    case ("faults", "POST"): return try await plan(request)
    case ("faults", "DELETE"):
      faults.clear()
      await backends.note("all planned faults removed")
      return faultList
    case ("backend", _): throw WireRefusal(405, "the backend can only be read", allowed: ["GET"])
    case ("events", _): throw WireRefusal(405, "events take POST only", allowed: ["POST"])
    case ("faults", _):
      throw WireRefusal(405, "no such method", allowed: ["GET", "POST", "DELETE"])
    default: throw WireRefusal(404, "admin paths end with backend, events or faults")
    }
  }

  /// Shows the view under `backend:` in specs, whole or one field of it.
  private func backendView(
    _ path: ArraySlice<String>
  ) async throws(WireRefusal) -> WireResponse {
    let bytes = await backends.view()
    guard let name = path.first else { return .json(bytes) }
    guard path.count == 1, let field = (try? JSONTree.body(bytes))??[name] else {
      throw WireRefusal(404, "the backend has no '\(path.joined(separator: "/"))'")
    }
    return .json(field.bytes)
  }

  // MARK: - Events

  /// Records an act of the marketer or of the people who run a backend.
  private func happen(_ request: WireRequest) async throws(WireRefusal) -> WireResponse {
    let event = try backends.act(try EventRequest(request))
    let outcome: ServedBackends.Outcome
    do throws(HostError) {
      outcome = try await event.happen()
    } catch {
      throw WireRefusal(error)
    }
    for message in outcome.messages { memory.keep(message) }
    return .json { json in
      json.member("seq", outcome.seq)
      json.list("effects") { json in
        for effect in outcome.effects { json.element(effect) }
      }
    }
  }

  // MARK: - Faults

  private var faultList: WireResponse {
    .json { json in
      json.list("faults") { json in
        for fault in faults.faults { json.object { fault.write(to: &$0) } }
      }
    }
  }

  private func plan(_ request: WireRequest) async throws(WireRefusal) -> WireResponse {
    let tree = try object(request)
    let fault: Fault
    do {
      fault = try Fault.read(tree, lenient: false)
    } catch {
      throw WireRefusal(error.problem, at: tree.path(to: error.start))
    }
    let system = backends.system
    let unscripted = system.calls.filter { $0.answeredBy != nil }.map(\.effect)
    if let error = fault.validationError(kinds: system.requestKinds + unscripted) {
      throw WireRefusal(400, error)
    }
    guard faults.add(fault) else {
      throw WireRefusal(409, "\(FaultPlan.limit) faults are planned: DELETE forgets them")
    }
    var planned = JSONOutput()
    planned.object { fault.write(to: &$0) }
    await backends.note("planned fault: \(planned.text)")
    return faultList
  }
}

/// An event that an admin request asks for.
struct EventRequest {
  let name: String
  let device: String?
  let data: JSONTree

  init(_ request: WireRequest) throws(WireRefusal) {
    let tree = try object(request)
    guard case .text(let name) = tree["event"] else {
      throw WireRefusal(400, "'event' has to name what happens")
    }
    if let other = tree.members.first(where: { !["event", "on", "with"].contains($0.name) }) {
      throw WireRefusal(400, "there is no '\(other.name)' here; there are event, on and with")
    }
    switch tree["on"] {
    case .text(let device): self.device = device
    case nil: device = nil
    default: throw WireRefusal(400, "'on' has to be text: the name of a device")
    }
    self.name = name
    data = tree["with"] ?? .object([])
  }
}

private func object(_ request: WireRequest) throws(WireRefusal) -> JSONTree {
  if let tree = try request.json(), case .object = tree { return tree }
  throw WireRefusal(400, "the body must be a JSON object")
}
