import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

struct DamageTests {
  private static let header =
    #"{"pushtrace":1,"sdk":"turnstile","engine":"0.1.0","profile":"documents","started":0}"#

  @Test(arguments: [
    ("", "T410", "1:1"),
    ("{}", "T410", "1:1"),
    ("hello", "T410", "1:1"),
    (#"{"pushtrace":2,"new":true}"#, "T411", "1:14"),
    (#"{"pushtrace":1,"sdk":"gate","started":0}"#, "T412", "1:22"),
    (#"{"pushtrace":1,"sdk":"turnstile","profile":"ios","started":0}"#, "T412", "1:44"),
    (#"{"pushtrace":1,"sdk":"turnstile","starts":0}"#, "T414", "1:35"),
    (#"{"pushtrace":1,"sdk":"turnstile"}"#, "T415", "1:1"),
    (#"{"pushtrace":1,"sdk":"turnstile","started":0,"readings":{"prize":1}}"#, "T414", "1:59"),
    (#"{"pushtrace":1,"sdk":"turnstile","started":0,"readings":{"price":1.5}}"#, "T415", "1:66"),
    (#"{"pushtrace":1,"sdk":"turnstile","started":0,"readings":{"price":-1}}"#, "T415", "1:66"),
    (
      #"{"pushtrace":1,"sdk":"turnstile","started":0,"readings":{"patience":"-5s"}}"#, "T415",
      "1:69"
    ),
  ])
  func `a header that does not fit is refused at its place`(
    text: String, code: String, place: String
  ) {
    let error = #expect(throws: Diagnostic.self) { try read(text) }
    #expect(error?.code.id == code)
    #expect(error?.place?.description == "t:\(place)")
  }

  @Test(arguments: [
    (#"{"seq":1,"at":0,"event":"pushd","data":{}}"#, "T414", "2:26"),
    (#"{"seq":1,"at":0,"effect":"opn","data":{}}"#, "T414", "2:27"),
    (#"{"seq":1,"at":0,"event":"pushed","data":{"x":1}}"#, "T414", "2:43"),
    (#"{"seq":1,"at":0,"event":"pushed","dat":{}}"#, "T414", "2:35"),
    (#"{"seq":1,"at":0,"effect":"refuse","data":{"reason":"close","names":[]}}"#, "T414", "2:53"),
    (#"{"seq":1,"at":0,"effect":"refuse","data":{"reason":"closed"}}"#, "T415", "2:42"),
    (#"{"seq":1,"at":0,"effect":"open","data":{"for":"a","for":"b"}}"#, "T413", "2:52"),
    (#"{"seq":1,"at":0,"effect":"open","data":{"for":7}}"#, "T415", "2:47"),
    (#"{"seq":1,"at":0,"effect":"open","data":{"for":"é","x":"é"}}"#, "T414", "2:52"),
    (#"{"seq":1,"at":0,"effect":"set_timer","data":{"due":1.0}}"#, "T415", "2:52"),
    (#"{"seq":1,"at":0,"effect":"set_timer","data":{"due":9223372036854775808}}"#, "T415", "2:52"),
    (#"{"seq":1,"at":0,"event":"pushed","data":{},}"#, "T413", "2:44"),
    (
      #"{"seq":1,"at":0,"event":"readings_set","data":{"profile":"docments","readings":{"price":2,"#
        + #""patience":5000}}}"#, "T414", "2:47"
    ),
    (
      #"{"seq":1,"at":0,"event":"card_checked","data":{"check":1,"status":2,"extras":{"b":"1","#
        + #""a":"2","b":"3"}}}"#, "T413", "2:96"
    ),
    (
      #"{"seq":1,"at":0,"event":"card_checked","data":{"check":1,"status":2,"extras":{"b":"1","#
        + #""a":"2","a":"3","b":[]}}}"#, "T413", "2:96"
    ),
    (
      #"{"seq":1,"at":0,"event":"card_checked","data":{"check":1,"status":2,"extras":{"b":"1","#
        + #""a":"2","b":[]}}}"#, "T413", "2:96"
    ),
    (
      #"{"seq":1,"at":0,"event":"card_checked","data":{"check":1,"status":2,"extras":{"b":"1","#
        + #""a":[],"b":"3"}}}"#, "T415", "2:91"
    ),
    (#"{"seq":1,"at":0}"#, "T415", "2:1"),
    (#"{"seq":1,"event":"pushed","data":{}}"#, "T415", "2:1"),
    (#"{"seq":1,"at":0,"event":"pushed","effect":"open","data":{}}"#, "T415", "2:44"),
    (#"{"seq":1,"at":0,"state":"12"}"#, "T415", "2:26"),
    ("hello", "T413", "2:1"),
    ("", "T413", "2:1"),
    ("{\"seq\":1,\"at\":0,\"note\":\"a\u{1}\"}", "T413", "2:26"),
  ])
  func `a line that does not fit is refused at its place`(
    line: String, code: String, place: String
  ) {
    let error = #expect(throws: Diagnostic.self) {
      try read(DamageTests.header + "\n" + line + "\n")
    }
    #expect(error?.code.id == code)
    #expect(error?.place?.description == "t:\(place)")
  }

  @Test func `a typo is answered with the nearest name`() {
    let line = #"{"seq":1,"at":0,"event":"coin_insertd","data":{}}"#
    let error = #expect(throws: Diagnostic.self) { try read(DamageTests.header + "\n" + line) }
    #expect(error?.message == "unknown event 'coin_insertd'")
    #expect(error?.labels.first?.text == "did you mean 'coin_inserted'?")
  }

  @Test func `time that goes back is refused`() {
    let error = #expect(throws: Diagnostic.self) {
      try read(
        DamageTests.header + "\n" + #"{"seq":1,"at":5,"event":"pushed"}"# + "\n"
          + #"{"seq":2,"at":4,"event":"pushed"}"# + "\n")
    }
    #expect(error?.code.id == "T416")
    #expect(error?.place?.line == 3)
  }

  @Test func `bytes that are not UTF-8 are refused, not repaired`() {
    let bytes = Array((DamageTests.header + "\n" + #"{"seq":1,"at":0,"note":"a"#).utf8)
    let error = #expect(throws: Diagnostic.self) {
      try Trace<Turnstile>(decoding: bytes + [0xFF] + Array("\"}\n".utf8), file: "t")
    }
    #expect(error?.place?.description == "t:2:26")
  }

  @Test func `numbers that jump and repeat are damage and no error`() throws {
    let trace = try read(
      DamageTests.header + "\n"
        + [1, 3, 3].map { #"{"seq":\#($0),"at":0,"event":"pushed"}"# + "\n" }.joined()
        + #"{"end":4,"hash":"0123456789abcdef"}"# + "\n")
    #expect(trace.records.map(\.seq) == [1, 3, 3])
    #expect(trace.ending.damage.map(\.place?.line) == [3, 4, 5, 5])
    guard case .wrongHash = trace.ending.end else {
      Issue.record("\(trace.ending.end)")
      return
    }
  }

  @Test func `the finding about a wrong hash says that lines end with CRLF`() throws {
    let text = DamageTests.header + "\r\n" + #"{"end":0,"hash":"0123456789abcdef"}"# + "\r\n"
    let damage = try #require(try read(text).ending.damage.first)
    #expect(damage.message.hasSuffix("the lines end with CRLF here, and those of a trace with LF"))
    #expect(damage.notes == [#"help: tr -d '\r' < t restores them"#])
  }

  @Test func `nothing may follow the end`() {
    let end = #"{"end":0,"hash":"0123456789abcdef"}"# + "\n"
    let error = #expect(throws: Diagnostic.self) {
      try read(DamageTests.header + "\n" + end + end)
    }
    #expect(error?.code.id == "T417")
  }

  @Test func `the last line may lack its line end when it is whole`() throws {
    let line = #"{"seq":1,"at":0,"event":"pushed"}"#
    let whole = try read(DamageTests.header + "\n" + line)
    #expect(whole.records.count == 1)
    let cut = try read(DamageTests.header + "\n" + line.dropLast())
    #expect(cut.records.isEmpty)
    #expect(cut.ending.end == .cut(lastLine: 1))
  }

  @Test func `a lenient reader counts what it does not know`() throws {
    let lines = [
      #"{"seq":1,"at":0,"event":"danced","data":{}}"#,
      #"{"seq":2,"at":0,"event":"pushed","data":{"x":1}}"#,
      #"{"seq":3,"at":0,"effect":"refuse","data":{"reason":"tired","names":[]}}"#,
    ]
    let text = ([DamageTests.header] + lines).joined(separator: "\n") + "\n"
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t", lenient: true)
    #expect(trace.records.map(\.seq) == [2])
    #expect(trace.ending.passedOver.map(\.place?.line) == [2, 3, 4])
    #expect(trace.ending.passedOver.allSatisfy { $0.severity == .warning })
  }

  @Test func `a lenient reader keeps what stands beside an unknown name`() throws {
    let text =
      #"{"pushtrace":1,"sdk":"turnstile","engine":"0.1.0","started":0,"host":"x"}"# + "\n"
      + #"{"seq":1,"at":0,"thread":5,"event":"pushed","data":{}}"# + "\n"
      + #"{"seq":2,"at":0,"event":"pushed","data":{},"thread":5}"# + "\n"
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t", lenient: true)
    #expect(trace.records.map(\.seq) == [1, 2])
    #expect(trace.ending.damage.isEmpty)
    #expect(trace.ending.passedOver.map(\.place?.line) == [1, 2, 3])
  }

  @Test func `a lenient reader passes over any number of lines that it does not know`() throws {
    let line = #"{"seq":1,"at":0,"dance":"tango"}"# + "\n"
    let text = DamageTests.header + "\n" + String(repeating: line, count: 8_000)
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t", lenient: true)
    #expect(trace.records.isEmpty)
    #expect(trace.ending.passedOver.count == 100)
  }

  @Test func `the system is known from the first line alone`() throws {
    let bytes = Array((DamageTests.header + "\nwhatever").utf8)
    #expect(try traceSystem(file: "t", source: byteSource(of: bytes)) == "turnstile")
  }

  @discardableResult
  private func read(_ text: String) throws -> Trace<Turnstile> {
    let defaults = TraceDefaults<Turnstile>(
      sdk: "turnstile", profiles: [("documents", .sample)], config: .sample)
    return try Trace(decoding: Array(text.utf8), file: "t", defaults: defaults)
  }
}
