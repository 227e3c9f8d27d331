import EventSourcing
import Platform
import Testing

@testable import MobileEngage

struct EventTests {
  @Test func `events that wait leave together, in order, up to the limit`() {
    var device = Handset.started(config: MobileEngageConfig(eventBatchLimit: 2))
    device.happen(.eventTracked(name: "a"))
    for name in ["b", "c", "d"] { #expect(device.happen(.eventTracked(name: name)) == []) }
    #expect(device.answer() == ["b c"])
    #expect(device.answer() == ["d"])
    #expect(device.entriesSent == [2, 3, 4, 5])
  }

  @Test func `a batch reaches past a push token, and not past a contact call`() {
    var device = Handset.started()
    device.happen(.connectivityChanged(online: false))
    device.happen(.eventTracked(name: "a"))
    device.happen(.pushTokenReceived(token: "t"))
    device.happen(.eventTracked(name: "b"))
    device.happen(.contactSet(value: "anna"))
    device.happen(.eventTracked(name: "c"))
    #expect(device.happen(.connectivityChanged(online: true)) == ["a b"])
    #expect(device.answerAll() == ["push t", "contact anna", "c"])
  }

  @Test func `an answer removes exactly what was sent`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.happen(.eventTracked(name: "b"))
    device.answer()
    #expect(device.state.queue.calls.compactMap { $0.order.event?.name } == ["b"])
  }

  @Test func `a limit that makes no sense still lets one event go`() {
    var device = Handset.started(config: MobileEngageConfig(eventBatchLimit: -3))
    #expect(device.happen(.eventTracked(name: "a")) == ["a"])
  }

  @Test func `an event keeps name, time and attributes`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "purchase", attributes: ["sku": "7"]), at: .seconds(5))
    let event = TrackedEvent(
      entry: 2, type: .custom, name: "purchase", at: Handset.start + .seconds(5),
      attributes: ["sku": "7"])
    guard case .sendEvents(_, let events)? = device.log.last?.effect else {
      Issue.record("no events were sent")
      return
    }
    #expect(events == [event])
  }

  @Test func `a blank name is refused`() {
    var device = Handset.started()
    #expect(device.happen(.eventTracked(name: "")) == [])
    #expect(device.diagnoses == [.eventNameBlank])
  }

  @Test func `no event is lost over the end of a process`() {
    var device = Handset.started()
    device.happen(.eventTracked(name: "a"))
    device.happen(.eventTracked(name: "b"))
    device.happen(.processTerminated)
    #expect(device.happen(.eventTracked(name: "after the end")) == [])
    #expect(device.diagnoses == [.noProcess])
    #expect(device.happen(.appLaunched()) == ["a b session:start"])
  }
}
