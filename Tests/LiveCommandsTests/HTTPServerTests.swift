import EventSourcing
import Foundation
import Live
import Testing

@testable import LiveCommands

struct HTTPServerTests {
  private static let ok = ServedReply.response(WireResponse(status: 200, body: Array("ok".utf8)))

  /// What comes back for bytes on a connection of their own, until its end.
  private func exchange(
    _ text: String, reply: ServedReply = ok, limits: ServerLimits = ServerLimits(),
    endsRequests: Bool = false, check: @Sendable (FixedService) async -> Void = { _ in }
  ) async throws -> String {
    try await answering(reply, limits: limits) { server, service in
      let connection = try RawConnection(port: server.port)
      defer { connection.close() }
      connection.send(text)
      if endsRequests { connection.endRequests() }
      let answer = await connection.readAll()
      await check(service)
      return answer
    }
  }

  private func statuses(_ answer: String) -> [String] {
    answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
  }

  @Test func `many small requests that come at once are no long head`() async throws {
    let rest = "HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 100))\r\n"
    let many = String(repeating: "GET /a \(rest)\r\n", count: 300)
    let answer = try await exchange("\(many)GET /a \(rest)Connection: close\r\n\r\n")
    #expect(statuses(answer) == Array(repeating: "200", count: 301))
  }

  @Test func `a client that has ended its side still gets its answer`() async throws {
    let answer = try await exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n", endsRequests: true)
    #expect(statuses(answer) == ["200"])
  }

  @Test(arguments: ["close", "keep-alive"])
  func `one that ends it while the answer is on its way gets all of it`(
    connection: String
  ) async throws {
    // However late this test gets its turn to read.
    var limits = ServerLimits()
    limits.idleTime = .hours(1)
    try await answering(.padding(16 << 20), limits: limits) { server, _ in
      let client = try RawConnection(port: server.port)
      defer { client.close() }
      client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: \(connection)\r\n\r\n")
      try await Task.sleep(for: .milliseconds(500))
      client.endRequests()
      try await Task.sleep(for: .milliseconds(200))
      let answer = await client.readAll()
      #expect(answer.utf8.count > 16 << 20)
    }
  }

