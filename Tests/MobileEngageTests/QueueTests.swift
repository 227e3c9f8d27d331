import EventSourcing
import MobileEngage
import Platform
import Testing

struct QueueTests {
  @Test(arguments: [408, 429, 500, 503] as [Int64])
  func `a call that time may heal stays and waits longer each time`(status: Int64) {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    #expect(device.answer(status) == [])
    #expect(device.run(until: .seconds(59)) == [])
    #expect(device.run(until: .seconds(60)) == ["a"])
    device.answer(status)
    #expect(device.run(until: .seconds(179)) == [])
    #expect(device.run(until: .seconds(180)) == ["a"])
    #expect(device.answer() == [])
    #expect(device.state.queue.calls.isEmpty)
  }

  @Test(arguments: [400, 403, 404, 422] as [Int64])
  func `a refused call leaves the queue and is reported`(status: Int64) {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.happen(.pushTokenReceived(token: "t"))
    #expect(device.answer(status) == ["push t", "error request_refused \(status)"])
  }

  @Test func `something new gives what failed another chance at once`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.fail()
    #expect(device.happen(.eventTracked(name: "b")) == ["a b"])
    device.fail()
    #expect(device.happen(.connectivityChanged(online: true)) == ["a b"])
    device.fail()
    #expect(device.run(until: .seconds(239)) == [])
    #expect(device.run(until: .seconds(240)) == ["a b"])
  }

  @Test func `a server that asks for quiet is left alone whatever happens, a day at most`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.answer(429, retryAfter: 300)
    #expect(device.happen(.eventTracked(name: "b"), at: .seconds(100)) == [])
    #expect(device.run(until: .seconds(299)) == [])
    #expect(device.run(until: .seconds(300)) == ["a b"])
    device.answer(503, retryAfter: .max)
    #expect(device.run(until: .seconds(300) + .days(1)) == ["a b"])
  }

  @Test func `one request is on its way at a time`() {
    var device = Handset.started()
    #expect(device.happen(.eventTracked(name: "a")) == ["a"])
    #expect(device.happen(.contactSet(value: "anna")) == [])
    #expect(device.happen(.deviceChanged(DeviceChange(locale: "nb_NO"))) == [])
    #expect(device.answerAll() == ["client", "contact anna"])
  }

  @Test func `offline nothing is tried, and it leaves in order when the network returns`() {
    var device = Handset.started()
    device.happen(.connectivityChanged(online: false))
    #expect(device.happen(.eventTracked(name: "a")) == [])
    #expect(device.happen(.pushTokenReceived(token: "t")) == [])
    #expect(device.state.traffic.retryDue == nil)
    #expect(device.happen(.connectivityChanged(online: true)) == ["a"])
    #expect(device.answer() == ["push t"])
  }

  @Test func `a timer that was not set is written down`() {
    var device = Handset.started()
    device.happen(.timerFired(timer: .retry))
    #expect(device.diagnoses == [.unexpectedTimer])
  }

  @Test func `the gates show what holds an effect back`() {
    var device = Handset.started()
    func gates(_ effect: MobileEngageEffect.Name) -> [String]? {
      MobileEngageSDK.gates(of: effect, in: device.state, at: Handset.start)?.map(\.name)
    }
    #expect(gates(.sendClient) == ["nothing_to_send"])
    #expect(gates(.setTimer) == nil)
    device.happen(.eventTracked(name: "a"))
    device.happen(.contactSet(value: "anna"))
    #expect(gates(.linkContact) == ["in_flight", "order"])
    device.answer(503)
    #expect(gates(.sendEvents) == ["back_off"])
    #expect(gates(.linkContact) == ["order"])
    device.happen(.processTerminated)
    #expect(gates(.linkContact) == ["process", "order"])
  }
}
