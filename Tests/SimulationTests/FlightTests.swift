import EventSourcing
import Testing
import Turnstile

@testable import Simulation

struct FlightTests {
  @Test(
    arguments: [
      ([], 0), ([0], 1), ([0, 1, 2], 3), ([2, 0, 1, 0], 3), ([0, 2], 1), ([1, 2], 0),
    ] as [([Int64], Int64)])
  func `a copy gets the first number that no other copy of its message has`(
    taken: [Int64], expected: Int64
  ) {
    var table = FlightTable<Turnstile.Event>()
    func add(_ id: FlightID) {
      let time = ScheduleTime(at: .distantPast, rank: .arrival, cause: 1, order: 1)
      let event = Turnstile.Event.sample(of: Turnstile.Event.Name.allCases[0])
      _ = table.add(Flight(id, at: time, to: "gate", .arrival(event), cause: 1))
    }
    let id = FlightID(party: "gate", half: .message, number: 1)
    for copy in taken { add(FlightID(party: "gate", half: .message, number: 1, copy: copy)) }
    add(FlightID(party: "other", half: .message, number: 1))
    add(FlightID(party: "gate", half: .message, number: 2))
    #expect(table.freeCopy(of: id) == expected)
  }
}
