import Foundation
import Testing

struct OutputSchemaTests {
  @Test(arguments: lines)
  func `what a verb writes fits the schema`(line: String) async throws {
    let validator = try await Self.validator.value
    let run = try await CommandRun(
      line.split(separator: " ").map { String($0) } + ["--format", "json"])
    #expect([0, 1, 2].contains(run.status))
    #expect(try validator.error(in: Data(run.output.utf8)) == nil)
    // A parser that takes the last of two members would not notice.
    #expect(!run.output.contains(#""findings":[],"findings":"#))
  }

  @Test func `a member that the schema does not name is refused`() async throws {
    let validator = try await Self.validator.value
    let document = #"{"pushtrace":1,"verb":"spec","verdict":"ok","findings":[],"stepz":1}"#
    #expect(try validator.error(in: Data(document.utf8)) == "/stepz: nothing may stand here")
    let finding = #"{"pushtrace":1,"verb":"new","verdict":"ok","findings":[{"code":"x"}]}"#
    #expect(try validator.error(in: Data(finding.utf8)) != nil)
  }

  @Test func `a failed expectation carries what was expected and what came as data`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      format: 1
      sdk: mobilepush
      scenarios:
        - name: A change leaves at once
          given: { use: [registered_device] }
          steps:
            - at: 0s
              event: attribute_set
              with: { key: city, value: Oslo }
              state: { registration: { pending: false } }
              expect: [send_registration]
      """, to: "a.spec.yaml")
    let run = try await CommandRun(["check", path, "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let findings = try #require(document?["findings"] as? [[String: Any]])
    let missing = try #require(findings.first { $0["code"] as? String == "T201" })
    let expected = try #require(missing["expected"] as? [String: Any])
    #expect(expected["effect"] as? String == "send_registration")
    #expect(expected["at"] as? Int == 1_767_603_600_000)
    #expect(missing["actual"] is NSNull)
    let state = try #require(findings.first { $0["code"] as? String == "T205" })
    #expect((state["actual"] as? [String: Any])?["registration.pending"] as? Bool == true)
  }

  @Test func `sealing never writes a message into the document`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"pushtrace\":1}\n", to: "a.trace.jsonl")
    for format in [[], ["--format", "json"]] {
      let refused = try await CommandRun(["verify", "--seal", path] + format)
      #expect(refused.status == 2)
      #expect(refused.output.isEmpty)
      #expect(!refused.errors.isEmpty)
    }
    let trace = "Specs/must_fail/recordings/missing.trace.jsonl"
    let sealed = try await CommandRun(["verify", "--seal", trace, "--format", "json"])
    #expect(sealed.status == 0)
    #expect(sealed.output.split(separator: "\n").allSatisfy { !$0.contains("\"verdict\"") })
  }

  private static let validator = Task {
    try SchemaValidator(Data(try await CommandRun(["schema", "output"]).output.utf8))
  }

  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let late = "Specs/must_fail/recordings/late.trace.jsonl"

  private static let lines = [
    "check Specs/mobilepush/tags.spec.yaml", "check Specs/must_fail",
    "check --list \(OutputTests.spec)",
    "check --readings all Specs/mobilepush/throttle.spec.yaml", "check Tests/InvalidSpecs",
    "check no-such-file", "show \(login)", "show --stats \(login)", "why \(login) 6",
    "why \(login) registration.pending", "why \(login) 1000000",
    "why-not \(login) send_registration --at 5s", "replay Traces", "replay \(late)",
    "replay \(login) --at 10 --state", "replay \(login) --skip 8", "conform Traces",
    "verify Traces", "verify \(late)", "export --to cloudevents \(login)",
    "import --from lines \(login)", "import --from har --sdk mobile_engage Tests/none.har",
    "replay --verdicts \(login)", "conform --verdicts \(login)", "diff \(login) \(late)",
    "diff \(login) \(login)",
    "diff --reading send=latest,earliest \(login)",
    "bisect \(late) --state registration.failures=1", "bisect \(login) --state contact_key=ada",
    "minimize \(late)", "spec \(login)", "coverage \(OutputTests.spec)", "vocabulary",
    "vocabulary mobilepush inbox",
    "vocabulary zzz", "schema trace", "explain", "explain S101", "explain between",
  ]
}