  @Test func `an older client gets one answer and the end of the connection`() async throws {
    let answer = try await exchange("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(statuses(answer) == ["200"])
  }

  @Test(arguments: [
    ("http://127.0.0.1:80/a/b?c=d", "/a/b?c=d"), ("HTTP://h", "/"), ("http://h?c", "/?c"),
    ("*", "*"),
    ("/http://a/b", "/http://a/b"),
  ])
  func `a target may have the server in front of its path`(
    target: String, path: String
  ) async throws {
    let method = target == "*" ? "OPTIONS" : "GET"
    _ = try await exchange("\(method) \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") {
      #expect(await $0.paths == [path])
    }
  }

  @Test(arguments: [
    ("GET /a HTTP/1.1\r\n\r\n", "400"), ("GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"),
    ("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
    ("GET /a HTTP/1.1\r\nHost : x\r\n\r\n", "400"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501"),
    ("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "501"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n", "501"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: spiral\r\n\r\n[]", "501"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n", "400"),
    ("POST /a HTTP/1.1\r\nHost: x\r\ntransfer-encoding:identity\r\n\r\n", "501"),
    (
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        + "Transfer-Encoding: identity\r\n\r\n", "400"
    ),
    (
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n"
        + "Content-Length: 1\r\n\r\na", "400"
    ),
    ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9223372036854775808\r\n\r\n", "413"),
    ("GET /a HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", "400"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", "400"),
    ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400"),
  ])
  func `a request that is damaged is refused and recorded`(
    text: String, status: String
  ) async throws {
    let answer = try await exchange(text) {
      #expect(await $0.refusals.map { "\($0)" } == [status])
      #expect(await $0.paths == [])
    }
    #expect(statuses(answer) == [status], "\(answer)")
  }

  @Test func `requests in one piece are answered in their order, up to the one that is damaged`()
    async throws
  {
    let answer = try await exchange(
      "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n"
    ) {
      #expect(await $0.paths == ["/1", "/2"])
    }
    #expect(statuses(answer) == ["200", "200", "400"])
  }

  @Test(arguments: [
    "{}", "GET /b HTTP/1.1\r\nHost: x\r\n\r\n", String(repeating: "x", count: 100_000),
  ])
  func `the last request is answered whatever comes behind it`(rest: String) async throws {
    for head in ["HTTP/1.1\r\nHost: x\r\nConnection: close", "HTTP/1.0"] {
      let answer = try await exchange("POST /a \(head)\r\n\r\n\(rest)") {
        #expect(await $0.paths == ["/a"])
        #expect(await $0.refusals == [])
      }
      #expect(statuses(answer) == ["200"])
    }
  }

  @Test(arguments: [ok, .padding(2)])
  func `a request for the head alone gets that of GET`(reply: ServedReply) async throws {
    let answer = try await exchange(
      "HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", reply: reply
    ) {
      #expect(await $0.methods == ["HEAD"])
    }
    #expect(statuses(answer) == ["200"])
    #expect(answer.lowercased().contains("content-length: 2\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `one that is refused has no body either, and is recorded as it came`() async throws {
    let answer = try await exchange("HEAD /a HTTP/1.1\r\n\r\n") {
      #expect(await $0.methods == ["HEAD"])
    }
    #expect(statuses(answer) == ["400"])
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `a connection too many is refused with a reason, and recorded`() async throws {
    var limits = ServerLimits()
    limits.connections = 0
    let answer = try await exchange("", limits: limits) {
      #expect(await $0.refusals == [503])
    }
    #expect(statuses(answer) == ["503"])
    #expect(answer.contains("0 connections are open already"))
  }

  @Test func `a client of a connection too many can send a long request and read its answer`()
    async throws
  {
    var limits = ServerLimits()
    limits.connections = 0
    let head = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 8388608\r\n\r\n"
    try await answering(Self.ok, limits: limits) { server, _ in
      let connection = try RawConnection(port: server.port)
      defer { connection.close() }
      // A connection that is closed with bytes unread is reset, which can take the answer away.
      let isTaken = connection.send(head + String(repeating: "a", count: 8_388_608))
      #expect(isTaken)
      #expect(statuses(await connection.readAll()) == ["503"])
    }
  }

  @Test func `a body in pieces may have trailers`() async throws {
    let answer = try await exchange(
      "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;name=value\r\nabc\r\n0\r\nChecksum: 1\r\n\r\n")
    #expect(statuses(answer) == ["200"])
  }

  @Test func `a wish for another protocol is answered in this one, and ends the connection`()
    async throws
  {
    let answer = try await exchange(
      "GET /a HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n")
    #expect(statuses(answer) == ["200"])
    #expect(answer.lowercased().contains("connection: close"))
  }

  @Test func `a request that does not end is refused after its time`() async throws {
    var limits = ServerLimits()
    limits.requestTime = .milliseconds(200)
    let answer = try await exchange("POST /a HTTP/1.1\r\nHost: x\r\n", limits: limits)
    #expect(statuses(answer) == ["408"])
    #expect(answer.contains("after 200 ms"))
  }

  @Test func `a connection on which nothing comes is closed`() async throws {
    var limits = ServerLimits()
    limits.idleTime = .milliseconds(200)
    #expect(try await exchange("", limits: limits) == "")
  }

  @Test func `a connection that is never answered is closed after its time`() async throws {
    var limits = ServerLimits()
    limits.hangTime = .milliseconds(200)
    let answer = try await exchange(
      "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", reply: .silence, limits: limits)
    #expect(answer == "")
  }

  @Test(arguments: ["close", "keep-alive"])
  func `a client that does not read its answer is cut off`(connection: String) async throws {
    var limits = ServerLimits()
    limits.idleTime = .milliseconds(300)
    limits.connections = 1
    try await answering(.padding(16 << 20), limits: limits) { server, _ in
      let silent = try RawConnection(port: server.port)
      defer { silent.close() }
      silent.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: \(connection)\r\n\r\n")
      // The only connection is free again once the first is closed.
      for _ in 0..<200 {
        try await Task.sleep(for: .milliseconds(50))
        let next = try RawConnection(port: server.port)
        defer { next.close() }
        next.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        if statuses(await next.readAll()) == ["200"] { return }
      }
      Issue.record("the connection stays open")
    }
  }
}
