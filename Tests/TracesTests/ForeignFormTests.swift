import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

struct ForeignFormTests {
  @Test(arguments: Rewriting.allCases)
  func `order, spacing and escapes make no difference`(rewriting: Rewriting) throws {
    let trace = Trace<Turnstile>(
      header: .fixture, records: TurnstileRun.records(of: TurnstileRun.events))
    let lines = String(decoding: encode(trace), as: UTF8.self).split(separator: "\n")
    var rewriter = Rewriter(rewriting: rewriting)
    let foreign = lines.map { rewriter.rewrite(Array($0.utf8)) + "\n" }.joined()
    #expect(Array(foreign.utf8) != encode(trace))
    let again = try Trace<Turnstile>(decoding: Array(foreign.utf8), file: "t")
    #expect(again.records == trace.records)
    #expect(again.header == trace.header)
  }

  @Test(arguments: ["abcde", "edcba", "bdcea", "e"])
  func `the names of a map may stand in any order`(names: String) throws {
    let members = names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",")
    let text = """
      {"pushtrace":1,"sdk":"turnstile","started":5,"readings":{}}
      {"seq":1,"at":6,"event":"card_checked","data":{"check":1,"status":2,"extras":{\(members)}}}

      """
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t")
    guard case .event(let event)? = trace.records.first,
      case .cardChecked(_, _, let extras) = event.event
    else {
      Issue.record("another event")
      return
    }
    #expect(extras.entries.map(\.key) == names.sorted().map { String($0) })
    #expect(extras.entries.allSatisfy { $0.key == $0.value.text })
  }

  @Test func `what stands behind the data of a line belongs to it`() throws {
    let text = """
      {"pushtrace":1,"sdk":"turnstile","started":5,"readings":{}}
      {"seq":1,"at":6,"event":"pushed","party":"north"}
      {"seq":2,"at":6,"event":"card_checked","data":{"check":1,"status":2,"extras":{}},"party":"n"}
      {"seq":3,"at":6,"effect":"set_timer","data":{"due":9},"party":"north","cause":1}
      {"seq":4,"at":6,"effect":"set_timer","data":{"due":9},"cause":1}

      """
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t")
    #expect(trace.records.map(\.party) == ["north", "n", "north", "device"])
    let causes = trace.records.compactMap { record in
      if case .effect(let effect) = record { effect.cause } else { nil }
    }
    #expect(causes == [1, 1])
  }

  @Test func `members with standard values may be left out`() throws {
    let text = """
      {"pushtrace":1,"sdk":"turnstile","started":5,"readings":{"patience":"15m"}}
      {"seq":1,"at":6,"event":"pushed"}
      {"seq":2,"at":6,"effect":"cancel_timer"}
      {"seq":3,"at":7,"event":"coin_inserted","data":{"donor":null,"remark":12}}
      """
    let defaults = TraceDefaults<Turnstile>(
      sdk: "turnstile",
      profiles: [("documents", TurnstileReadings(price: 7, patience: .zero))],
      config: TurnstileConfig(name: "north", wait: .zero))
    let trace = try Trace<Turnstile>(decoding: Array(text.utf8), file: "t", defaults: defaults)
    #expect(trace.header.readings == TurnstileReadings(price: 7, patience: .minutes(15)))
    #expect(trace.header.config.name == "north")
    #expect(trace.header.profile == "documents")
    #expect(
      trace.records == [
        .event(RecordedEvent(seq: 1, at: .init(milliseconds: 6), party: "device", event: .pushed)),
        .effect(
          RecordedEffect(
            seq: 2, at: .init(milliseconds: 6), party: "device", cause: 1, effect: .cancelTimer)),
        .event(
          RecordedEvent(
            seq: 3, at: .init(milliseconds: 7), party: "device",
            event: .coinInserted(value: 1, donor: Nullable(nil), remark: "12"))),
      ])
    #expect(trace.ending.end == .cut(lastLine: 4))
  }
}

/// The ways in which another writer may set the same JSON.
enum Rewriting: CaseIterable {
  case spaces, reversed, escaped, reversedAndSpaced
}

/// Sets a line of our writer in another form; it knows as much of JSON as these lines use.
struct Rewriter {
  let rewriting: Rewriting
  private var bytes: [UInt8] = []
  private var position = 0

  init(rewriting: Rewriting) { self.rewriting = rewriting }

  mutating func rewrite(_ line: [UInt8]) -> String {
    bytes = line
    position = 0
    return value()
  }

  private var space: String {
    rewriting == .spaces || rewriting == .reversedAndSpaced ? " \t" : ""
  }

  private mutating func value() -> String {
    switch bytes[position] {
    case UInt8(ascii: "{"):
      var members = list(until: "}") { rewriter in
        let name = rewriter.string()
        rewriter.position += 1
        return name + rewriter.space + ":" + rewriter.space + rewriter.value()
      }
      if rewriting == .reversed || rewriting == .reversedAndSpaced { members.reverse() }
      return "{" + space + members.joined(separator: space + "," + space) + space + "}"
    case UInt8(ascii: "["):
      let elements = list(until: "]") { $0.value() }
      return "[" + space + elements.joined(separator: space + "," + space) + space + "]"
    case UInt8(ascii: "\""): return string()
    default:
      let start = position
      while !",]}".utf8.contains(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }

  private mutating func list(
    until close: Unicode.Scalar, _ element: (inout Rewriter) -> String
  ) -> [String] {
    position += 1
    var result: [String] = []
    while bytes[position] != UInt8(ascii: close) {
      if bytes[position] == UInt8(ascii: ",") { position += 1 }
      result.append(element(&self))
    }
    position += 1
    return result
  }

  private mutating func string() -> String {
    let start = position
    position += 1
    while bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    let raw = String(decoding: bytes[start..<position], as: UTF8.self)
    guard rewriting == .escaped, !raw.contains("\\") else { return raw }
    let escaped = raw.dropFirst().dropLast().utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + escaped.joined() + "\""
  }
}
