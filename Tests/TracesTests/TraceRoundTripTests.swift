import Diagnostics
import EventSourcing
import Simulation
import Testing
import Traces
import Turnstile

struct TraceRoundTripTests {
  private let trace = Trace<Turnstile>(
    header: .fixture, records: TurnstileRun.records(of: TurnstileRun.events))

  @Test func `what was written is read again`() throws {
    let bytes = encode(trace)
    let again = try Trace<Turnstile>(decoding: bytes, file: "t")
    #expect(again == trace)
    #expect(encode(again) == bytes)
  }

  @Test func `a trace is written byte for byte as documented`() throws {
    var small = trace
    small.records = Array(TurnstileRun.records(of: [.pushed]))
    small.records.append(
      .state(seq: 3, at: .sample, party: "device", hash: 0x00AB))
    small.records.append(.note(seq: 4, at: .sample, party: "device", text: "here"))
    let text = String(decoding: encode(small), as: UTF8.self)
    #expect(
      text == """
        {"pushtrace":1,"sdk":"turnstile","engine":"0.1.0","profile":"documents",\
        "readings":{"price":2,"patience":5000},"config":{"name":"gate","wait":30000},\
        "started":0}
        {"seq":1,"at":0,"event":"pushed","data":{}}
        {"seq":2,"at":0,"effect":"refuse","cause":1,\
        "data":{"reason":"closed","names":["gate","gate \\"0\\""]}}
        {"seq":3,"at":0,"state":"00000000000000ab"}
        {"seq":4,"at":0,"note":"here"}
        {"end":4,"hash":"\(hash(of: text))"}

        """)
  }

  @Test func `records of several parties name them`() throws {
    var two = trace
    two.records = TurnstileRun.records(of: TurnstileRun.events, party: "phone \"1\"")
    let bytes = encode(two)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""party":"phone \"1\"","event":"#))
    #expect(try Trace<Turnstile>(decoding: bytes, file: "t") == two)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1_000])
  func `the size of the pieces makes no difference`(step: Int) throws {
    let bytes = encode(trace)
    var reader = try TraceReader<Turnstile>(file: "t", source: byteSource(of: bytes, step: step))
    var records: [TurnstileRun.Record] = []
    while let line = try reader.next() {
      if let record = try reader.record(line) { records.append(record) }
    }
    #expect(records == trace.records)
    #expect(reader.ending.end == .sealed)
  }

  @Test func `lines longer than a piece are read`() throws {
    var long = trace
    long.records = TurnstileRun.records(of: [
      .cardShown(card: Card(number: "1", zones: [], owner: String(repeating: "ä", count: 90_000)))
    ])
    #expect(try Trace<Turnstile>(decoding: encode(long), file: "t") == long)
  }

  @Test func `invented events and effects are read as they were written`() throws {
    var inventor = Inventor(RandomStream(seed: 7, name: "traces"), now: .sample)
    var made = trace
    made.records = []
    for round in 0..<200 {
      let at = Instant(milliseconds: Int64(round))
      for sample in TurnstileEvent.samples {
        let event = inventor.invent(like: sample)
        let seq = Int64(made.records.count) + 1
        made.records.append(
          .event(RecordedEvent(seq: seq, at: at, party: "device", cause: nil, event: event)))
      }
      for sample in TurnstileEffect.samples {
        let effect = inventor.invent(like: sample)
        let seq = Int64(made.records.count) + 1
        made.records.append(
          .effect(RecordedEffect(seq: seq, at: at, party: "device", cause: 1, effect: effect)))
      }
    }
    #expect(try Trace<Turnstile>(decoding: encode(made), file: "t") == made)
  }

  private func hash(of text: String) -> String {
    let end = text.utf8.count - #"{"end":4,"hash":"0123456789abcdef"}"#.utf8.count - 1
    return Array(text.utf8.prefix(end)).withUnsafeBufferPointer { XXH64($0).text }
  }
}

extension TraceHeader<Turnstile> {
  static var fixture: TraceHeader {
    TraceHeader(
      sdk: "turnstile", readings: .sample, config: .sample, started: Instant(milliseconds: 0))
  }
}
