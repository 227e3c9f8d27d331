import EventSourcing
import Testing

struct EventLogTests {
  @Test func `records that were taken are gone, and their numbers stay used`() {
    var log = EventLog<Sale, Sale>()
    let at = Instant(milliseconds: 0)
    let first = log.append(event: Sale.paid(receipt: 1), at: at, party: "device", cause: nil)
    let effect = log.append(
      effect: Sale.tipped(value: 1), at: at, party: "device", cause: first.seq)
    #expect(log.takeRecords().map(\.seq) == [1, 2])
    #expect(log.records.isEmpty)
    #expect(log[1] == nil)
    #expect(log[2] == nil)
    let answer = log.append(event: Sale.paid(receipt: 2), at: at, party: "device", cause: effect)
    #expect(answer.seq == 3)
    #expect(log[3]?.seq == 3)
    #expect(log[4] == nil)
    #expect(log.takeRecords().map(\.seq) == [3])
  }
}
