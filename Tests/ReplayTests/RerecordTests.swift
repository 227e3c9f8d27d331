import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

@testable import Replay

struct RerecordTests {
  private let original = EditedTrace()

  @Test func `a trace of the same machine stays as it is, byte for byte`() throws {
    let (bytes, rerecording) = try rerecorded(original)
    #expect(bytes == original.bytes)
    #expect(rerecording.isUnchanged)
  }

  @Test func `an altered effect is recorded as the machine orders it, field by field`() throws {
    var trace = original
    let index = trace.index(of: #""reason":"blocked""#)
    trace.lines[index].replace("blocked", with: "closed")
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(bytes == original.bytes)
    #expect(rerecording.counts == [.init(name: "refuse", altered: 1)])
    #expect(rerecording.changes.first?.old?.line == index + 1)
    #expect(
      rerecording.changes.first?.differences == [
        FieldDifference(path: "reason", recorded: .text("closed"), computed: .text("blocked"))
      ])
    #expect(rerecording.warnings.map(\.code.id) == ["T402"])
  }

  @Test func `a missing effect is added and one too many is removed`() throws {
    var trace = original
    trace.lines.remove(at: trace.index(of: #""effect":"cancel_timer""#))
    let checked = trace.index(of: #""effect":"check_card""#)
    trace.lines.insert(trace.lines[checked], at: checked)
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(bytes == original.bytes)
    #expect(
      rerecording.counts == [
        .init(name: "cancel_timer", added: 1), .init(name: "check_card", removed: 1),
      ])
  }

  @Test func `an answer to an effect that is not ordered any more is left out`() throws {
    var trace = original
    let index = trace.index(of: #""event":"timer_fired""#)
    trace.lines.insert(
      contentsOf: [
        #"{"seq":90,"at":8000,"effect":"set_timer","cause":1,"data":{"due":8500}}"#,
        #"{"seq":91,"at":8500,"event":"timer_fired","cause":90,"data":{}}"#,
        #"{"seq":92,"at":8500,"effect":"open","cause":91,"data":{"for":"x"}}"#,
        #"{"seq":93,"at":8600,"event":"pushed","cause":92,"data":{}}"#,
      ], at: index)
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(bytes == original.bytes)
    #expect(rerecording.changes.compactMap(\.old?.seq) == [90, 91, 92, 93])
    #expect(rerecording.changes.allSatisfy { $0.new == nil })
  }

  @Test func `effects in another order are recorded as the machine orders them`() throws {
    var trace = original
    let opened = trace.index(of: #""effect":"open""#)
    trace.lines.swapAt(opened, opened + 1)
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(bytes == original.bytes)
    #expect(!rerecording.isUnchanged)
    #expect(rerecording.counts == [.init(name: "set_timer", altered: 1)])
    #expect(
      rerecording.changes.first?.differences == [
        FieldDifference(path: "order", recorded: .integer(1), computed: .integer(2))
      ])
  }

  @Test func `an answer that names no cause is left out with its request`() throws {
    var trace = original
    let index = trace.index(of: #""event":"timer_fired""#)
    /// The fields of a recorded line, about another request.
    func fields(of name: String) -> String {
      let line = trace.lines[trace.index(of: name)]
      let data = line.firstRange(of: #""data":"#).map { String(line[$0.lowerBound...]) } ?? ""
      return data.replacing(#""check":1"#, with: #""check":9"#)
    }
    trace.lines.insert(
      contentsOf: [
        #"{"seq":90,"at":8000,"effect":"check_card","cause":1,"# + fields(of: #""check_card""#),
        #"{"seq":91,"at":8000,"event":"card_checked","# + fields(of: #""card_checked""#),
      ], at: index)
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(bytes == original.bytes)
    #expect(rerecording.changes.compactMap(\.old?.seq) == [90, 91])
    #expect(
      try trace.replayed().orphans == rerecording.changes.count { $0.old?.kind == .event })
  }

  @Test func `an answer takes the number that its request has now`() throws {
    var trace = original
    let asked = trace.index(of: #""effect":"check_card""#)
    trace.lines[asked].replace(#"{"check":1,"#, with: #"{"check":7,"#)
    let answer = trace.index(of: #""event":"card_checked""#)
    trace.lines[answer].replace(
      #""data":{"check":1,"#, with: #""cause":\#(asked),"data":{"check":7,"#)
    let (bytes, rerecording) = try rerecorded(trace)
    let records = try Trace<Turnstile>(decoding: bytes, file: "t").records
    guard case .event(let event) = records[answer - 1] else {
      Issue.record("\(records[answer - 1])")
      return
    }
    #expect(event.event.value["check"] == .integer(1))
    #expect(event.cause == Int64(asked))
    #expect(
      rerecording.counts == [
        .init(name: "check_card", altered: 1), .init(name: "card_checked", altered: 1),
      ])
  }

  @Test func `a state takes the hash of the view, and a note stays`() throws {
    var trace = EditedTrace([.pushed])
    trace.lines.insert(
      contentsOf: [
        #"{"seq":3,"at":0,"note":"here"}"#, #"{"seq":4,"at":0,"state":"0123456789abcdef"}"#,
      ], at: 3)
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(rerecording.counts == [.init(name: "state", altered: 1)])
    let input = ReplayInput(file: "t", bytes: bytes)
    let outcome = try AnySystem(TurnstileSystem.self).replay(input)
    #expect(outcome.drift == nil)
    #expect((outcome.states, outcome.notes) == (1, 1))
    #expect(outcome.ending.end == .sealed)
  }

  @Test func `a cut trace stays cut, with the effects that it has`() throws {
    let lines = original.lines
    for count in 1..<lines.count {
      var trace = original
      trace.lines = Array(lines.prefix(count))
      let (bytes, rerecording) = try rerecorded(trace)
      #expect(bytes == trace.bytes, "cut after \(count) lines")
      #expect(rerecording.isUnchanged)
      #expect(rerecording.warnings.map(\.code.id) == ["T403"])
    }
  }

  @Test func `the first changes are kept and all are counted`() throws {
    var trace = EditedTrace(Array(repeating: .pushed, count: 50))
    trace.lines = trace.lines.map { $0.replacing("closed", with: "offline") }
    let rerecording = try rerecorded(trace).1
    #expect(rerecording.counts == [.init(name: "refuse", altered: 50)])
    #expect(rerecording.changes.count < rerecording.changes.total)
    #expect(rerecording.changes.total == 50)
  }

  @Test func `a torn last line stays behind the records that changed`() throws {
    var trace = original
    trace.lines[trace.index(of: #""reason":"blocked""#)].replace("blocked", with: "closed")
    let torn = #"{"seq":99,"at":9"#
    trace.lines[trace.lines.count - 1] = torn
    let bytes = Array(trace.bytes.dropLast())
    var new: [UInt8] = []
    let rerecording = try rerecord(
      ReplayInput(file: "t", bytes: bytes), as: TurnstileSystem.self
    ) { new += $0 }
    #expect(!rerecording.isUnchanged)
    #expect(String(decoding: new, as: UTF8.self).hasSuffix("\n" + torn))
  }

  @Test func `a wrong hash alone asks for a new seal`() throws {
    var trace = original
    let end = trace.lines.count - 1
    trace.lines[end] = #"{"end":\#(end - 1),"hash":"0123456789abcdef"}"#
    let (bytes, rerecording) = try rerecorded(trace)
    #expect(rerecording.isUnchanged)
    #expect(rerecording.needsOnlySeal)
    #expect(bytes == original.bytes)
    trace.lines.removeAll { $0.contains(#""effect":"cancel_timer""#) }
    #expect(try !rerecorded(trace).1.needsOnlySeal)
    #expect(try !rerecorded(original).1.needsOnlySeal)
  }

  private func rerecorded(_ trace: EditedTrace) throws -> ([UInt8], Rerecording) {
    var bytes: [UInt8] = []
    let rerecording = try rerecord(trace.input, as: TurnstileSystem.self) { bytes += $0 }
    return (bytes, rerecording)
  }
}
