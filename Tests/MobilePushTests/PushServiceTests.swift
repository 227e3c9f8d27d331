import EventSourcing
import MobilePush
import Testing

struct PushServiceTests {
  @Test func `an opted-in device keeps its token until that is invalidated`() {
    var service = PushServiceDialogue()
    let first: [PushServiceEffect] = [.handOutToken(device: "phone", token: "token-phone-1")]
    #expect(service.hear(.deviceTokenRequested(device: "phone")) == first)
    #expect(service.hear(.deviceTokenRequested(device: "phone")) == first)
    service.hear(.tokenInvalidated, about: "phone")
    #expect(
      service.hear(.deviceTokenRequested(device: "phone"))
        == [.handOutToken(device: "phone", token: "token-phone-2")])
  }

  @Test func `an opted-out device gets no token`() {
    var service = PushServiceDialogue()
    service.state.permissionChanged(of: "phone", optedIn: false)
    #expect(service.hear(.deviceTokenRequested(device: "phone")).isEmpty)
    service.state.permissionChanged(of: "phone", optedIn: true)
    #expect(service.hear(.deviceTokenRequested(device: "phone")).count == 1)
  }

  @Test func `a valid token is delivered to, once for each notification`() {
    var service = PushServiceDialogue(tokensOf: ["phone"])
    let push = PushServiceEvent.pushSubmitted(device: "phone", token: "token-phone-1", id: "p1")
    #expect(service.hear(push) == [.deliverPush(device: "phone", id: "p1")])
    #expect(service.hear(push).isEmpty)
    #expect(service.state.deliveries == [PushDelivery(device: "phone", id: "p1")])
  }

  @Test(arguments: [
    ("token-tablet-1", BounceReason.invalidToken), ("token-phone-2", .invalidToken),
    ("bad token", .malformedToken), ("", .malformedToken),
  ])
  func `a token that is not the device's own bounces`(token: String, reason: BounceReason) {
    var service = PushServiceDialogue(tokensOf: ["phone", "tablet"])
    let effects = service.hear(
      .pushSubmitted(device: "phone", token: Personal(token), id: "p1"))
    #expect(
      effects == [.reportBounce(device: "phone", token: Personal(token), reason: reason)])
    #expect(service.state.deliveries.isEmpty)
  }

  @Test func `nothing is delivered to an opted-out device, silent pushes included`() {
    var service = PushServiceDialogue(tokensOf: ["phone"])
    service.state.permissionChanged(of: "phone", optedIn: false)
    let bounce: [PushServiceEffect] = [
      .reportBounce(device: "phone", token: "token-phone-1", reason: .optedOut)
    ]
    #expect(
      service.hear(.pushSubmitted(device: "phone", token: "token-phone-1", id: "p1")) == bounce)
    #expect(
      service.hear(
        .silentPushSubmitted(device: "phone", token: "token-phone-1", content: "inbox"))
        == bounce)
  }

  @Test func `with a wrong key every push bounces until the key is right again`() {
    var service = PushServiceDialogue(tokensOf: ["phone"])
    let push = PushServiceEvent.pushSubmitted(device: "phone", token: "token-phone-1", id: "p1")
    service.hear(.authKeyRevoked)
    #expect(
      service.hear(push)
        == [.reportBounce(device: "phone", token: "token-phone-1", reason: .wrongAuthKey)])
    service.hear(.authKeyRestored)
    #expect(service.hear(push) == [.deliverPush(device: "phone", id: "p1")])
  }

  @Test func `what is sent to a device without a network is lost and not reported`() {
    var service = PushServiceDialogue(tokensOf: ["phone"])
    service.state.connectionChanged(of: "phone", reachable: false)
    #expect(
      service.hear(.pushSubmitted(device: "phone", token: "token-phone-1", id: "p1")).isEmpty)
    #expect(
      service.hear(
        .silentPushSubmitted(device: "phone", token: "token-phone-1", content: "in_app")
      ).isEmpty)
    service.state.connectionChanged(of: "phone", reachable: true)
    #expect(service.state.deliveries.isEmpty)
  }
}

/// A push service and what it answers to one event after the other.
struct PushServiceDialogue {
  var state = PushService.initial
  private var seq: Int64 = 0

  init(tokensOf devices: [String] = []) {
    for device in devices { hear(.deviceTokenRequested(device: device)) }
  }

  @discardableResult
  mutating func hear(
    _ event: PushServiceEvent, about device: String = ""
  ) -> [PushServiceEffect] {
    seq += 1
    var effects = Effects<PushServiceEffect>()
    let record = RecordedEvent(
      seq: seq, at: Instant(milliseconds: seq), party: device, event: event)
    PushService.reduce(&state, record, into: &effects)
    return effects.ordered
  }
}
