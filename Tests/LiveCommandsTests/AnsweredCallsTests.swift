import Live
import Testing

@testable import LiveCommands

struct AnsweredCallsTests {
  typealias Place = AnsweredCalls.Place
  typealias Key = AnsweredCalls.Key

  @Test func `a device that does not count gets numbers that no other call has`() {
    var calls = AnsweredCalls()
    #expect(calls.place(of: "phone", order: nil, key: nil) == Place(device: "phone", number: 1))
    #expect(calls.place(of: "phone", order: nil, key: nil) == Place(device: "phone", number: 2))
    #expect(calls.place(of: "tablet", order: nil, key: nil) == Place(device: "tablet", number: 3))
    calls.use(Place(device: "phone", number: 70))
    #expect(calls.place(of: "phone", order: nil, key: nil) == Place(device: "phone", number: 71))
    #expect(calls.place(of: "phone", order: nil, key: nil) == Place(device: "phone", number: 72))
    calls.skipNumbers(upTo: 100)
    #expect(calls.place(of: "phone", order: nil, key: nil) == Place(device: "phone", number: 101))
    #expect(calls.place(of: "phone", order: 5, key: nil) == Place(device: "phone", number: 5))
  }

  @Test func `a call that was refused leaves nothing behind`() {
    var calls = AnsweredCalls()
    let key = Key(device: "phone", text: "a")
    let first = calls.place(of: "phone", order: nil, key: key)
    #expect(calls.place(of: "phone", order: nil, key: key) != first)
  }

  @Test func `a sender that names no device gets a name, which its key finds again`() {
    var calls = AnsweredCalls()
    calls.use(Place(device: "client-1", number: 1))
    let key = Key(device: nil, text: "a")
    let place = calls.place(of: nil, order: nil, key: key)
    #expect(place.device == "client-2")
    calls.add(.known(.close), to: 1, at: place, key: key)
    #expect(calls.place(of: nil, order: nil, key: key) == place)
    #expect(
      calls.place(of: "client-2", order: nil, key: Key(device: "client-2", text: "a")) == place)
    #expect(calls.place(of: nil, order: nil, key: nil).device != "client-2")
  }

  @Test func `a call is found again by its place and its content`() {
    var calls = AnsweredCalls()
    let place = Place(device: "phone", number: 1)
    let key = Key(device: "phone", text: "a")
    calls.add(.known(.close), to: 1, at: place, key: key)
    #expect(found(calls.find(1, at: place, key: key)) == "again")
    #expect(found(calls.find(1, at: place, key: nil)) == "again")
    #expect(found(calls.find(2, at: place, key: nil)) == "new")
    #expect(found(calls.find(2, at: place, key: key)) == "other")
    #expect(found(calls.find(1, at: Place(device: "phone", number: 2), key: key)) == "other")
  }

  @Test func `the same key of two devices is two keys`() {
    var calls = AnsweredCalls()
    for (content, device) in [(UInt64(1), "phone"), (2, "tablet")] {
      let key = Key(device: device, text: "a")
      let place = calls.place(of: device, order: nil, key: key)
      #expect(found(calls.find(content, at: place, key: key)) == "new")
      calls.add(.known(.close), to: content, at: place, key: key)
    }
    let key = Key(device: "phone", text: "a")
    let place = calls.place(of: "phone", order: nil, key: key)
    #expect(found(calls.find(1, at: place, key: key)) == "again")
  }

  @Test func `a call that came to nothing is taken again`() {
    var calls = AnsweredCalls()
    let place = Place(device: "phone", number: 1)
    let key = Key(device: "phone", text: "a")
    calls.add(.known(.close), to: 1, at: place, key: key)
    calls.forget(place)
    #expect(found(calls.find(1, at: place, key: key)) == "new")
  }

  @Test func `the oldest calls are forgotten`() {
    var calls = AnsweredCalls(limit: AnsweredCalls.Limit(calls: 10))
    for number in 1...Int64(25) {
      let key = Key(device: "phone", text: "\(number)")
      let place = Place(device: "phone", number: number)
      calls.add(.known(.close), to: 1, at: place, key: key)
    }
    for number in 1...Int64(25) {
      let finding = calls.find(1, at: Place(device: "phone", number: number), key: nil)
      #expect(found(finding) == (number > 15 ? "again" : "new"), "\(number)")
    }
  }

  @Test func `a call that is taken again is not forgotten in place of its first time`() {
    var calls = AnsweredCalls(limit: AnsweredCalls.Limit(calls: 3))
    let again = Place(device: "phone", number: 1)
    for _ in 0..<20 {
      calls.add(.known(.close), to: 1, at: again, key: nil)
      calls.forget(again)
    }
    for number in Int64(2)...3 {
      calls.add(.known(.close), to: 1, at: Place(device: "phone", number: number), key: nil)
    }
    calls.add(.known(.close), to: 1, at: again, key: nil)
    calls.add(.known(.close), to: 1, at: Place(device: "phone", number: 4), key: nil)
    #expect(found(calls.find(1, at: again, key: nil)) == "again")
    #expect(found(calls.find(1, at: Place(device: "phone", number: 2), key: nil)) == "new")
  }

  @Test func `answers that are too large together are forgotten`() {
    var calls = AnsweredCalls(limit: AnsweredCalls.Limit(bytes: 1_000))
    let answer = ServedReply.response(
      WireResponse(status: 200, body: Array(repeating: 0, count: 400)))
    for number in Int64(1)...3 {
      calls.add(.known(answer), to: 1, at: Place(device: "phone", number: number), key: nil)
    }
    let kept = (Int64(1)...3).filter { number in
      found(calls.find(1, at: Place(device: "phone", number: number), key: nil)) == "again"
    }
    #expect(kept == [2, 3])
  }

  private func found(_ finding: AnsweredCalls.Finding) -> String {
    switch finding {
    case .new: "new"
    case .again: "again"
    case .otherCall: "other"
    }
  }
}
