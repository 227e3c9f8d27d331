import EventSourcing
import Replay
import Systems
import Testing

@testable import Inspection

struct BranchTests {
  private func login(behind seq: Int64, _ steps: String...) throws -> Branch {
    try branch(
      from: try RecordedTrace("mobilepush/login").input, as: MobilePushSystem.self, behind: seq,
      steps)
  }

  private func lines(_ branch: Branch) -> [String] {
    String(decoding: branch.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func texts(_ branch: Branch, _ kind: BranchMove.Kind) -> [String] {
    branch.moves.filter { $0.kind == kind }.map { $0.text }
  }

  @Test func `without steps a branch is the trace up to the record with what that orders`() throws {
    let branch = try login(behind: 17)
    let recorded = try RecordedTrace("mobilepush/login").lines
    #expect(lines(branch).dropLast() == recorded.prefix(19))
    #expect(branch.steps.isEmpty)
  }

  @Test func `a timer that is set can fire, and what it sends can be answered or fail`() throws {
    let before = try login(behind: 17)
    #expect(texts(before, .time).first == "timer registration fires at 1m")
    #expect(texts(before, .network).isEmpty)
    let sent = try login(behind: 17, "timer registration fires at 1m")
    #expect(lines(sent).contains { $0.contains(#""effect":"send_registration""#) })
    #expect(sent.steps == [19])
    #expect(texts(sent, .network).contains("request 6 fails: connection_lost"))
    #expect(texts(sent, .network).contains { $0.hasPrefix("answer request 6 with status: 503") })
    let lost = try login(
      behind: 17, "timer registration fires at 1m", "request 6 fails: connection_lost")
    #expect(lines(lost).contains { $0.contains(#""reason":"connection_lost""#) })
    #expect(texts(lost, .network).isEmpty)
  }

  @Test func `what the app can do has the data that the trace has for it`() throws {
    let moves = try login(behind: 25).moves
    let attribute = try #require(moves.first { $0.text.hasPrefix("attribute_set") })
    #expect(attribute.text == "attribute_set key: city, value: Bergen")
    let line = try #require(attribute.line)
    let branch = try login(behind: 25, line)
    #expect(branch.refused == nil)
    #expect(lines(branch).contains { $0.hasPrefix(#"{"seq":26,"#) && $0.contains("Bergen") })
  }

  @Test func `what is due before a later event happens first`() throws {
    let branch = try login(
      behind: 17, #"{"at":"2m","party":"device","event":"app_backgrounded"}"#)
    let names = lines(branch).dropFirst(19).map { line in
      ["timer_fired", "send_registration", "app_backgrounded"].first { line.contains($0) } ?? ""
    }
    #expect(names.prefix(2) == ["timer_fired", "send_registration"])
    #expect(names.contains("app_backgrounded"))
  }

  @Test func `a step that is not possible is refused with all after it`() throws {
    let branch = try login(
      behind: 17, "request 6 fails: connection_lost", "timer registration fires at 1m")
    #expect(branch.refused == "request 6 fails: connection_lost")
    #expect(branch.steps.isEmpty)
  }

  @Test func `a branch is what the machine gives`() throws {
    let branch = try login(
      behind: 17, "timer registration fires at 1m", "request 6 fails: offline",
      "timer registration_retry fires at 2m")
    let input = ReplayInput(file: "t", bytes: branch.bytes)
    #expect(try AnySystem(MobilePushSystem.self).replay(input).driftCount == 0)
  }
}
