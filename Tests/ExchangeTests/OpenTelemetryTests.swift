import EventSourcing
import JSON
import Testing
import Traces

@testable import Exchange

/// Logs and spans of other programs in OTLP/JSON.
struct OpenTelemetryTests {
  @Test(arguments: [
    Value.null, .boolean(true), .integer(.min), .text("a \"b\""), .list([.integer(1), .text("x")]),
    .list([]), .fields([]),
    .fields([
      Value.Field(name: "a.b", value: .list([.fields([Value.Field(name: "c", value: .null)])]))
    ]),
  ])
  func `a value is the same after it was an AnyValue`(value: Value) throws {
    var json = JSONOutput()
    json.object { $0.openTelemetryMember("body", value) }
    let tree = try JSONTree(json.bytes)
    #expect(try tree.openTelemetryMember("body") == JSONTree(value))
  }

  @Test func `a double and bytes stay as they are written`() {
    #expect(read(#"{"doubleValue":1.5}"#) == .number("1.5"))
    #expect(read(#"{"bytesValue":"AA=="}"#) == .text("AA=="))
    #expect(read("{}") == .null)
  }

  @Test func `a log record is taken by its event name`() throws {
    let log = logs(
      #"{"timeUnixNano":"1000000","eventName":"pushtrace.event.door_opened","body":{"kvlistValue":"#
        + #"{"values":[{"key":"by","value":{"stringValue":"ann"}}]}},"attributes":[{"key":"#
        + #""pushtrace.seq","value":{"intValue":"7"}},{"key":"pushtrace.cause","#
        + #""value":{"intValue":"6"}}]}"#)
    let record = try #require(log.lines.first?.record)
    #expect(record.kind == .event)
    #expect(record.name == "door_opened")
    #expect(record.at.milliseconds == 1)
    #expect(record.party == "phone")
    #expect((record.id, record.cause) == ("7", "6"))
    #expect(record.data == .object([JSONTree.Member("by", .text("ann"))]))
  }

  @Test func `the observed time serves where there is no other, and zero is none`() {
    let name =
      #""eventName":"pushtrace.note","body":{"kvlistValue":{"values":[{"key":"text","#
      + #""value":{"stringValue":"x"}}]}}"#
    func at(_ times: String) -> Int64? {
      logs("{\(times)\(name)}").lines.first?.record.at.milliseconds
    }
    #expect(at(#""timeUnixNano":"0","observedTimeUnixNano":"5000000","#) == 5)
    #expect(at(#""timeUnixNano":"2000000","observedTimeUnixNano":"5000000","#) == 2)
    #expect(at(#""timeUnixNano":"0","#) == nil)
  }

  @Test(arguments: [
    (#"{"eventName":"tick","timeUnixNano":"1"}"#, "a log record called 'tick'"),
    (#"{"body":{"stringValue":"x"},"timeUnixNano":"1"}"#, "a log record without a name"),
  ])
  func `log records of other programs are passed over by name`(record: String, reason: String) {
    #expect(logs(record).others.map(\.problem.reason) == [reason])
  }

  @Test func `spans of ours repeat what log records say, and others are passed over`() {
    func spans(_ scope: String) -> ForeignLog {
      file(
        #"{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"\#(scope)"},"spans":[{"name":"ask","#
          + #""startTimeUnixNano":"1","events":[{"name":"retry","timeUnixNano":"2"}]}]}]}]}"#)
    }
    #expect(spans("pushtrace").others.isEmpty)
    #expect(
      spans("http").others.map(\.problem.reason)
        == ["a span called 'ask'", "an event of a span called 'retry'"])
  }

  @Test func `a document of anything else is named`() {
    let log = file(#"{"resourceMetrics":[]}"# + "\nnoise\n")
    #expect(log.others.map(\.problem.reason) == ["neither logs nor spans of OTLP/JSON", "no JSON"])
    #expect(log.others.map(\.place.line) == [1, 2])
  }

  // MARK: - Helpers

  private func read(_ text: String) -> JSONTree? {
    (try? JSONTree(Array(text.utf8))).flatMap { try? JSONTree(openTelemetry: $0) }
  }

  private func logs(_ record: String) -> ForeignLog {
    file(
      #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.instance.id","#
        + #""value":{"stringValue":"phone"}}]},"scopeLogs":[{"logRecords":[\#(record)]}]}]}"#)
  }

  private func file(_ text: String) -> ForeignLog {
    readOpenTelemetry(Array(text.utf8), file: "log", nil)
  }
}
