import EventSourcing
import Live
import Files
import Simulation
import TestFiles
import Testing

/// The app of the article "Run a machine for real in your app".
struct NewsletterHostTests {
  /// A server that answers each request at once; it remembers what it got.
  private actor Server {
    private(set) var requests: [(id: EffectID, body: String)] = []

    func take(_ request: WireRequest, _ id: EffectID) {
      requests.append((id, String(decoding: request.body, as: UTF8.self)))
    }
  }

  private struct LocalTransport: Transport {
    let server: Server
    let status: Int64?

    func send(
      _ request: WireRequest, as id: EffectID, limit: TimeSpan,
      report: @escaping @Sendable (TransportResult) -> Void
    ) {
      Task {
        await server.take(request, id)
        if let status { report(.response(WireResponse(status: status))) }
      }
    }

    func cancel(_ id: EffectID) {}
  }

  private let folder = TemporaryFolder()
  private var log: String { folder.path("log") }

  /// Lets a user subscribe, with a server that gives this status; `nil` for none at all.
  private func subscribe(_ server: Server, status: Int64?) async throws -> HostRecovery {
    let transport = LocalTransport(server: server, status: status)
    let (thanks, shown) = AsyncStream.makeStream(of: Void.self)
    let host = try await openNewsletter(in: log, over: transport) { shown.yield() }
    _ = try await host.happen(.subscribed(address: "ann@example.com"), to: "device")
    if status == 201 { for await _ in thanks { break } }
    await host.close()
    return host.recovery
  }

  @Test func `an app runs its machine on a durable log in a dozen lines`() async throws {
    let server = Server()
    _ = try await subscribe(server, status: 201)
    let requests = await server.requests
    // On a machine that gives this process no time for 30 s, the request is sent again.
    #expect(Set(requests.map(\.body)) == ["ann@example.com"])
    #expect(requests.first?.id.seq == 2)
    for verb in ["verify", "replay", "show"] {
      #expect(await run(verb, log) == 0, "\(verb)")
    }
  }

  @Test func `a request whose answer was lost fails when the app starts again`() async throws {
    let server = Server()
    _ = try await subscribe(server, status: nil)
    let recovery = try await subscribe(server, status: 201)
    #expect(recovery.openRequests == 1)
    #expect(recovery.records == 2)
    // On a machine that gives this process no time for 30 s, the second one is sent again.
    let ids = await server.requests.map(\.id)
    #expect(ids.count >= 2)
    #expect(Set(ids.map(\.log)).count == 1)
    #expect(Set(ids.map(\.seq)).count == ids.count)
    #expect(await run("replay", log) == 0)
  }

  @Test func `a request leaves once it is durable, and one without an answer times out`() throws {
    let start = Instant(milliseconds: 1_767_603_600_000)
    var (host, _) = try Host<NewsletterSystem, FolderStore>.open(
      FolderStore(writing: log), HostSetup(),
      at: ClockReading(monotonic: .zero, wall: start), identity: drawLogIdentity)
    host.happen(.subscribed(address: "ann@example.com"), to: "device", at: start)
    #expect(host.log.lastDurable == 0)
    let sent = try host.commit().compactMap(Self.sent)
    #expect(sent.map(\.seq) == [2])
    #expect(host.log.lastDurable == 2)

    host.happenDue(at: start + .seconds(30))
    #expect(host.lastSeq == 2, "an answer at exactly the limit still arrives")
    host.happenDue(at: start + .seconds(30) + .milliseconds(1))
    #expect(!host.hasOpenRequests)
    let late = TransportResult.response(WireResponse(status: 201))
    host.finish(2, with: late, at: start + .seconds(31))
    #expect(!host.engine.state.isConfirmed)
    #expect(host.engine.state.failures == 1)

    host.happenDue(at: start + .minutes(2))
    let again = try #require(try host.commit().compactMap(Self.sent).first)
    host.finish(again.seq, with: late, at: start + .minutes(2))
    #expect(host.engine.state.isConfirmed)
  }

  private static func sent(_ action: HostAction<Newsletter.Effect>) -> EffectID? {
    if case .send(_, let id, _) = action { id } else { nil }
  }

  @Test func `a second host on the same folder is refused with the number of the first`() throws {
    let first = try FolderStore(writing: log)
    #expect(throws: FolderLock.Held(holder: getpid())) { try FolderStore(writing: log) }
    withExtendedLifetime(first) {}
  }
}
