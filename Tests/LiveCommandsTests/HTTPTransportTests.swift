import EventSourcing
import Live
import Testing

@testable import LiveCommands

/// What the transport of a host makes of servers that misbehave.
struct HTTPTransportTests {
  /// The limit ends a test that hangs; see `ServedSystem.send`.
  private func result(
    of reply: ServedReply, headers: [WireHeader] = [], limit: TimeSpan = .hours(1)
  ) async throws -> TransportResult {
    try await answering(reply) { server, _ in
      try await result(from: "http://127.0.0.1:\(server.port)", headers, limit: limit)
    }
  }

  private func result(
    from address: String, _ headers: [WireHeader] = [], limit: TimeSpan = .hours(1)
  ) async throws -> TransportResult {
    let address = try ServerAddress(address)
    return await withCheckedContinuation { continuation in
      HTTPTransport(to: address).send(
        WireRequest("GET", "/a", headers: headers), as: EffectID(log: "l", seq: 1), limit: limit
      ) { continuation.resume(returning: $0) }
    }
  }

  private func note(of failure: NetworkFailure, in result: TransportResult) throws -> String {
    let note: String? = if case .failure(failure, let note) = result { note } else { nil }
    return try #require(note, "\(result)")
  }

  private func raw(_ text: String) -> ServedReply { .raw(Array(text.utf8)) }

  @Test(arguments: [
    ("", "closed the connection"),
    ("HTTP/1.1 200 OK\r\nContent-Le", "closed the connection"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"messages\":[", "closed the connection"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "closed the connection"),
    ("\u{0}\u{1}\r\n\r\n{{{", "not HTTP"), ("SSH-2.0-OpenSSH_9.6\r\n", "not HTTP"),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "not HTTP"),
    ("HTTP/1.1 200 OK\r\n\r\n\r\nHTTP/1.1 500 No", nil),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", nil),
  ])
  func `an answer that is cut off or damaged is a lost connection with a reason`(
    text: String, reason: String?
  ) async throws {
    switch try await result(of: raw(text)) {
    case .response(let response):
      #expect(reason == nil)
      #expect([200, 204].contains(response.status))
    case .failure(let failure, let note):
      #expect(failure == .connectionLost)
      #expect(reason.map { note.contains($0) } ?? false, "\(note)")
    }
  }

  @Test func `an answer of 20 MB is cut off`() async throws {
    let result = try await result(of: .padding(20 << 20))
    let note = "the answer is longer than 4194304 bytes"
    #expect(result == .failure(.connectionLost, note: note))
  }

  @Test func `a head without end is cut off`() async throws {
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 1_000_000)
    let note = try note(of: .connectionLost, in: await result(of: raw(head)))
    #expect(note.contains("not HTTP") || note.contains("longer than"), "\(note)")
  }

  @Test func `a server that never answers is a timeout`() async throws {
    let result = try await result(of: .silence, limit: .milliseconds(200))
    #expect(result == .failure(.timeout, note: "no complete answer before the timeout"))
  }

  @Test func `no server is no network`() async throws {
    let note = try note(of: .offline, in: await result(from: "http://127.0.0.1:1"))
    #expect(note == "no connection to http://127.0.0.1:1: Connection refused")
  }

  @Test func `a header that cannot be sent is named`() async throws {
    let result = try await result(of: raw(""), headers: [WireHeader("X-Contact-Token", "a\nb")])
    let note = "the request cannot be sent: X-Contact-Token has a control character"
    #expect(result == .failure(.connectionLost, note: note))
  }
}
