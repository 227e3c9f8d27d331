import EventSourcing
import MobileEngage
import Platform
import Testing

struct RefreshTests {
  @Test func `a refused token is renewed once, the queue waits, and the call is sent again`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    #expect(device.answer(401) == ["refresh with refresh-2"])
    #expect(device.head?.path == "/apps/APP/client/contact-token")
    #expect(device.happen(.contactSet(value: "anna")) == [])
    #expect(device.answer() == ["a"])
    #expect(device.head?.headers.contactToken == "contact-5")
    #expect(device.state.contact.tokens?.refresh == "refresh-5")
    #expect(device.answer() == ["contact anna"])
  }

  @Test func `a token refused again after its renewal ends the cycle`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    #expect(device.answer() == ["a"])
    #expect(device.answer(401) == ["error unauthorized 401"])
    #expect(device.happen(.eventTracked(name: "b")) == [])
    #expect(device.run(until: .days(9)) == [])
  }

  @Test(arguments: [400, 401, 403] as [Int64])
  func `a refused refresh ends the cycle, and events wait for the next link`(status: Int64) {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    #expect(device.answer(status) == ["error refresh_failed \(status)"])
    #expect(device.state.contact.tokens == nil)
    #expect(device.happen(.eventTracked(name: "b")) == [])
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    #expect(device.answer() == ["a b"])
  }

  @Test func `after a refused refresh the next start links an anonymous contact`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    device.answer(400)
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["anonymous"])
    #expect(device.answer() == ["a session:start"])
  }

  @Test func `a refresh that fails for a while leaves call and tokens to the next retry trigger`() {
    var device = Handset.started()
    let tokens = device.state.contact.tokens
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    #expect(device.answer(503) == ["error refresh_failed 503"])
    #expect(device.state.contact.tokens == tokens)
    #expect(device.run(until: .days(1)).isEmpty)
    #expect(device.happen(.eventTracked(name: "b")) == ["a b"])
    #expect(device.answer(401) == ["refresh with refresh-2"])
    #expect(device.fail() == ["error refresh_failed"])
    #expect(device.run(until: .days(2)).isEmpty)
  }

  @Test func `without a refresh token there is no refresh`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.happen(
      .responseReceived(
        request: device.state.traffic.inFlight?.request ?? 0,
        answer: MobileEngageAnswer(status: 200, contactToken: "lonely")))
    device.happen(.eventTracked(name: "a"))
    #expect(device.answer(401) == ["error unauthorized 401"])
    #expect(device.run(until: .days(9)) == [])
  }

  @Test func `a link that stays unauthorized is dropped`() {
    var device = Handset()
    device.happen(.appLaunched(device: Handset.phone))
    device.answer()
    #expect(device.answer(401) == ["error unauthorized 401"])
    #expect(device.state.queue.calls.allSatisfy { $0.order != .linkAnonymous(before: nil) })
  }

  @Test func `a process that ends during a refresh begins again`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["a session:start"])
    #expect(device.answer(401) == ["refresh with refresh-2"])
  }

  @Test func `an hour later a token may be renewed again`() {
    var device = Handset.started()
    for _ in 1...3 {
      device.happen(.eventTracked(name: "a"))
      device.answer(401)
      #expect(device.answer() == ["a"])
      device.answer()
    }
  }

  @Test func `a refresh answered without a token counts as refused`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(401)
    let left = device.happen(
      .responseReceived(
        request: device.state.traffic.inFlight?.request ?? 0,
        answer: MobileEngageAnswer(status: 200)))
    #expect(left == ["error refresh_failed 200"])
  }
}
