import EventSourcing
import MobileEngage
import Platform
import Testing

struct PushTokenTests {
  @Test func `a token is registered once until it changes`() {
    var device = Handset.started()
    #expect(device.happen(.pushTokenReceived(token: "a")) == ["push a"])
    #expect(device.happen(.pushTokenReceived(token: "a")) == [])
    #expect(device.answer() == [])
    #expect(device.happen(.pushTokenReceived(token: "a")) == [])
    #expect(device.happen(.pushTokenReceived(token: "b")) == ["push b"])
    #expect(device.happen(.pushTokenReceived(token: "a")) == [])
    #expect(device.answer() == ["push a"])
    device.answer()
    #expect(device.state.push.registered == "a")
  }

  @Test func `a registration that was never answered is made again after a restart`() {
    var device = Handset.started()
    device.happen(.pushTokenReceived(token: "a"))
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["push a"])
    device.answerAll()
    #expect(device.happen(.pushTokenReceived(token: "a")) == [])
  }

  @Test func `removing needs a token that was there`() {
    var device = Handset.started()
    #expect(device.happen(.pushTokenCleared) == [])
    #expect(device.diagnoses == [.tokenAbsent])
    device.happen(.pushTokenReceived(token: "a"))
    device.answer()
    #expect(device.happen(.pushTokenCleared) == ["no push"])
    #expect(device.head?.method == .delete)
    device.answer()
    #expect(device.state.push.token == nil)
    #expect(device.state.push.registered == nil)
    #expect(device.happen(.pushTokenReceived(token: "a")) == ["push a"])
  }

  @Test func `a blank token is refused`() {
    var device = Handset.started()
    #expect(device.happen(.pushTokenReceived(token: "\t")) == [])
    #expect(device.diagnoses == [.tokenBlank])
  }

  @Test func `a contact change does not register the token again`() {
    var device = Handset.started()
    device.happen(.pushTokenReceived(token: "a"))
    device.happen(.contactSet(value: "anna"))
    device.happen(.contactCleared)
    device.answerAll()
    #expect(device.happen(.pushTokenReceived(token: "a")) == [])
  }
}
