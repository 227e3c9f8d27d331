import Testing
import YAML

@testable import SpecFormat

struct SpecDocumentTests {
  private func kept(_ head: String = "", naming names: String...) throws -> [String] {
    let text = """
      sdk: mobilepush
      \(head)
      scenarios:
        - { name: Event, steps: [{ at: 0s, event: ping }] }
        - { name: Claim, steps: [{ at: 0s, expect: [{ pong: { id: a } }] }] }
        - { name: Cell, examples: { columns: [x], rows: [[pong]] }, steps: [{ expect: <x> }] }
        - { name: Table, examples: { file: rows.csv }, steps: [{ expect: <x> }] }
        - { name: Other, steps: [{ at: 0s, event: other }] }

      """
    let document = try SpecDocument(Array(text.utf8), path: "a.spec.yaml")
      .withScenarios(thatName: names)
    return (document.root["scenarios"]?.elements ?? []).compactMap { $0["name"]?.text }
  }

  @Test func `scenarios that cannot name an event or effect are left out`() throws {
    #expect(try kept(naming: "pong") == ["Claim", "Cell", "Table"])
    #expect(try kept(naming: "pong", "ping") == ["Event", "Claim", "Cell", "Table"])
  }

  @Test func `a name in what all scenarios share keeps all of them`() throws {
    let all = ["Event", "Claim", "Cell", "Table", "Other"]
    #expect(try kept("groups: { g: [{ at: 0s, event: pong }] }", naming: "pong") == all)
    #expect(try kept("defaults: { finally: { counts: { pong: 1 } } }", naming: "pong") == all)
    #expect(try kept("observe: [pong]", naming: "pong").count == 3)
  }
}
