import CommandTesting
import Foundation
import Testing

/// What single documents of `--format json` have in them; `Tests/Schemas` holds all of them against
/// the schema.
struct OutputSchemaTests {
  private let folder = TemporaryFolder()

  @Test func `a failed expectation carries what was expected and what came as data`() async throws {
    let path = try folder.writeSpec(
      """
        - name: A change leaves at once
          given: { use: [registered_device] }
          steps:
            - at: 0s
              event: attribute_set
              with: { key: city, value: Oslo }
              state: { registration: { pending: false } }
              expect: [send_registration]
      """, to: "a.spec.yaml")
    let findings = try await CommandRun("check \(path) --format json").list("findings")
    let missing = try #require(findings.first { $0["code"] as? String == "T201" })
    let expected = try #require(missing["expected"] as? [String: Any])
    #expect(expected["effect"] as? String == "send_registration")
    #expect(expected["at"] as? Int == 1_767_603_600_000)
    #expect(missing["actual"] is NSNull)
    let state = try #require(findings.first { $0["code"] as? String == "T205" })
    #expect((state["actual"] as? [String: Any])?["registration.pending"] as? Bool == true)
  }

  @Test func `sealing never writes a message into the document`() async throws {
    let path = try folder.write("{\"pushtrace\":1}\n", to: "a.trace.jsonl")
    let refused = try await CommandRun("verify --seal \(path)").exits(2)
    #expect(refused.output.isEmpty)
    #expect(!refused.errors.isEmpty)
  }

  @Test func `a sealed trace stands in the document that a program asks for`() async throws {
    let line = ["verify", "--seal", "Specs/must_fail/recordings/missing.trace.jsonl"]
    let trace = try await CommandRun(line).exits(0).output
    let sealed = try await CommandRun(line + ["--format", "json"]).document
    #expect(sealed["trace"] as? String == trace)
  }
}
