import EventSourcing
import JSON
import Replay
import Reports
import Simulation
import Traces

/// Writes records as Chrome's trace events: parties as processes, records as instants, requests and
/// timers as spans, and the effects that each gate holds back as a counter.
struct TraceEvents {
  private(set) var count: Int64 = 0
  private var json = JSONOutput(escapingInvisible: true)
  /// The instant from which times are counted: readers keep nanoseconds in 64 bits, 292 years.
  private var zero: Instant?
  private var last = Instant.distantPast
  // A world may have a hundred thousand devices: nothing looks for one of them in an array.
  private var places: [String: Int] = [:]
  private var threads: [Set<ErasedRecord.Kind>] = []
  private var timers: [[Timer]] = []
  private var timerCount: Int64 = 0
  private var requests: [RequestID: Span] = [:]
  private var bars = GateBars()

  /// Something that takes time, with a number that no other of its category has.
  private struct Span {
    var category: String
    var name: String
    var id: Int64
    var party: Int
  }

  private struct Timer {
    var span: Span
    var due: Instant
  }

  var pending: Int { json.pending }

  mutating func take() -> [UInt8] { json.take() }

  /// Writes a record, and the beginning or the end of a request.
  mutating func add(_ shown: TimelineRecord) {
    let record = shown.record
    if zero == nil { zero = record.at }
    last = record.at
    let party = place(of: record.party)
    let thread = thread(of: record.kind, party)
    event("i", record.name, party, at: record.at) { json in
      json.member("tid", thread)
      json.member("s", "t")
      json.object("args") { arguments in
        arguments.member("seq", record.seq)
        if let cause = record.cause { arguments.member("cause", cause) }
        arguments.member("data") { $0.element(record.fields) }
      }
    }
    switch shown.part {
    case .request(let key):
      let span = Span(category: "request", name: record.name, id: record.seq, party: party)
      requests[key] = span
      write("b", span, at: record.at, "request", key.number)
    case .answer(let key):
      guard let span = requests.removeValue(forKey: key) else { return }
      write("e", span, at: record.at, "answer", record.seq)
    case .message, .timer, .internal, .other: break
    }
  }

  /// Ends the spans of timers that an event has taken away, and begins those of new ones.
  mutating func update(timers set: [SetTimer], of name: String) {
    let party = place(of: name)
    var kept: [Timer] = []
    for timer in timers[party] {
      if set.contains(where: { $0.name == timer.span.name && $0.due == timer.due }) {
        kept.append(timer)
      } else {
        write("e", timer.span, at: last, "due", timer.due.milliseconds)
      }
    }
    for timer in set where !kept.contains(where: { $0.span.name == timer.name }) {
      timerCount += 1
      let span = Span(category: "timer", name: timer.name, id: timerCount, party: party)
      write("b", span, at: last, "due", timer.due.milliseconds)
      kept.append(Timer(span: span, due: timer.due))
    }
    timers[party] = kept
  }

  /// Notes the gates that hold effects back after an event.
  mutating func update(_ held: [HeldEffect], of name: String, row: Int64) {
    bars.update(held, of: place(of: name), at: last, row: Int(row))
  }

  /// Writes the counters of all gates, as far as the trace goes.
  mutating func finish() {
    for count in bars.counts(until: last) {
      event("C", count.gate, count.party, at: count.at) { json in
        json.object("args") { $0.member("effects held back", Int64(count.held)) }
      }
    }
  }

  // MARK: - Names

  private mutating func place(of party: String) -> Int {
    if let place = places[party] { return place }
    places[party] = threads.count
    threads.append([])
    timers.append([])
    name("process_name", party, threads.count - 1, thread: 0)
    return threads.count - 1
  }

  /// Each kind of record has a thread of its own.
  private mutating func thread(of kind: ErasedRecord.Kind, _ party: Int) -> Int64 {
    let number = Int64(ErasedRecord.Kind.allCases.firstIndex(of: kind) ?? 0) + 1
    if threads[party].insert(kind).inserted {
      name("thread_name", "\(kind.rawValue)s", party, thread: number)
    }
    return number
  }

  private mutating func name(_ what: String, _ name: String, _ party: Int, thread: Int64) {
    event("M", what, party, at: zero ?? last) { json in
      json.member("tid", thread)
      json.object("args") { $0.member("name", name) }
    }
  }

  // MARK: - Events

  private mutating func write(
    _ phase: String, _ span: Span, at instant: Instant, _ argument: String, _ value: Int64
  ) {
    event(phase, span.name, span.party, at: instant) { json in
      json.member("cat", span.category)
      json.member("id", "\(span.category)-\(span.id)")
      json.object("args") { $0.member(argument, value) }
    }
  }

  private mutating func event(
    _ phase: String, _ name: String, _ party: Int, at instant: Instant,
    _ body: (inout JSONOutput) -> Void
  ) {
    count += 1
    let milliseconds = (instant - (zero ?? instant)).milliseconds
    json.object { json in
      json.member("ph", phase)
      json.member("name", name)
      json.member("pid", Int64(party) + 1)
      // Microseconds, as digits: they may be more than an integer of 64 bits holds.
      json.member("ts", json: milliseconds == 0 ? "0" : "\(milliseconds)000")
      body(&json)
    }
  }
}
