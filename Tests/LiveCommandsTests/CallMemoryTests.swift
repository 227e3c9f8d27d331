import EventSourcing
import Foundation
import JSON
import Live
import Files
import Simulation
import Systems
import TestFiles
import Testing

@testable import LiveCommands

/// A server that was started again on the log of the one before.
struct CallMemoryTests {
  private let folder = TemporaryFolder()

  /// The first call of a client may name no device.
  @Test(arguments: [true, false])
  func `a repeat of a call from before a restart gets the same answer and counts once`(
    namesDevice: Bool
  ) async throws {
    let headers = (namesDevice ? [device] : []) + [key("one")]
    let first = try await call(headers)
    let again = try await call(headers)
    #expect(first == again)
    #expect(try await received() == 1)
  }

  @Test func `a call that its device numbers is known without a note`() async throws {
    let order = WireHeader("X-Request-Order", "7")
    let first = try await call([device, key("one"), order])
    let again = try await call([device, key("other"), order])
    #expect(first == again)
    #expect(try await received() == 1)
  }

  @Test func `a key from before a restart belongs to its device alone`() async throws {
    let first = try await call([device, key("one")])
    let other = try await call([WireHeader("X-Client-Id", "tablet"), key("one")])
    #expect(first != other)
    #expect(try await received() == 2)
  }

  @Test func `a number from before a restart is not given again`() async throws {
    var numbers: [Int64] = []
    for _ in 0..<3 {
      _ = try await call([device])
      var memory = MobileEngageSystem.pastCalls(in: FolderStore(reading: folder.url.path))
      numbers.append(memory.answered.place(of: "phone", order: nil, key: nil).number)
    }
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == 3)
    var memory = MobileEngageSystem.pastCalls(in: FolderStore(reading: folder.url.path))
    #expect(memory.answered.place(of: "tablet", order: nil, key: nil).number > 3)
  }

  @Test func `a client is known by its state after a restart`() async throws {
    let first = try #require(try await call([]).response)
    let state = try #require(first.headers["X-Client-State"])
    _ = try await call([WireHeader("X-Client-State", state)])
    let memory = MobileEngageSystem.pastCalls(in: FolderStore(reading: folder.url.path))
    #expect(try memory.clients.device(of: [WireHeader("X-Client-State", state)]) == "client-1")
    #expect(
      try memory.clients.device(of: [WireHeader("X-Client-State", "client-state-2")])
        == "client-1")
  }

  @Test func `pushes wait for their device after a restart, and a token does not`() throws {
    let start = Instant(milliseconds: 1_767_603_600_000)
    var host = try Host<MobilePushSystem, MemoryStore>.open(
      MemoryStore(), .backends, at: ClockReading(monotonic: .zero, wall: start),
      identity: { String(repeating: "0", count: 32) }
    ).host
    var registration = WireRequest.registration(key: "ann")
    registration.body = Array(
      registration.text.replacing(
        "\"push_Enabled\"", with: #""device_Token":"token-phone-1","push_Enabled""#
      ).utf8)
    for (number, request) in [.post("/push/v1/phone/token", ""), registration].enumerated() {
      let call = try ReceivedCall(request, of: MobilePushSystem.self)
      let arrival = try MobilePushSystem.arrival(
        of: call, from: "phone", number: Int64(number + 1))
      host.happen(arrival.event, to: arrival.party, at: start)
    }
    let visible = start + .minutes(10)
    host.happenDue(at: visible)
    let sample = try #require(
      MobilePushSystem.Machine.Event.samples.first { $0.name.description == "push_sent" })
    let push = try MobilePushSystem.Machine.Event.read(
      .object([JSONTree.Member("contact", .text("ann")), JSONTree.Member("id", .text("n"))]),
      like: sample, lenient: false)
    host.happen(push, to: "engagement", at: visible)
    _ = try host.commit()
    let memory = MobilePushSystem.pastCalls(in: host.log.store)
    let target = try #require(WireTarget("/push/v1/phone/messages"))
    let messages = try memory.outbox.response(for: "phone", target).text
    #expect(messages.contains(#""event":"notification_received""#), "\(messages)")
    #expect(!messages.contains("token"))
  }

  @Test func `a folder without a log has no calls`() {
    var memory = MobileEngageSystem.pastCalls(in: FolderStore(reading: "/none"))
    #expect(memory.answered.place(of: "phone", order: nil, key: nil).number == 1)
  }

  private let device = WireHeader("X-Client-Id", "phone")

  private func key(_ text: String) -> WireHeader { WireHeader("Idempotency-Key", text) }

  /// How many contacts the backend has made up, one for each call that it got.
  private func received() async throws -> Int {
    let backend = try await BackendServer.open(MobileEngageSystem.self, folder.url.path)
    let contacts = try await backend.administer(
      WireRequest("GET", ""), path: ["backend", "contacts"])
    _ = await backend.backends.close()
    return contacts.text.split(separator: "anonymous-").count - 1
  }

  /// Starts the backend on a log, sends it a call, and ends it.
  private func call(_ headers: [WireHeader]) async throws -> ServedReply {
    let backend = try await BackendServer.open(MobileEngageSystem.self, folder.url.path)
    let reply = try await backend.take(
      WireRequest("POST", "/apps/APP/client/contact?anonymous", headers: headers))
    _ = await backend.backends.close()
    return reply
  }
}
