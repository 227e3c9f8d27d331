import EventSourcing
import Testing

struct InstantTests {
  @Test func `arithmetic stops at the ends instead of trapping`() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(Instant.distantPast - .seconds(1) == .distantPast)
    #expect(Instant.distantFuture - Instant.distantPast == TimeSpan(milliseconds: .max))
    #expect(TimeSpan.days(.max) == TimeSpan(milliseconds: .max))
    #expect(TimeSpan.days(.min) * -1 == TimeSpan(milliseconds: .max))
  }
}
