import EventSourcing
import JSON
import Simulation
import Systems
import Testing
import Traces

@testable import Live

/// What a device sends and what the server reads are two directions of one description.
struct WireRoundTripTests {
  @Test func `every request is a call`() {
    expectCalls(MobilePushSystem.self)
    expectCalls(MobileEngageSystem.self)
  }

  @Test func `a backend gets over HTTP what it gets in a simulated world`() throws {
    try expectRoundTrips(MobilePushSystem.self)
    try expectRoundTrips(MobileEngageSystem.self)
  }

  @Test func `an answer comes back as the event of a simulated world`() throws {
    try expectAnswers(MobilePushSystem.self)
    try expectAnswers(MobileEngageSystem.self)
  }

  @Test(arguments: ["", "?anonymous=false"])
  func `a login is no anonymous link, also where its query says so`(query: String) throws {
    let request = WireRequest("POST", "/apps/APP/client/contact\(query)")
    #expect(try ReceivedCall(request, of: MobileEngageSystem.self).call.effect == "link_contact")
  }

  private func expectCalls<S: LiveSystem>(_ system: S.Type) {
    let requests = S.Machine.Effect.samples.filter { arrival(of: $0, S.self) != nil }
    let described = Set(S.calls.map(\.effect))
    #expect(!requests.isEmpty)
    #expect(Set(requests.map { $0.name.description }) == described)
  }

  private func expectRoundTrips<S: LiveSystem>(_ system: S.Type) throws {
    for call in S.calls {
      for seed in 0..<40 {
        let effect = try invented(call, seed, S.self)
        let request = S.wireRequest(
          for: effect, of: device, in: S.Machine.initial, id: EffectID(log: "l", seq: 1))
        let received = try ReceivedCall(#require(request), of: S.self)
        let number = effect.wireFields["request"]?.text.flatMap { Int64($0) }
        #expect(received.device == device)
        #expect(received.order == number)
        let arrived = try S.arrival(of: received, from: device, number: number ?? 1)
        #expect(arrived.event == arrival(of: effect, S.self), "\(call.effect), seed \(seed)")
      }
    }
  }

  private func expectAnswers<S: LiveSystem>(_ system: S.Type) throws {
    for call in S.calls where call.answeredBy == nil {
      for seed in 0..<40 {
        let effect = try invented(call, seed, S.self)
        let number = try #require(effect.wireFields["request"]?.text.flatMap { Int64($0) })
        var inventor = inventor(seed)
        let reply = S.Reply.sample.described(by: &inventor)
        let whole = try #require(try JSONTree.body(canonicalJSON(of: reply)))
        let own = whole.members.filter { $0.name != "status" }.filter { member in
          call.answer.contains { $0.field == member.name }
        }
        let status = JSONTree.Member("status", .number(seed % 2 == 0 ? "200" : "201"))
        let event = S.answered(
          number, with: try S.Reply.read(.object([status] + own), lenient: false))
        let response = call.response(try #require(event).wireFields)
        #expect(S.answer(to: effect, with: response) == WireAnswer(event), "\(call.effect)")
      }
    }
  }

  private let device = "gate 7/ü"

  private func arrival<S: LiveSystem>(
    of effect: S.Machine.Effect, _ system: S.Type
  ) -> S.Machine.Event? {
    guard case .request(let request) = S.outcome(of: effect, by: device, in: S.Machine.initial)
    else { return nil }
    return request.arrival
  }

  /// An effect of made-up fields, but for the method and the path that its call has.
  private func invented<S: LiveSystem>(
    _ call: CapturedCall, _ seed: Int, _ system: S.Type
  ) throws -> S.Machine.Effect {
    let sample = try #require(
      S.Machine.Effect.samples.first { $0.name.description == call.effect })
    var inventor = inventor(seed)
    let members = inventor.invent(like: sample).wireFields.members.map { member in
      switch member.name {
      case "method": JSONTree.Member("method", .text(call.method))
      case "path":
        JSONTree.Member("path", .text(path(of: call, application: "Ä 1%\r\n")))
      default: member
      }
    }
    return try S.Machine.Effect.read(.object(members), like: sample, lenient: false)
  }

  private func path(of call: CapturedCall, application: String) -> String {
    let parts = call.path.map { $0 == "*" ? application : $0 }
    return "/" + parts.joined(separator: "/") + (call.query.map { "?\($0)" } ?? "")
  }

  private func inventor(_ seed: Int) -> Inventor {
    var pools = InventorPools.plausible
    pools.numbers = [1, 2, 1 << 40]
    pools.names = ["a", "", "\"\\\n", "ünï 🎉", "a/b?c=d&e"]
    pools.values = ["", "7", "true", "null"]
    return Inventor(
      RandomStream(seed: UInt64(seed), name: "wire"), now: Instant(milliseconds: 1_000),
      pools: pools, presence: 2)
  }
}
