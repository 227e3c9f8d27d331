import EventSourcing
import Testing

@testable import Replay
@testable import Timeline

/// Records, requests and timers as Chrome's trace events.
struct TraceEventsTests {
  private var output = TraceEvents()

  @Test mutating func `a request is a span from its effect to its answer`() {
    for shown in Timelines.exchange.records { output.add(shown) }
    #expect(
      spans()
        == [
          #""ph":"b","name":"ask","pid":1,"ts":0,"cat":"request","id":"request-2","#
            + #""args":{"request":1}"#,
          #""ph":"e","name":"ask","pid":1,"ts":200000,"cat":"request","id":"request-2","#
            + #""args":{"answer":6}"#,
          #""ph":"b","name":"ask","pid":1,"ts":7200000000,"cat":"request","id":"request-10","#
            + #""args":{"request":2}"#,
        ])
  }

  @Test mutating func `a timer is a span from its setting to the event that takes it away`() {
    add(at: 0)
    output.update(timers: [timer("retry", due: 60)], of: "phone")
    add(at: 30)
    output.update(timers: [timer("retry", due: 60), timer("poll", due: 90)], of: "phone")
    add(at: 60)
    output.update(timers: [timer("poll", due: 90)], of: "phone")
    #expect(
      spans().map { $0.split(separator: ",")[..<4].joined(separator: ",") } == [
        #""ph":"b","name":"retry","pid":1,"ts":0"#,
        #""ph":"b","name":"poll","pid":1,"ts":30000000"#,
        #""ph":"e","name":"retry","pid":1,"ts":60000000"#,
      ])
  }

  @Test mutating func `a timer that is set anew ends its span and begins another`() {
    add(at: 0)
    output.update(timers: [timer("retry", due: 60)], of: "phone")
    add(at: 30)
    output.update(timers: [timer("retry", due: 90)], of: "phone")
    #expect(
      spans().map { $0.contains(#""ph":"b""#) ? "begin" : "end" } == ["begin", "end", "begin"])
    #expect(Set(spans().filter { $0.contains(#""ph":"b""#) }.map(id)).count == 2)
  }

  @Test mutating func `each party is a process with a thread for each kind of record`() {
    for shown in Timelines.exchange.records { output.add(shown) }
    let names = events().filter { $0.contains(#""ph":"M""#) }
    #expect(names.filter { $0.contains("process_name") }.count == 2)
    #expect(names.filter { $0.contains("thread_name") }.count == 4)
    #expect(output.count == Int64(events().count))
  }

  @Test mutating func `times are counted from the first record, however far the last one is`() {
    output.add(Self.tick(at: .min))
    output.add(Self.tick(at: .max))
    #expect(events().last?.contains(#""ts":9223372036854775807000,"#) == true)
  }

  // MARK: - Helpers

  private static func tick(at milliseconds: Int64) -> TimelineRecord {
    var timeline = Timelines()
    timeline.add("ticked", at: milliseconds)
    return timeline.records[0]
  }

  private mutating func add(at seconds: Int64) {
    output.add(Self.tick(at: seconds * 1_000))
  }

  private func timer(_ name: String, due seconds: Int64) -> SetTimer {
    SetTimer(name: name, due: at(seconds))
  }

  private func id(_ event: String) -> Substring? {
    event.firstMatch(of: /"id":"([^"]*)"/)?.1
  }

  /// The events as they are written, without the braces around each.
  private func events() -> [String] {
    var copy = output
    return String(decoding: copy.take(), as: UTF8.self).split(separator: #"{"ph""#)
      .map { #""ph""# + $0.drop { $0 == "," } }
      .map { String($0.hasSuffix(",") ? $0.dropLast(2) : $0.dropLast()) }
  }

  private func spans() -> [String] {
    events().filter { $0.hasPrefix(#""ph":"b""#) || $0.hasPrefix(#""ph":"e""#) }
  }
}
