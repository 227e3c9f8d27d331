import ArgumentParser
import Live

/// Passes each request to its backends, unless the sender is not allowed to send it or sends too
/// many.
actor RequestRouter: WireService {
  private let backends: [BackendServer]
  private let access: ServerAccess
  private var rates: RequestRates
  private var notes = NoteBudget()
  private let now: @Sendable () -> ContinuousClock.Instant

  /// `rate` is how many requests per second an address may send.
  init(
    _ backends: [BackendServer], _ access: ServerAccess, rate: Int,
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
      try ServerAccess.check(request, for: access.token)
      guard let backend = backend(of: target) else {
        throw WireRefusal(404, "no backend has this path")
      }
      return try await backend.take(request)
    } catch {
      await refused(error, of: request, from: peer)
      return .response(.refusal(error))
    }
  }

  private func administer(
    _ request: WireRequest, _ target: WireTarget
  ) async throws(WireRefusal) -> WireResponse {
    try ServerAccess.check(request, for: access.adminToken)
    guard let backend = backend(of: target) else {
      let names = backends.map { $0.name }.joined(separator: " or /admin/")
      throw WireRefusal(404, "admin requests go to /admin/\(names)")
    }
    return try await backend.administer(request, path: Array(target.parts.dropFirst(2)))
  }

  private func backend(of target: WireTarget) -> BackendServer? {
    if target.parts.first == "admin" {
      return backends.first { target.parts.count > 1 && $0.name == target.parts[1] }
    }
    return backends.first { $0.hasPath(target) }
  }

  /// Writes a note about a refused request to the log of the system it was for, or to the first
  /// system's log. The number of notes is limited, so that a flood of requests does not fill the
  /// log.
  func refused(_ refusal: WireRefusal, of request: WireRequest?, from peer: String) async {
    guard let dropped = notes.take(at: now()) else { return }
    let more = dropped > 0 ? ", and \(dropped) before it" : ""
    let target = request.flatMap { WireTarget($0.path) }
    let line = request.map { "\($0.method) \($0.path)" }?.unicodeScalars.prefix(200)
    let asked = line.map { "\(Substring($0)): " } ?? ""
    let log = target.flatMap { backend(of: $0) } ?? backends.first
    await log?.backends.note(
      "refused \(refusal.status) from \(peer): \(asked)\(refusal.reason.prefix(300))\(more)")
  }
}

/// The tokens without which requests are refused.
struct ServerAccess: Sendable {
  /// The app's access token; `nil` lets every call in.
  var token: String?
  /// The token of admin requests; `nil` lets every one in.
  var adminToken: String?

  /// Takes a token of the command line; a variable of a shell that is not set is none.
  static func token(_ text: String) throws -> String {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw ValidationError("a token is not empty and has no spaces or control characters")
    }
    return text
  }

  /// Refuses a request without the token that is `wanted`; `nil` lets every one in.
  static func check(_ request: WireRequest, for wanted: String?) throws(WireRefusal) {
    guard let wanted else { return }
    let given = (try request.headers.sole("Authorization") ?? "").split(
      separator: " ", maxSplits: 1)
    guard given.count == 2, given[0].lowercased() == "bearer",
      isSame(given[1].drop { $0 == " " }, wanted)
    else {
      throw WireRefusal(401, "the access token is missing or wrong")
    }
  }

  /// Compares in constant time, so that the time does not reveal where the texts differ.
  private static func isSame(_ left: Substring, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Counts the requests of each address in a span of time.
struct RequestRates {
  let limit: Int
  private let span: Duration
  private var began: ContinuousClock.Instant?
  private var counts: [String: Int] = [:]

  init(limit: Int, in span: Duration = .seconds(1)) { (self.limit, self.span) = (limit, span) }

  /// Whether this address may send one more request now.
  mutating func take(from peer: String, at now: ContinuousClock.Instant) -> Bool {
    if began.map({ now - $0 >= span }) ?? true {
      began = now
      counts.removeAll(keepingCapacity: true)
    }
    counts[peer, default: 0] += 1
    return counts[peer, default: 0] <= limit
  }
}

/// Limits how many notes about refused requests are written to a log per minute.
struct NoteBudget {
  private var rates = RequestRates(limit: 60, in: .seconds(60))
  private var dropped = 0

  /// Counts the notes left out since the last one; `nil` if this one is left out too.
  mutating func take(at now: ContinuousClock.Instant) -> Int? {
    guard rates.take(from: "all", at: now) else {
      dropped += 1
      return nil
    }
    defer { dropped = 0 }
    return dropped
  }
}
