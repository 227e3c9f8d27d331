import EventSourcing
import Live

/// Passes each request to its backends, unless the sender is not allowed to send it or sends too
/// many.
actor RequestRouter: WireService {
  private let backends: [any ServedBackend]
  private let access: ServerAccess
  private var rates: RequestRates
  private var notes = NoteBudget()
  private let now: @Sendable () -> ContinuousClock.Instant

  /// `rate` is how many requests per second an address may send.
  init(
    _ backends: [any ServedBackend], _ access: ServerAccess, rate: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.now = now
    self.backends = backends
    self.access = access
    rates = RequestRates(limit: rate)
  }

  func serve(_ request: WireRequest, from peer: String) async -> ServedReply {
    do throws(WireRefusal) {
      guard rates.take(from: peer, at: now()) else {
        throw WireRefusal(429, "more than \(rates.limit) requests in a second")
      }
      guard let target = WireTarget(request.path) else {
        throw WireRefusal(400, WireTarget.damage)
      }
      if target.parts.first == "admin" {
        return .response(try await administer(request, target))
      }
      try access.check(request, for: .calls)
      guard let backend = backend(of: target) else {
        throw WireRefusal(404, "no backend has this path")
      }
      return try await backend.take(request)
    } catch {
      await refused(error, of: request.path, from: peer)
      return .response(.refusal(error))
    }
  }

  private func administer(
    _ request: WireRequest, _ target: WireTarget
  ) async throws(WireRefusal) -> WireResponse {
    try access.check(request, for: .admin)
    guard let backend = backend(of: target) else {
      let names = backends.map { $0.name }.joined(separator: " or /admin/")
      throw WireRefusal(404, "admin requests go to /admin/\(names)")
    }
    return try await backend.administer(request, path: Array(target.parts.dropFirst(2)))
  }

  private func backend(of target: WireTarget) -> (any ServedBackend)? {
    if target.parts.first == "admin" {
      return backends.first { target.parts.count > 1 && $0.name == target.parts[1] }
    }
    return backends.first { $0.hasPath(target) }
  }

  /// Writes a note about a refused request to the log of the system it was for, or to the first
  /// system's log. The number of notes is limited, so that a flood of requests does not fill the
  /// log.
  func refused(_ refusal: WireRefusal, of path: String?, from peer: String) async {
    guard let dropped = notes.take(at: now()) else { return }
    let more = dropped > 0 ? ", and \(dropped) before it" : ""
    let target = path.flatMap { WireTarget($0) }
    let log = target.flatMap { backend(of: $0) } ?? backends.first
    await log?.note(
      "refused \(refusal.status) from \(peer): \(refusal.reason.prefix(300))\(more)")
  }
}
