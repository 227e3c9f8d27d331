import EventSourcing
import Live

/// What a server asks of a request before a backend gets it: who sends it, how often, and where to.
actor FrontDoor: WireService {
  private let backends: [any ServedBackend]
  private let access: ServerAccess
  private var rates: RequestRates
  private var remarks = RemarkBudget()

  init(_ backends: [any ServedBackend], _ access: ServerAccess, rate: Int) {
    self.backends = backends
    self.access = access
    rates = RequestRates(limit: rate)
  }

  func serve(_ request: WireRequest, from peer: String) async -> ServedReply {
    do throws(WireRefusal) {
      guard rates.take(from: peer) else {
        throw WireRefusal(429, "more than \(rates.limit) requests in a second")
      }
      guard let target = WireTarget(request.path) else {
        throw WireRefusal(400, "the path has an escape that is none")
      }
      if target.parts.first == "admin" {
        return .response(try await administer(request, target))
      }
      try access.check(request, for: .calls)
      guard let backend = backends.first(where: { $0.hasPath(target) }) else {
        throw WireRefusal(404, "no backend has this path")
      }
      return try await backend.take(request)
    } catch {
      await refused(error.status, error.reason, from: peer)
      return .response(.refusal(error))
    }
  }

  func refused(_ status: Int64, _ reason: String, from peer: String) async {
    await remark(on: status, reason, from: peer)
  }

  private func administer(
    _ request: WireRequest, _ target: WireTarget
  ) async throws(WireRefusal) -> WireResponse {
    try access.check(request, for: .admin)
    let names = backends.map { $0.name }
    guard target.parts.count > 1,
      let backend = backends.first(where: { $0.name == target.parts[1] })
    else {
      throw WireRefusal(
        404, "admin requests go to /admin/\(names.joined(separator: " or /admin/"))")
    }
    return try await backend.administer(request, path: Array(target.parts.dropFirst(2)))
  }

  /// Writes down what was refused; a flood of requests does not become one of records.
  private func remark(on status: Int64, _ reason: String, from peer: String) async {
    guard let dropped = remarks.take() else { return }
    let more = dropped > 0 ? ", and \(dropped) before it" : ""
    await backends.first?.note("refused \(status) from \(peer): \(reason.prefix(300))\(more)")
  }
}

/// Who may send what.
struct ServerAccess: Sendable {
  /// The app's access token; `nil` lets every call in.
  var token: String?
  /// The token of admin requests; `nil` lets every one in.
  var adminToken: String?

  /// What a request is for.
  enum Purpose { case calls, admin }

  /// Refuses a request that does not have the token.
  func check(_ request: WireRequest, for purpose: Purpose) throws(WireRefusal) {
    let wanted =
      switch purpose {
      case .calls: token
      case .admin: adminToken
      }
    guard let wanted else { return }
    let given = request.headers["Authorization"] ?? ""
    guard ServerAccess.isSame(given, "Bearer \(wanted)") else {
      throw WireRefusal(401, "the access token is missing or another one")
    }
  }

  /// Takes as long for a wrong beginning as for a wrong end.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Counts the requests of each address in a second.
struct RequestRates {
  let limit: Int
  private var second = ContinuousClock.now
  private var counts: [String: Int] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether one more request may come from this address.
  mutating func take(from peer: String) -> Bool {
    let now = ContinuousClock.now
    if now - second >= .seconds(1) {
      second = now
      counts.removeAll(keepingCapacity: true)
    }
    counts[peer, default: 0] += 1
    return counts[peer, default: 0] <= limit
  }
}

/// Lets so many remarks into a log in a minute.
struct RemarkBudget {
  private static let limit = 60
  private var minute = ContinuousClock.now
  private var count = 0
  private var dropped = 0

  /// How many remarks were left out since the last one; `nil` where this one is left out too.
  mutating func take() -> Int? {
    let now = ContinuousClock.now
    if now - minute >= .seconds(60) {
      minute = now
      count = 0
    }
    count += 1
    guard count <= RemarkBudget.limit else {
      dropped += 1
      return nil
    }
    defer { dropped = 0 }
    return dropped
  }
}
