import Foundation
import JSON
import Replay
import Simulation
import SpecFormat
import Specs
import Systems
import TestFiles
import Testing
import Traces

@testable import PageEngine

struct PageEngineTests {
  // Those of the gallery drift.
  private static let traces = Project.files(below: "Traces", suffix: ".trace.jsonl")
    .filter { !$0.contains("cut-") && !$0.hasPrefix("Traces/Gallery/") }

  private static func bytes(_ trace: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Project.root.appending(path: trace)))
  }

  private let engine = PageEngine([
    PageSystem(MobilePushSystem.self), PageSystem(MobileEngageSystem.self),
  ])

  /// An engine holds on to the bytes of its trace: they are never freed here.
  private func open(_ bytes: [UInt8]) -> PageAnswer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 8)
    copy.copyBytes(from: bytes)
    return engine.open(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]))
  }

  private func ask(_ question: String) -> (status: PageAnswer.Status, text: String) {
    let answer = Array(question.utf8).withUnsafeBytes { engine.answer($0) }
    return (answer.status, String(decoding: answer.bytes, as: UTF8.self))
  }

  @Test func `an engine says its version and its sources before there is a trace`() {
    let known = PageEngine([], sources: "2292375742")
    let answer = Array(#"{"ask":"about"}"#.utf8).withUnsafeBytes { known.answer($0) }
    #expect(
      String(decoding: answer.bytes, as: UTF8.self)
        == #"{"version":"\#(engineVersion)","sources":"2292375742"}"#)
    #expect(ask(#"{"ask":"about"}"#).text.hasSuffix(#""sources":""}"#))
  }

  @Test(arguments: traces)
  func `what happens without changes is the recorded trace, byte for byte`(
    trace: String
  ) throws {
    let bytes = try PageEngineTests.bytes(trace)
    #expect(open(bytes).status == .answered)
    #expect(ask(#"{"ask":"whatif","as":"machine"}"#).status == .answered)
    let machine = ask(#"{"ask":"export","as":"trace","of":"machine"}"#).text
    #expect(machine == String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: traces)
  func `the spec of a trace is the one that the command has read back and run`(
    trace: String
  ) throws {
    func written<S: System>(_ system: S.Type, _ bytes: [UInt8]) throws -> String {
      let input = ReplayInput(file: trace, bytes: bytes)
      let title = recordingTitle(ofFile: trace)
      let writer = SpecWriter(AnySystem(system), strength: .effects)
      return try writer.checkedSpec(of: input, title: title) {
        SpecReader<S>(files: SpecFiles { _ in nil }).runs(of: $0, catalogue: nil)
      }.text
    }
    let bytes = try PageEngineTests.bytes(trace)
    #expect(open(bytes).status == .answered)
    let answer = ask("{\"ask\":\"export\",\"as\":\"spec\",\"file\":\"\(trace)\"}")
    #expect(answer.status == .answered)
    let isPush = trace.hasPrefix("Traces/mobilepush/")
    let written =
      try isPush
      ? written(MobilePushSystem.self, bytes) : written(MobileEngageSystem.self, bytes)
    #expect(answer.text == written)
  }

  @Test func `the spec of a changed trace says what would have happened`() throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    let question = #"{"ask":"export","as":"spec","of":"changed","file":"/x/new.trace.jsonl"}"#
    #expect(ask(question).status == .notUnderstood)
    #expect(
      ask(#"{"ask":"whatif","set":[{"seq":4,"path":"status","text":"500"}]}"#).status == .answered)
    let spec = ask(question).text
    #expect(spec.contains("feature: new\n"))
    #expect(spec.contains("- { status: 500, client_state: client-state-1 }\n"))
  }

  @Test func `where no spec can be written, the engine says why, as the command does`() throws {
    let bytes = try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl")
    let header = bytes.prefix { $0 != 0x0A } + [0x0A]
    let question = #"{"ask":"export","as":"spec","file":"new.trace.jsonl"}"#
    #expect(open(Array(header)).status == .answered)
    let empty = ask(question)
    #expect(empty.status == .refused)
    let reason = "no spec can be written of new.trace.jsonl: nothing happens in it from outside"
    #expect(empty.text == "{\"error\":\"\(reason)\"}")
    var input: [UInt8] = []
    _ = try addSnapshots(
      to: ReplayInput(file: "t", bytes: bytes), every: 5, as: MobileEngageSystem.self
    ) { input += $0 }
    var lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.contains("snapshot") })
    lines.removeSubrange(1..<first)
    #expect(open(Array(lines.joined(separator: "\n").utf8)).status == .answered)
    let headless = ask(question)
    #expect(headless.status == .refused)
    #expect(headless.text.contains("T438"))
  }

  @Test func `a request that fails instead leads to another trace, which replays`() throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    let set = #"{"ask":"whatif","set":[{"seq":4,"path":"status","text":"500"}]}"#
    #expect(ask(set).status == .answered)
    let changed = ask(#"{"ask":"export","as":"trace","of":"changed"}"#).text
    #expect(changed.contains(#""status":500"#))
    #expect(open(Array(changed.utf8)).status == .answered)
    #expect(ask(#"{"ask":"replay"}"#).text.contains(#""verdict":"ok""#))
  }

  @Test func `the records before a line that cannot be read are kept`() throws {
    var lines = String(
      decoding: try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"),
      as: UTF8.self
    ).split(separator: "\n")
    lines[9] = "{<script>"
    #expect(open(Array(lines.joined(separator: "\n").utf8)).status == .answered)
    #expect(ask(#"{"ask":"overview"}"#).text.contains(#""count":8"#))
    #expect(ask(#"{"ask":"head"}"#).text.contains("T413"))
    #expect(ask(#"{"ask":"replay"}"#).text.contains(#""verdict":"invalid""#))
  }

  @Test(arguments: [
    "", "{}\n", "{\"pushtrace\":1,\"sdk\":\"other\"}\n", "\u{0}\u{1}", "[[[[", "\n\n\n",
  ])
  func `what is no trace of these machines is refused`(text: String) {
    let answer = open(Array(text.utf8))
    #expect(answer.status == .refused)
    #expect(String(decoding: answer.bytes, as: UTF8.self).contains(#""severity":"error""#))
    #expect(ask(#"{"ask":"head"}"#).status == .notUnderstood)
  }

  @Test(arguments: [
    "", "no JSON", "{}", #"{"ask":"nothing"}"#, #"{"ask":"rows"}"#,
    #"{"ask":"moment","row":99999999999999999999}"#, #"{"ask":"moment","row":-1}"#,
    #"{"ask":"overview","of":"nothing"}"#, #"{"ask":"whatif","as":"recorded"}"#,
    #"{"ask":"whatif","skip":["a"]}"#, #"{"ask":"variants","profiles":["documents"]}"#,
    #"{"ask":"export","as":"poem"}"#, #"{"ask":"whynot","effect":"x","party":"device"}"#,
  ])
  func `a question that makes no sense is not understood`(question: String) throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    #expect(ask(question).status == .notUnderstood)
  }

  @Test func `a change that cannot be made is refused with the command's finding`() throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    let answer = ask(#"{"ask":"whatif","skip":[999]}"#)
    #expect(answer.status == .refused)
    #expect(answer.text.contains("T440"))
  }

  @Test(arguments: [
    ("contact-token-1", true), ("CONTACT-TOKEN-1", true), ("no such text", false), ("", false),
    ("name:app_launched", true), ("no_such_field:1", false),
  ])
  func `a text is found in what is shown of records`(text: String, isThere: Bool) throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    let rows = ask("{\"ask\":\"find\",\"text\":\"\(text)\",\"from\":0,\"count\":99}").text
    #expect((rows != "[]") == isThere)
  }

  @Test func `a search goes over the rows that are asked for`() throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    let rows = ask(#"{"ask":"find","text":"device","from":2,"count":3}"#).text
    #expect(rows == "[2,3,4]")
  }

  @Test(arguments: traces)
  func `a branch from the end without steps is the trace, byte for byte`(trace: String) throws {
    let bytes = try PageEngineTests.bytes(trace)
    #expect(open(bytes).status == .answered)
    let answer = ask(#"{"ask":"branch","of":"recorded","seq":9007199254740991,"steps":[]}"#)
    #expect(answer.status == .answered, "\(answer.text.prefix(300))")
    #expect(answer.text.contains(#""kind":"app""#))
    let branch = ask(#"{"ask":"export","as":"trace","of":"branch"}"#).text
    #expect(branch == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `rows beyond the trace are none`() throws {
    _ = open(try PageEngineTests.bytes("Traces/mobile_engage/first-start.trace.jsonl"))
    for from in ["22", "-5", "9223372036854775807"] {
      let rows = ask("{\"ask\":\"rows\",\"from\":\(from),\"count\":9223372036854775807}")
      #expect(rows.status == .answered)
      #expect((rows.text == "[]") == (from != "-5"))
    }
  }
}
