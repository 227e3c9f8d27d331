import JSON
import Live
import Systems
import Testing

@testable import LiveCommands

struct KnownClientsTests {
  @Test func `a client is known by the state and the token that answers gave it`() throws {
    var clients = KnownClients(MobileEngageSystem.calls)
    #expect(clients.identifiesClients)
    clients.learn(answer("client_state", "s1"), of: "phone")
    clients.learn(answer("contact_token", "t1"), of: "phone")
    clients.learn(answer("client_state", "s2"), of: "tablet")
    #expect(try clients.device(of: [WireHeader("x-client-state", "s1")]) == "phone")
    #expect(try clients.device(of: [WireHeader("X-Contact-Token", "t1")]) == "phone")
    #expect(try clients.device(of: [WireHeader("X-Client-State", "s2")]) == "tablet")
    #expect(try clients.device(of: [WireHeader("X-Client-State", "t1")]) == nil)
    #expect(try clients.device(of: []) == nil)
  }

  @Test
  func `a client whose answers were lost is known by an earlier state, the oldest are forgotten`()
    throws
  {
    var clients = KnownClients(MobileEngageSystem.calls)
    for number in 1...20 { clients.learn(answer("client_state", "s\(number)"), of: "phone") }
    #expect(try clients.device(of: [WireHeader("X-Client-State", "s4")]) == nil)
    #expect(try clients.device(of: [WireHeader("X-Client-State", "s5")]) == "phone")
  }

  @Test func `MobilePush gives its devices nothing to be known by`() {
    #expect(!KnownClients(MobilePushSystem.calls).identifiesClients)
  }

  private func answer(_ field: String, _ value: String) -> JSONTree {
    .object([JSONTree.Member("request", .number("1")), JSONTree.Member(field, .text(value))])
  }
}
