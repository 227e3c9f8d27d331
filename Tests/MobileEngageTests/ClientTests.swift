import EventSourcing
import MobileEngage
import Platform
import Testing

struct ClientTests {
  private let update = DeviceProfile(DeviceChange(appVersion: "2.0.0"))

  @Test func `properties are compared with what was acknowledged, not with what was sent`() {
    var device = Handset()
    device.happen(.appLaunched(device: Handset.phone))
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["client"])
    device.answerAll()
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched(device: Handset.phone)) == ["session:start"])
  }

  @Test func `a change is sent at once, and what changed meanwhile after the answer`() {
    var device = Handset.started()
    #expect(device.happen(.deviceChanged(DeviceChange(language: "nb"))) == ["client"])
    #expect(device.happen(.deviceChanged(DeviceChange(language: "de"))) == [])
    #expect(device.answer() == ["client"])
    #expect(device.answer() == [])
  }

  @Test func `a change without a process leaves with the next start`() {
    var device = Handset.started()
    device.happen(.processTerminated)
    #expect(device.happen(.deviceChanged(DeviceChange(language: "nb"))) == [])
    #expect(device.happen(.appLaunched()) == ["client"])
  }

  @Test func `a change taken back while its outcome is unknown is sent again`() {
    var device = Handset.started()
    device.happen(.deviceChanged(DeviceChange(appVersion: "2")))
    device.fail()
    device.happen(.deviceChanged(DeviceChange(appVersion: "1.0.0")))
    #expect(device.run(until: .seconds(60)) == ["client"])
  }

  @Test func `a change taken back after the process ended in the middle is sent again`() {
    var device = Handset.started()
    device.happen(.deviceChanged(DeviceChange(appVersion: "2")))
    device.happen(.processTerminated)
    device.happen(.deviceChanged(DeviceChange(appVersion: "1.0.0")))
    #expect(device.happen(.appLaunched()) == ["client"])
  }

  @Test func `properties are not sent again before the server wants them`() {
    var device = Handset.started()
    device.happen(.deviceChanged(DeviceChange(appVersion: "2")))
    device.answer(429, retryAfter: 300)
    #expect(device.happen(.eventTracked(name: "viewed"), at: .seconds(10)) == ["viewed"])
    #expect(device.answer() == [])
    #expect(device.run(until: .seconds(299)) == [])
    #expect(device.run(until: .seconds(300)) == ["client"])
  }

  @Test func `refused properties are reported and tried again at the next start`() {
    var device = Handset.started()
    device.happen(.deviceChanged(DeviceChange(appVersion: "2")))
    #expect(device.answer(400) == ["error request_refused 400"])
    #expect(device.run(until: .days(2)) == [])
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["client"])
  }

  @Test(arguments: [200, 400, 503] as [Int64])
  func `the client state of any answer is kept and sent from then on`(status: Int64) {
    var device = Handset.started()
    device.happen(.eventTracked(name: "viewed"))
    let answer = MobileEngageAnswer(status: status, clientState: "renewed")
    device.happen(
      .responseReceived(request: device.state.traffic.inFlight?.request ?? 0, answer: answer))
    device.happen(.contactSet(value: "anna"))
    #expect(device.state.client.state == "renewed")
    #expect(device.head?.headers.clientState == "renewed")
  }

  @Test func `an answer that no request waits for changes nothing`() {
    var device = Handset.started()
    let before = device.state.client.state
    let answer = MobileEngageAnswer(status: 200, clientState: "old", contactToken: "old")
    device.happen(.responseReceived(request: 1, answer: answer))
    #expect(device.diagnoses == [.unknownRequest])
    #expect(device.state.client.state == before)
  }

  @Test func `another application code is a part of later paths`() {
    var device = Handset.started()
    #expect(device.happen(.applicationCodeChanged(code: "APP")) == [])
    #expect(device.diagnoses == [.applicationCodeUnchanged])
    #expect(device.happen(.applicationCodeChanged(code: "OTHER")) == [])
    device.happen(.eventTracked(name: "viewed"))
    #expect(device.head?.path == "/apps/OTHER/client/events")
  }

  @Test func `the first configuration is no change of the application`() {
    var device = Handset(.ios)
    device.happen(
      .appLaunched(device: Handset.phone, config: MobileEngageConfig(applicationCode: "X")))
    #expect(device.head?.path == "/apps/X/client")
    #expect(device.state.queue.calls.count { $0.order == .startOver(code: "X") } == 0)
  }
}
