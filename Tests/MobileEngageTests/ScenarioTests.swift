import EventSourcing
import MobileEngage
import Platform
import Testing

/// The three scenarios of the document, call by call (ME-10, ME-11, ME-12).
struct ScenarioTests {
  @Test func `the first start of a new install`() {
    var device = Handset()
    #expect(device.happen(.appLaunched(device: Handset.phone)) == ["client"])
    #expect(device.head?.path == "/apps/APP/client")
    #expect(device.head?.headers == RequestHeaders())
    #expect(device.answer() == ["anonymous"])
    #expect(device.state.client.state == "state-1")
    #expect(device.head?.path == "/apps/APP/client/contact?anonymous")
    #expect(device.head?.headers == RequestHeaders(clientState: "state-1"))
    #expect(device.answer() == ["session:start"])
    #expect(
      device.state.contact.tokens == ContactTokens(contact: "contact-2", refresh: "refresh-2"))
    #expect(device.head?.path == "/apps/APP/client/events")
    #expect(device.head?.headers.clientState == "state-2")
    #expect(device.head?.headers.contactToken == "contact-2")
    #expect(device.answer() == [])
    #expect(device.happen(.pushTokenReceived(token: "token-1")) == ["push token-1"])
    #expect(device.head?.path == "/apps/APP/client/push-token")
    #expect(device.head?.method == .put)
    #expect(device.answer() == [])
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    #expect(device.head?.path == "/apps/APP/client/contact")
    #expect(device.answer() == [])
    #expect(device.state.contact.identity == ContactIdentity(fieldID: 3, value: "anna"))
    #expect(
      device.state.contact.tokens == ContactTokens(contact: "contact-5", refresh: "refresh-5"))
    #expect(device.state.client.state == "state-5")
    #expect(device.state.queue.calls.isEmpty)
  }

  @Test func `an upgrade with the user already signed in`() {
    var device = Handset()
    device.happen(.appLaunched(device: Handset.phone))
    device.happen(.pushTokenReceived(token: "token-1"))
    device.happen(.contactSet(value: "anna"))
    device.happen(.eventTracked(name: "purchase"))
    #expect(
      device.answerAll() == [
        "anonymous", "session:start", "push token-1", "contact anna", "purchase",
      ]
    )
    #expect(device.head?.headers.contactToken == "contact-5")
  }

  @Test func `the second start with nothing changed`() {
    var device = Handset.started()
    device.happen(.pushTokenReceived(token: "token-1"))
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.processTerminated)
    let tokens = device.state.contact.tokens
    #expect(device.happen(.appLaunched(device: Handset.phone)) == ["session:start"])
    #expect(device.head?.headers.contactToken == tokens?.contact)
    #expect(device.answer() == [])
    #expect(device.happen(.pushTokenReceived(token: "token-1")) == [])
    #expect(device.diagnoses == [.tokenUnchanged])
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    #expect(device.answer() == [])
    #expect(device.state.contact.tokens != tokens)
  }
}
