import EventSourcing
import Simulation
import Testing

struct DefaultClockTests {
  @Test func `the standard clock is the documented one`() {
    #expect(instant(fromText: "2026-01-05T09:00:00Z") == defaultClock)
  }
}
