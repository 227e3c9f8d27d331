import EventSourcing
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

struct FieldHistoryTests {
  @Test func `the last changes of a field are found, the latest one first`() throws {
    let history = try changes(of: "registration.next_attempt", at: .hours(2), limit: 2)
    #expect(history.changes.map { $0.event?.seq } == [45, 43])
    #expect(history.changes[0].old == nil)
    #expect(history.value == history.changes[0].new)
    #expect(history.hasMore)
    #expect(history.explanation?.record.seq == 45)
    #expect(history.explanation?.origin == .outside)
  }

  @Test func `a field inside a record, a list and a map has its own history`() throws {
    #expect(try changes(of: "attributes.city", at: .hours(2)).value == .personal("Oslo"))
    #expect(try changes(of: "attributes.city", at: .seconds(-1)).value == nil)
    #expect(try changes(of: "tags[0]", at: .hours(2)).value == .text("ALL"))
    let sent = try changes(of: "registration.last_sent.device_Token", at: .hours(2))
    #expect(sent.changes.map { $0.event?.seq } == [13])
    #expect(!sent.hasMore)
  }

  @Test func `a field that nothing has changed has no changes and no explanation`() throws {
    let history = try changes(of: "contact_key", at: .hours(2))
    #expect(history.changes.isEmpty)
    #expect(history.explanation == nil)
  }

  @Test func `what time alone changes is found at its instant`() {
    let found = firstInstant(
      from: Instant(milliseconds: -7), to: Instant(milliseconds: 1_000_000)
    ) { $0.milliseconds >= 4_711 }
    #expect(found == Instant(milliseconds: 4_711))
  }

  @Test func `the outline lists optional fields and what is open below`() throws {
    let history = try RecordedTrace("mobilepush/back-off-over-days").history()
    let fields = history.fields(of: "device")
    for path in [
      "contact_key", "registration.next_attempt", "attributes.city", "tags[3]",
      "registration.last_sent.attributes[0].value", "config.push",
    ] {
      #expect(fields.contains(path: path), "\(path)")
    }
    for path in ["contact", "registration.", "tagsX", "next_attempt", "", "contact_key.x"] {
      #expect(!fields.contains(path: path), "\(path)")
    }
  }

  private func changes(
    of path: String, at time: TimeSpan, limit: Int = 5
  ) throws -> FieldHistory {
    let history = try RecordedTrace("mobilepush/back-off-over-days").history()
    return try history.changes(
      of: path, in: "device", upTo: history.summary.started + time, limit: limit)
  }
}
