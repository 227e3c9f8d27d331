import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces

@testable import Timeline

struct TimelineStatisticsTests {
  private static var ticks: TimelineStatistics {
    var timeline = Timelines()
    for at: Int64 in [0, 10, 40, 100, 3_600_000] { timeline.add("ticked", at: at) }
    timeline.add("tick", .effect, at: 3_600_000, part: .timer)
    timeline.add("tick", .effect, at: 3_600_000, of: "tablet", part: .timer)
    return timeline.statistics
  }

  @Test func `gaps have a least, a middle and a most`() throws {
    let row = try #require(Self.ticks.rows.first)
    #expect(row.count == 5)
    let gaps = try #require(row.gaps)
    #expect(gaps.least == .milliseconds(10))
    #expect(gaps.median == .milliseconds(30))
    #expect(gaps.most == .milliseconds(3_599_900))
  }

  @Test func `a rate is over the whole range`() throws {
    let row = try #require(Self.ticks.rows.first)
    #expect(Self.ticks.tenfoldRate(of: row, per: .hours(1)) == 50)
    #expect(Self.ticks.tenfoldRate(of: row, per: .days(1)) == 1_200)
  }

  @Test func `records of one instant have no rate, and a single one no gap`() throws {
    var timeline = Timelines()
    timeline.add("ticked")
    let statistics = timeline.statistics
    let row = try #require(statistics.rows.first)
    #expect(statistics.tenfoldRate(of: row, per: .hours(1)) == nil)
    #expect(row.gaps == nil)
  }

  @Test func `the table lists parties, then events before effects`() {
    let expected = """
      7 records over 1h

      party   name    count  per hour  per day  least gap  median         most
      phone   ticked      5       5.0    120.0       10ms    30ms  59m59s900ms
                tick      1       1.0     24.0          –       –            –
      tablet    tick      1       1.0     24.0          –       –            –
      """
    let lines = Self.ticks.lines(.plain).joined(separator: "\n")
    #expect(lines == expected)
  }

  @Test func `nothing gives a sentence`() {
    #expect(TimelineStatistics(TimelineFilter()).lines(.plain) == ["no records"])
  }
}
