import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct TraceIntegrityTests {
  @Test func `a trace as it was recorded is intact`() throws {
    #expect(try check(EditedTrace()).ending.isIntact)
  }

  @Test func `a changed byte shows in the hash`() throws {
    var trace = EditedTrace()
    trace.lines[2].replace("Jörg", with: "Jorg")
    let integrity = try check(trace)
    #expect(integrity.ending.damage.total == 1)
    guard case .wrongHash = integrity.ending.end else {
      Issue.record("\(integrity.ending.end)")
      return
    }
  }

  @Test func `a removed record leaves a gap with its place`() throws {
    var trace = EditedTrace()
    trace.lines.remove(at: 3)
    #expect(try check(trace).ending.damage.first?.place.line == 4)
  }

  private func check(_ trace: EditedTrace) throws -> TraceIntegrity {
    try AnySystem(TurnstileSystem.self).verify(trace.input)
  }
}
