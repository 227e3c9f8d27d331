import EventSourcing
import Properties
import Simulation
import Testing

struct StateAuditTests {
  private let waits: [TimeSpan] = [.milliseconds(59_500)]

  @Test func `a memory that counts as far as it says is sound`() {
    let audit = StateAudit(of: Bell.space(waits: waits), bounds: SearchBounds(depth: 6))
    #expect(audit.findings.isEmpty)
    #expect(audit.states == audit.fingerprints)
    #expect(audit.merged > 0)
  }

  @Test func `a memory that counts longer than it says is found`() {
    let audit = StateAudit(
      of: Bell.space(waits: waits, said: .seconds(59)), bounds: SearchBounds(depth: 6))
    #expect(!audit.findings.isEmpty)
    #expect(audit.states == audit.fingerprints)
  }

  @Test func `exchanged values pass the audit`() {
    let space = Bell.space([], Reductions(values: true), waits: waits)
    let audit = StateAudit(of: space, bounds: SearchBounds(depth: 6))
    #expect(audit.findings.isEmpty)
    #expect(audit.merged > 0)
  }
}
