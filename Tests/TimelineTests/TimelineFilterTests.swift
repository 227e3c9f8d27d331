import EventSourcing
import Replay
import Testing

@testable import Timeline

struct TimelineFilterTests {
  @Test func `the exchange of a request ends with its answer and what that one orders`() {
    var filter = TimelineFilter()
    filter.request = 1
    #expect(Timelines.exchange.seqs(filter) == [2, 3, 4, 5, 6, 7])
    filter.request = 2
    #expect(Timelines.exchange.seqs(filter) == [10])
  }

  @Test func `parties and names select`() {
    var filter = TimelineFilter()
    filter.parties = ["server"]
    #expect(Timelines.exchange.seqs(filter) == [3, 4, 5, 8])
    filter.names = ["asked", "opened"]
    #expect(Timelines.exchange.seqs(filter) == [3])
  }

  @Test func `a range is of records or of instants, with its ends`() {
    var filter = TimelineFilter()
    filter.from = .seq(5)
    filter.to = .instant(Instant(milliseconds: 200))
    #expect(Timelines.exchange.seqs(filter) == [5, 6, 7])
  }

  @Test func `a filter says how much is left out`() {
    var filter = TimelineFilter()
    filter.parties = ["server"]
    let text = Timelines.exchange.text(filter)
    #expect(text.contains("10 records of 2 parties"))
    #expect(!text.contains("opened"))
  }
}
