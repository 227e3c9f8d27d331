import CommandTesting
import Systems
import Testing

/// The effects of a proof where the trace has something beside what the machine orders.
struct MinimizedContentTests {
  private let folder = TemporaryFolder()

  @Test func `a request too many has the number that follows, and so has the next`() async throws {
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 7, count: 400)
    let fetch = #""effect":"fetch_inbox_messages""#
    let place = try #require(lines.lastIndex { $0.contains(fetch) })
    let request = try #require(number("request", in: lines[place]))
    let seq = try #require(number("seq", in: lines[place]))
    let again = lines[place].replacing("\"seq\":\(seq)", with: "\"seq\":\(seq + 1)")
      .replacing("\"request\":\(request)", with: "\"request\":\(request + 1)")
    lines = Array(lines[...place]) + [again]
    let small = try await folder.minimized(lines)
    let requests = small.filter { $0.contains("\"effect\"") }
      .compactMap { number("request", in: $0) }
    #expect(requests == Array(1...Int64(requests.count)), "\(small.joined(separator: "\n"))")
    #expect(requests.count < 12)
  }

  @Test func `an element that is there twice is a drift with a proof`() async throws {
    let path = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"
    var lines = try Project.lines(of: path)
    let place = try #require(lines.firstIndex { $0.contains("\"effect\":\"send_events\"") })
    let event = try #require(lines[place].firstMatch(of: /"events":\[(\{[^}]*\})/)?.1)
    let entry = try #require(number("entry", in: String(event)))
    let second = event.replacing("\"entry\":\(entry)", with: "\"entry\":\(entry + 1)")
    lines[place].replace(event, with: "\(event),\(second)", maxReplacements: 1)
    let small = try await folder.minimized(Array(lines[...place]))
    let last = try #require(small.last { $0.contains("\"effect\":\"send_events\"") })
    #expect(last.contains("\"entry\":1,") && last.contains("\"entry\":2,"), "\(last)")
  }

  /// A listener that was removed stands in no state: the event that named it has to stay.
  @Test func `what an event has named is named in the proof`() async throws {
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 7, count: 400)
    let sent = try #require(lines.lastIndex { $0.contains("\"effect\":\"send_registration\"") })
    let seq = try #require(number("seq", in: lines[sent]))
    let at = try #require(number("at", in: lines[sent]))
    let cause = try #require(number("cause", in: lines[sent]))
    let body = try #require(lines[sent].firstMatch(of: /"body":(\{.*\})\}\}$/)?.1)
    let added = try #require(
      lines[..<sent].lastIndex { $0.contains("\"event\":\"custom_event_tracked\"") })
    let (name, other) = (
      "\"event\":\"custom_event_tracked\",\"data\":",
      "\"event\":\"registration_listener_removed\",\"data\":"
    )
    let head = try #require(lines[added].firstRange(of: name))
    lines[added] = lines[added][..<head.lowerBound] + other + "{\"listener\":\"gone\"}}"
    let notification =
      "{\"seq\":\(seq + 1),\"at\":\(at),\"effect\":\"notify_registration_listener\","
      + "\"cause\":\(cause),\"data\":{\"listener\":\"gone\",\"registration\":\(body)}}"
    let small = try await folder.minimized(Array(lines[...sent]) + [notification])
    #expect(
      small.contains { $0.contains("registration_listener_removed") },
      "\(small.joined(separator: "\n"))")
  }

  /// Each attribute waits for a timer, and an SDK that names no causes loses the last timer.
  @Test func `answers and timers without causes go with what they follow from`() async throws {
    let login = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    let starts = login.compactMap { $0.firstMatch(of: /"event":"app_launched".*/) }
    var inputs = [(0, String(try #require(starts.first).0))]
    for request in 1...4 { inputs.append((0, answer(to: request))) }
    inputs.append((0, #""event":"device_token_received","data":{"token":"t"}}"#))
    for number in 0..<12 {
      inputs.append((60, #""event":"timer_fired","data":{"timer":"registration"}}"#))
      inputs.append((0, answer(to: 5 + number)))
      inputs.append(
        (61, #""event":"attribute_set","data":{"key":"k\#(number % 3)","value":"v\#(number)"}}"#))
    }
    var now = 1_767_603_600_000
    var lines = [#"{"pushtrace":1,"sdk":"mobilepush","started":\#(now)}"#]
    for (index, (seconds, event)) in inputs.enumerated() {
      now += seconds * 1_000
      lines.append(#"{"seq":\#(index + 1),"at":\#(now),\#(event)"#)
    }
    let recorded = try folder.write(lines, "recorded")
    try await CommandRun("replay --rerecord \(recorded)").exits(0)
    lines = try Project.lines(of: recorded)
    let lost = try #require(lines.lastIndex { $0.contains("timer_fired") })
    lines.remove(at: lost)
    #expect(!lines.contains { $0.contains("timer_fired") && $0.contains("cause") })
    let small = try await folder.minimized(lines)
    // The first launch, the other attributes together, one timer with its answer, the last one.
    #expect(
      small.count { $0.contains("\"event\"") } <= 8, "\(small.joined(separator: "\n"))")
  }

  private func answer(to request: Int) -> String {
    #""event":"response_received","data":{"request":\#(request),"status":200}}"#
  }

  private func number(_ name: String, in line: String) -> Int64? {
    line.firstRange(of: "\"\(name)\":").flatMap {
      Int64(line[$0.upperBound...].prefix { $0.isNumber })
    }
  }
}
