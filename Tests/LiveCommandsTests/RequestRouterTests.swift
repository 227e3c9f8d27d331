import Live
import Synchronization
import Systems
import Testing

@testable import LiveCommands

struct RequestRouterTests {
  private let push: MemoryHost<MobilePushSystem>
  private let engage: MemoryHost<MobileEngageSystem>

  init() throws { (push, engage) = (try MemoryHost(), try MemoryHost()) }

  private func router(_ access: ServerAccess = ServerAccess(), rate: Int = 100) -> RequestRouter {
    RequestRouter(
      [
        BackendServer(ServedBackends(on: push)), BackendServer(ServedBackends(on: engage)),
      ], access, rate: rate, now: { [time] in time.now })
  }

  /// A clock that stands still until it is set.
  private final class Time: Sendable {
    private let passed = Mutex(Duration.zero)
    private let start = ContinuousClock.now
    var now: ContinuousClock.Instant { passed.withLock { start + $0 } }
    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
  }

  private let time = Time()

  @Test(arguments: [
    ("POST", "/apps/APP/client/contact-token", "{"), ("GET", "/apps/APP/client/events", ""),
    ("GET", "/admin/mobile_engage/nothing", ""), ("POST", "/admin/mobile_engage/faults", "[]"),
  ])
  func `a refusal stands in the log of the system that the request was for`(
    method: String, path: String, body: String
  ) async {
    _ = await router().serve(
      WireRequest(method, path, body: Array(body.utf8)), from: "192.0.2.1")
    #expect(await push.notes == [])
    let notes = await engage.notes
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("refused 4") == true, "\(notes)")
    #expect(notes.first?.contains("from 192.0.2.1: ") == true)
  }

  @Test func `also where its token or its rate is why, or its head`() async {
    let router = router(ServerAccess(token: "app"), rate: 1)
    let path = "/apps/APP/client/contact-token"
    for _ in 0..<2 { _ = await router.serve(WireRequest("POST", path), from: "a") }
    await router.refused(WireRefusal(431, "long"), of: WireRequest("POST", path), from: "a")
    #expect(await push.notes == [])
    let notes = await engage.notes
    #expect(notes.map { String($0.prefix(11)) } == ["refused 401", "refused 429", "refused 431"])
  }

  @Test(arguments: ["/nothing", "/%zz", "/admin", "/admin/other"])
  func `one that was for no system stands in the first log`(path: String) async {
    _ = await router().serve(WireRequest("GET", path), from: "a")
    #expect(await push.notes.count == 1)
    #expect(await engage.notes == [])
  }

  @Test func `a refusal names the method and the path, cut where they are long`() async {
    let router = router()
    for path in ["/nothing?a=%20b", "/" + String(repeating: "a", count: 10_000)] {
      _ = await router.serve(WireRequest("HEAD", path), from: "a")
    }
    let notes = await push.notes
    #expect(notes.first == "refused 404 from a: HEAD /nothing?a=%20b: no backend has this path")
    #expect(notes.last?.hasSuffix("aaa: no backend has this path") == true)
    #expect(notes.last?.utf8.count ?? 0 < 300)
  }

  @Test func `a flood of refusals is counted, not written`() async {
    let router = router(rate: 1_000)
    for _ in 0..<500 { _ = await router.serve(WireRequest("GET", "/nothing"), from: "a") }
    #expect(await push.notes.count == 60)
    time.pass(.seconds(60))
    _ = await router.serve(WireRequest("GET", "/nothing"), from: "a")
    #expect(await push.notes.last?.hasSuffix(", and 440 before it") == true)
  }

  @Test func `more requests than the rate are answered 429, each address for itself`() async {
    let router = router(rate: 2)
    var statuses: [Int64] = []
    for peer in ["a", "a", "a", "b", "b", "a"] {
      let reply = await router.serve(WireRequest("GET", "/admin/mobilepush/backend"), from: peer)
      statuses.append(reply.response?.status ?? 0)
    }
    #expect(statuses == [200, 200, 429, 200, 200, 429])
    time.pass(.seconds(1))
    let reply = await router.serve(WireRequest("GET", "/admin/mobilepush/backend"), from: "a")
    #expect(reply.response?.status == 200)
  }

  @Test(arguments: [
    ("Bearer app", true), ("bearer app", true), ("Bearer  app", true), ("Bearer app2", false),
    ("Bearer ap", false), ("Basic app", false), ("Bearer", false), ("", false),
  ])
  func `a token is taken as it is`(header: String, isRight: Bool) async {
    var request = WireRequest("POST", "/push/v1/phone/token")
    request.headers = [WireHeader("Authorization", header)]
    let reply = await router(ServerAccess(token: "app")).serve(request, from: "a")
    #expect(reply.response?.status == (isRight ? 200 : 401))
  }
}
