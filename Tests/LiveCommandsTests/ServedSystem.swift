import EventSourcing
import JSON
import Live
import Systems
import Testing

@testable import LiveCommands

/// A server of MobilePush on a free port, and a client for it.
struct ServedSystem: Sendable {
  let host: MemoryHost<MobilePushSystem>
  let address: ServerAddress
  let stop: @Sendable () async -> Void
  var token: String?

  /// How many events of this name are in the log.
  func arrivals(_ name: String) async -> Int {
    await host.records.count { $0["event"]?.text == name }
  }

  /// Sends a request; the failure of the transport is thrown.
  ///
  /// The limit ends a test that hangs: an answer has to wait for its turn among the tests that
  /// have no thread yet, which takes as long as all of them.
  func send(
    _ request: WireRequest, as id: EffectID? = nil, limit: TimeSpan = .hours(1)
  ) async throws -> WireResponse {
    switch await result(of: request, as: id, limit: limit) {
    case .response(let response): return response
    case .failure(let failure, let note): throw NoAnswer(failure: failure, note: note)
    }
  }

  func result(
    of request: WireRequest, as id: EffectID? = nil, limit: TimeSpan = .hours(1)
  ) async -> TransportResult {
    let id = id ?? EffectID(log: "test", seq: .random(in: 1...(.max)))
    return await withCheckedContinuation { continuation in
      HTTPTransport(to: address, token: token).send(request, as: id, limit: limit) {
        continuation.resume(returning: $0)
      }
    }
  }

  func admin(_ method: String, _ path: String, _ body: String = "") async throws -> WireResponse {
    try await send(WireRequest(method, "/admin/mobilepush/\(path)", body: Array(body.utf8)))
  }
}

struct NoAnswer: Error, Equatable {
  let failure: NetworkFailure
  let note: String
}

/// Runs `body` against a server of MobilePush and stops it.
func serving(
  _ access: ServerAccess = ServerAccess(), _ limits: ServerLimits = ServerLimits(),
  _ body: @Sendable (ServedSystem) async throws -> Void
) async throws {
  let host = try MemoryHost<MobilePushSystem>()
  let server = try await LiveServer(
    [BackendServer(ServedBackends(on: host))], access, limits)
  let client = ServedSystem(
    host: host, address: try ServerAddress(server.url), stop: { await server.stop() })
  do {
    try await body(client)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

extension WireRequest {
  static func post(_ path: String, _ body: String) -> WireRequest {
    WireRequest("POST", path, headers: [.json], body: Array(body.utf8))
  }

  static func registration(key: String) -> WireRequest {
    post(
      "/device/v1/registration",
      #"{"subscriberKey":"\#(key)","deviceID":"phone","push_Enabled":true,"#
        + #""attributes":[],"tags":[]}"#)
  }
}

extension WireRequest {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension ServedReply {
  /// The response, where one is sent.
  var response: WireResponse? { if case .response(let response) = self { response } else { nil } }
}

extension WireResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
