import EventSourcing
import Replay
import Reports
import Testing
import Traces

@testable import Timeline

struct TimelineTextTests {
  @Test func `each party has a lane, and causes cross them`() {
    let expected = """
      t: turnstile, profile documents
      10 records of 2 parties over 2h; 0s is 1970-01-01T00:00:00Z

                       phone
         time  record  │  server
           0s       1  ●     phone   opened  from: icon
                    2  ○     phone     ask  request: 1
        100ms       3  ├─▶●  server  asked ← 2 +100ms
                    4  │  ○  server    reply
                    5  │  ·  server    remember
        200ms       6  ●◀─┤  phone   answered ← 4 +100ms
                    7  ·  │  phone     wait
                       ┊  ┊  59m59s900ms later
      1h100ms       8  │  ●  server  remembered ← 5 +1h
                       ┊     59m59s900ms later
           2h       9  ●     phone   waited ← 7 +1h59m59s800ms
                   10  ○     phone     ask

      """
    #expect(Timelines.exchange.text() == expected)
  }

  @Test func `a narrow terminal loses fields and the column of names, and no name of a record`() {
    let text = Timelines.exchange.text(width: 50)
    #expect(text.contains("●     opened  from: icon\n"))
    for line in text.split(separator: "\n").dropFirst(2) { #expect(line.count <= 50) }
  }

  @Test func `more parties than lanes fit stand in a column alone`() {
    var timeline = Timelines()
    for number in 0..<20 { timeline.add("opened", of: "phone-\(number)") }
    let text = timeline.text(width: 80)
    #expect(text.contains("\n          20  phone-19  opened\n"), "\(text)")
    #expect(!text.contains("●"))
  }

  @Test func `whole fields are shown, long ones by their size, and the rest by an ellipsis`() {
    var timeline = Timelines()
    let long = Value.list((0..<40).map { .integer($0) })
    timeline.add("opened", fields: [("first", .integer(1)), ("all", long), ("last", .text("abc"))])
    #expect(timeline.text(width: 60).contains("opened  first: 1, all: [40 items], …\n"))
    #expect(timeline.text(width: 70).contains("opened  first: 1, all: [40 items], last: abc\n"))
  }

  @Test func `instants are written by the calendar where that is asked for`() {
    let text = Timelines.exchange.text(TimelineFilter(), .iso)
    #expect(text.contains("1970-01-01T00:00:00.100Z       3  "))
  }

  @Test func `names and values stay text`() {
    var timeline = Timelines()
    let hostile = "\u{1B}[2J\n\u{202E}x"
    timeline.add(hostile, of: hostile, fields: [(hostile, .text(hostile))])
    timeline.add("note", .note, of: "phone", fields: [("text", .text(hostile))])
    let text = timeline.text()
    let controls = text.unicodeScalars.filter { $0 != "\n" && $0.value < 0x20 }
    #expect(controls.isEmpty)
    #expect(!text.contains("\u{202E}"))
    #expect(text.split(separator: "\n").count == 6)
  }
}
