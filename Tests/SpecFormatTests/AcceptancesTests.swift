import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Testing
import Traces

struct AcceptancesTests {
  private func read(_ lines: String) -> Acceptances {
    Acceptances(Array("format: 1\naccept:\n\(lines)\n".utf8), path: "a.yaml")
  }

  private func one(until: String) throws -> Acceptance {
    let read = read(
      "  - { event: a, effect: b, kind: altered, fields: [c.d], reason: e, until: \(until) }")
    #expect(read.findings.map(\.message) == [])
    return try #require(read.all.first)
  }

  @Test func `an acceptance has the parts of a signature and a reason`() throws {
    let acceptance = try one(until: "1.0")
    #expect(acceptance.event == "a")
    #expect(acceptance.effect == "b")
    #expect(acceptance.kind == .altered)
    #expect(acceptance.fields == ["c.d"])
    #expect(acceptance.reason == "e")
    #expect(acceptance.place.line == 3)
  }

  @Test func `an acceptance until a moment covers the traces started before it`() throws {
    let acceptance = try one(until: "2026-01-05T09:00:00Z")
    let end = defaultClock
    #expect(acceptance.holds(started: end - .milliseconds(1), engine: "9.0.0"))
    #expect(!acceptance.holds(started: end, engine: "0.0.1"))
  }

  @Test(arguments: [
    ("0.1.9", true), ("", true), ("0.2", true), ("0.2.0", false), ("0.10.0", false),
  ])
  func `an acceptance until a version covers the traces of engines before it`(
    engine: String, holds: Bool
  ) throws {
    let acceptance = try one(until: "0.2.0")
    #expect(acceptance.holds(started: defaultClock, engine: engine) == holds)
  }

  @Test(arguments: ["tomorrow", "\"\"", "2026-02-30T00:00:00Z", "0..1", "3"])
  func `an expiry that is neither a moment nor a version is refused`(until: String) {
    let read = read("  - { event: a, effect: b, kind: extra, reason: e, until: \(until) }")
    #expect(read.findings.count == 1)
  }
}
