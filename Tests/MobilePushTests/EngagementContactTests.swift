import EventSourcing
import MobilePush
import Testing

struct EngagementContactTests {
  @Test func `a late key leaves the made-up contact an orphan that is billed`() {
    var engagement = EngagementDialogue()
    engagement.register("phone")
    #expect(engagement.state.orphaned == [])
    #expect(engagement.state.billable == 1)
    engagement.register("phone", key: "user.a")
    #expect(engagement.state.orphaned == ["generated-1"])
    #expect(engagement.state.billable == 2)
  }

  @Test func `user A then user B on one device orphans A, and A's return orphans B`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a")
    engagement.register("phone", key: "user.b")
    #expect(engagement.state.orphaned == ["user.a"])
    engagement.register("phone", key: "user.a")
    #expect(engagement.state.orphaned == ["user.b"])
    #expect(engagement.state.billable == 2)
  }

  @Test func `a contact with another device is no orphan`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a")
    engagement.register("tablet", key: "user.a")
    engagement.register("phone", key: "user.b")
    #expect(engagement.state.orphaned == [])
    #expect(engagement.reported("contacts")?["user.a"]?["devices"] == .integer(1))
    engagement.register("tablet", key: "user.b")
    #expect(engagement.state.orphaned == ["user.a"])
    #expect(engagement.reported("contacts")?["user.b"]?["devices"] == .integer(2))
  }

  @Test func `without a key a device stays with its contact`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.register("phone", token: "t2")
    #expect(engagement.state.billable == 1)
    #expect(engagement.state.orphaned == [])
  }

  @Test func `without a key a new device takes the contact whose record holds its token`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.register("copy", token: "t1")
    #expect(engagement.reported("contacts")?["user.a"]?["devices"] == .integer(2))
    engagement.register("other", token: "t2")
    #expect(engagement.reported("contacts")?["generated-1"]?["devices"] == .integer(1))
  }

  @Test func `under the other reading a token goes before the contact that the device has`() {
    for (reading, key) in [
      (MobilePushReadings.KeylessContact.deviceFirst, "generated-1"), (.tokenFirst, "user.a"),
    ] {
      var engagement = EngagementDialogue()
      engagement.state.keylessContact = reading
      engagement.register("phone", key: "user.a", token: "t1")
      engagement.register("tablet", key: "user.b", token: "t1")
      engagement.register("watch", token: "t2")
      engagement.register("watch", token: "t1")
      #expect(engagement.reported("contacts")?["user.b"]?["devices"] == .integer(1))
      let devices: Int64 = key == "user.a" ? 2 : 1
      #expect(engagement.reported("contacts")?[key]?["devices"] == .integer(devices))
    }
  }

  @Test func `a token that its device has given up leads to no contact`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.register("phone", key: "user.a", token: "t2")
    engagement.register("other", token: "t1")
    #expect(engagement.state.billable == 2)
  }

  @Test func `a key is never made up twice, whatever keys apps choose`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "generated-1")
    engagement.register("tablet")
    engagement.register("watch")
    #expect(engagement.state.billable == 3)
    #expect(engagement.reported("contacts")?["generated-3"]?["devices"] == .integer(1))
  }

  @Test func `a registration that was overtaken never brings the older key back`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.b", request: 7)
    let late = engagement.register("phone", key: "user.a", request: 4)
    #expect(late == [.answerRequest(device: "phone", request: 4, status: 201)])
    #expect(engagement.state.billable == 1)
  }

  @Test func `a new install of the app on a known device keeps the contact`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", request: 9, deviceID: "d")
    engagement.register("reinstalled", request: 1, deviceID: "d")
    #expect(engagement.state.billable == 1)
    #expect(engagement.reported("contacts")?["user.a"]?["devices"] == .integer(1))
  }

  @Test func `a key that more devices share than one person has is noted once`() {
    var engagement = EngagementDialogue()
    let notes = (1...12).flatMap { engagement.register("device\($0)", key: "customer") }
      .filter { $0.name == .diagnose }
    #expect(notes.count == 1)
  }
}
