import EventSourcing
import MobileEngage
import Platform
import Testing

struct ContactTests {
  @Test func `the same contact is linked again, and its tokens replace the old ones`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.answer()
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    device.answer()
    #expect(
      device.state.contact.tokens == ContactTokens(contact: "contact-5", refresh: "refresh-5"))
  }

  @Test func `a blank contact is refused`() {
    var device = Handset.started()
    #expect(device.happen(.contactSet(value: " ")) == [])
    #expect(device.happen(.contactSet(value: Nullable(nil))) == [])
    #expect(device.diagnoses == [.contactBlank])
  }

  @Test func `both tokens come from one answer even if it has one alone`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.happen(
      .responseReceived(
        request: device.state.traffic.inFlight?.request ?? 0,
        answer: MobileEngageAnswer(status: 200, contactToken: "new")))
    #expect(device.state.contact.tokens == ContactTokens(contact: "new", refresh: nil))
  }

  @Test func `a link answered without tokens leaves none`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.happen(
      .responseReceived(
        request: device.state.traffic.inFlight?.request ?? 0,
        answer: MobileEngageAnswer(status: 204, refreshToken: "new")))
    #expect(device.diagnoses == [.tokenMissing])
    #expect(device.state.contact.tokens == nil)
    #expect(device.happen(.eventTracked(name: "viewed")) == [])
  }

  @Test func `signing out links an anonymous contact`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.answer()
    #expect(device.happen(.contactCleared) == ["anonymous"])
    #expect(device.state.contact.identity?.value == "anna")
    device.answer()
    #expect(device.state.contact.identity == nil)
    #expect(device.state.contact.tokens?.contact == "contact-5")
  }

  @Test func `signing out offline takes effect when the network returns`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.answer()
    device.happen(.connectivityChanged(online: false))
    device.happen(.eventTracked(name: "viewed"))
    #expect(device.happen(.contactCleared) == [])
    device.happen(.processTerminated)
    device.happen(.appLaunched())
    #expect(device.happen(.connectivityChanged(online: true)) == ["viewed"])
    #expect(device.head?.headers.contactToken == "contact-4")
    #expect(device.answerAll() == ["anonymous", "session:start"])
    #expect(device.state.contact.identity == nil)
  }

  @Test func `without anonymous contacts signing out drops the tokens and makes no call`() {
    var device = Handset()
    device.happen(
      .appLaunched(device: Handset.phone, config: MobileEngageConfig(anonymousContacts: false)))
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    #expect(device.happen(.contactCleared) == [])
    #expect(device.state.contact.tokens == nil)
    #expect(device.state.contact.identity == nil)
    #expect(device.state.queue.calls.isEmpty)
  }

  @Test func `what was tracked before signing out leaves first, even if no call is made`() {
    var device = Handset()
    device.happen(
      .appLaunched(device: Handset.phone, config: MobileEngageConfig(anonymousContacts: false)))
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.connectivityChanged(online: false))
    device.happen(.eventTracked(name: "of anna"))
    device.happen(.contactCleared)
    device.happen(.contactSet(value: "bert"))
    device.happen(.eventTracked(name: "of bert"))
    #expect(device.happen(.connectivityChanged(online: true)) == ["of anna"])
    #expect(device.answerAll() == ["contact bert", "of bert"])
  }

  @Test func `events leave before the contact call that follows them, or after it as sent`() {
    for (reading, order) in [
      (MobileEngageReadings.EventAttribution.tracked, ["of anna", "contact bert", "of bert"]),
      (.sent, ["contact bert", "of anna of bert"]),
    ] {
      var device = Handset.started(.documents, MobileEngageReadings(eventAttribution: reading))
      device.happen(.connectivityChanged(online: false))
      device.happen(.eventTracked(name: "of anna"))
      device.happen(.contactSet(value: "bert"))
      device.happen(.eventTracked(name: "of bert"))
      let first = device.happen(.connectivityChanged(online: true))
      #expect(first + device.answerAll() == order)
    }
  }

  @Test func `a refused link is reported, and the contact stays who it was`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.answer()
    let tokens = device.state.contact.tokens
    device.happen(.contactSet(value: "bert"))
    #expect(device.answer(422) == ["error request_refused 422"])
    #expect(device.state.contact.identity?.value == "anna")
    #expect(device.state.contact.tokens == tokens)
  }
}
