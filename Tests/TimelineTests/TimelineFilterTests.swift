import EventSourcing
import Replay
import Simulation
import Testing
import Traces

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

  @Test func `fields select at any depth, and a followed one has the answers to what carries it`() {
    var timelines = Timelines()
    let key = RequestID(party: "phone", number: 7)
    let batch = Value.list([.fields([.init(name: "entry", value: .integer(3))])])
    timelines.add("sent", .effect, part: .request(key), fields: [("batch", batch)])
    timelines.add("arrived", of: "server", fields: [("batch", batch), ("status", .integer(200))])
    timelines.add("received", part: .answer(key), fields: [("status", .integer(200))])
    timelines.add("received", part: .answer(key), fields: [("status", .integer(503))])
    timelines.add("received", fields: [("status", .integer(3))])
    let start = Instant(milliseconds: 0)
    var filter = TimelineFilter()
    filter.fields = [SoughtField(path: "batch.entry", text: "3", start: start)]
    #expect(timelines.seqs(filter) == [1, 2])
    filter.fields.append(SoughtField(path: "status", text: "200", start: start))
    #expect(timelines.seqs(filter) == [2])
    filter.fields = []
    filter.followed = SoughtField(path: "entry", text: "3", start: start)
    // A copy of an answer that comes late is one.
    #expect(timelines.seqs(filter) == [1, 2, 3, 4])
    filter.followed = SoughtField(path: nil, text: "503", start: start)
    #expect(timelines.seqs(filter) == [4])
    timelines.add("key_set", fields: [("key", .personal(" ann\n")), ("other", .text(" "))])
    filter.followed = SoughtField(path: nil, text: "ann", start: start)
    #expect(timelines.seqs(filter) == [6])
    filter.followed = SoughtField(path: "key", text: "ann", start: start)
    #expect(timelines.seqs(filter).isEmpty)
  }
}
