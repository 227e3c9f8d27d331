import Live
import Testing

@testable import LiveCommands

struct AnsweredCallsTests {
  typealias Calls = AnsweredCalls<String>

  @Test func `a device that does not count gets a number for each call, and one for each key`() {
    var calls = Calls()
    #expect(calls.number(ofKey: nil, of: "phone") == 1)
    #expect(calls.number(ofKey: "a", of: "phone") == 2)
    #expect(calls.number(ofKey: "a", of: "phone") == 2)
    #expect(calls.number(ofKey: "b", of: "phone") == 3)
    #expect(calls.number(ofKey: "a", of: "tablet") == 1)
  }

  @Test func `a call is found again by its place and its content`() {
    var calls = Calls()
    calls.add(Self.call("one"), Calls.Place(device: "phone", number: 1), key: "a")
    #expect(Self.found(calls.find("one", Calls.Place(device: "phone", number: 1), key: "a")) == 1)
    #expect(Self.found(calls.find("one", Calls.Place(device: "phone", number: 1), key: nil)) == 1)
    #expect(Self.found(calls.find("two", Calls.Place(device: "phone", number: 1), key: nil)) == 0)
    #expect(Self.found(calls.find("two", Calls.Place(device: "phone", number: 1), key: "a")) == 2)
    #expect(Self.found(calls.find("one", Calls.Place(device: "phone", number: 2), key: "a")) == 2)
  }

  @Test func `a call that came to nothing is taken again`() {
    var calls = Calls()
    let place = Calls.Place(device: "phone", number: 1)
    calls.add(Self.call("one"), place, key: "a")
    calls.forget(place)
    #expect(Self.found(calls.find("one", place, key: "a")) == 0)
  }

  @Test func `the oldest calls are forgotten`() {
    var calls = Calls()
    for number in 1...Int64(Calls.limit) + 5 {
      calls.add(Self.call("\(number)"), Calls.Place(device: "phone", number: number), key: nil)
    }
    #expect(Self.found(calls.find("5", Calls.Place(device: "phone", number: 5), key: nil)) == 0)
    #expect(Self.found(calls.find("6", Calls.Place(device: "phone", number: 6), key: nil)) == 1)
  }

  private static func call(_ arrival: String) -> Calls.Call {
    Calls.Call(arrival: arrival, answer: Task { .close })
  }

  /// 0 for a new call, 1 for a repeat, 2 for a key that has another call.
  private static func found(_ finding: Calls.Finding) -> Int {
    switch finding {
    case .new: 0
    case .again: 1
    case .otherCall: 2
    }
  }
}
