import Foundation
import Testing

struct OutputSchemaTests {
  @Test func `every verb writes what the schema has, and all of it`() async throws {
    let validator = try await Self.validator.value
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Project.root.appending(path: Self.late), to: URL(filePath: folder.path("a.trace.jsonl")))
    var missing = Set(try await Self.verbsWithFormat.value)
    var unwritten = validator.documents
    for line in Self.lines {
      let words = try line.split(separator: " ").map { String($0) }.map {
        $0 == "REPRODUCE" ? try Self.keptRun : $0.replacing("OUT", with: folder.url.path)
      }
      let run = try await CommandRun(words + ["--format", "json"])
      #expect([0, 1, 2].contains(run.status), "\(line): \(run.errors)")
      for text in run.output.split(separator: "\n") {
        let document = Data(text.utf8)
        #expect(try validator.error(in: document) == nil, "\(line)")
        unwritten = try unwritten.filter { try validator.error(in: document, as: $0.schema) != nil }
      }
      // A parser that takes the last of two members would not notice.
      #expect(!run.output.contains(#""findings":[],"findings":"#))
      missing.remove(words[0])
    }
    #expect(missing == [], "no line runs these verbs")
    #expect(unwritten.map(\.name) == [], "no line writes these documents")
  }

  /// The verbs that have `--format json`.
  private static let verbsWithFormat = Task {
    let help = try await CommandRun(["--help"]).output
    let verbs = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    var found: [String] = []
    for verb in verbs where try await CommandRun([verb, "--help"]).output.contains("--format") {
      found.append(verb)
    }
    try #require(found.count > 20)
    return found
  }

  @Test func `a member that the schema does not name is refused, whatever the verb`() async throws {
    let validator = try await Self.validator.value
    for verb in try await Self.verbsWithFormat.value {
      let envelope = #""pushtrace":1,"verb":"\#(verb)","verdict":"ok","findings":[]"#
      #expect(try validator.error(in: Data("{\(envelope)}".utf8)) == nil)
      let error = try validator.error(in: Data("{\(envelope),\"stepz\":1}".utf8))
      #expect(try #require(error).contains("/stepz: nothing may stand here"))
    }
    let unknown = #"{"pushtrace":1,"verb":"nothing","verdict":"ok","findings":[]}"#
    #expect(try validator.error(in: Data(unknown.utf8)) != nil)
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
  private static let altered = "Specs/must_fail/recordings/altered.trace.jsonl"
  private static let late = "Specs/must_fail/recordings/late.trace.jsonl"

  /// A run that broke a property once.
  private static var keptRun: String {
    get throws {
      let spec = try Project.text("/Specs/Regressions/mobile_engage-E19-514c81af.spec.yaml")
      let text = try #require(spec.firstMatch(of: /reproduce: (".*")/)?.1)
      return try JSONDecoder().decode(String.self, from: Data(text.utf8))
    }
  }

  private static let lines = [
    "check Specs/mobilepush/tags.spec.yaml", "check Specs/must_fail",
    "check --list \(OutputTests.spec)",
    "check --readings all Specs/mobilepush/throttle.spec.yaml", "check Tests/InvalidSpecs",
    "check --ties=both Specs/mobilepush/throttle.spec.yaml",
    "check no-such-file", "show \(login)", "show --stats \(login)", "show --html OUT/a.html",
    "show \(login) --html OUT/b.html --engine none", "why \(login) 6",
    "why \(login) registration.pending", "why \(login) 1000000",
    "why-not \(login) send_registration --at 5s", "replay Traces", "replay \(late)",
    "replay \(login) --at 10 --state", "replay \(login) --skip 8", "replay --snapshots 5 \(login)",
    "replay --snapshots 5 \(login) --output OUT/s.trace.jsonl", "conform Traces",
    "verify Traces", "verify \(late)", "verify --repair \(late) --output OUT/r.trace.jsonl",
    "verify --seal \(late) --output OUT/t.trace.jsonl", "export --to cloudevents \(login)",
    "export --to log \(login) --output OUT/log", "export --to trace OUT/log",
    "import --from lines \(login)", "import --from har --sdk mobile_engage Tests/none.har",
    "replay --explain \(altered)", "replay \(login) --assume 4 registration.failures=1",
    "triage \(altered)", "triage Traces", "replay --verdicts \(login)",
    "replay --rerecord OUT/a.trace.jsonl",
    "conform --verdicts \(login)", "diff \(login) \(late)", "diff \(login) \(login)",
    "diff --reading send=latest,earliest \(login)",
    "bisect \(late) --state registration.failures=1", "bisect \(login) --state contact_key=ada",
    "minimize \(altered)", "spec \(login)",
    "redact \(login)", "lint \(OutputTests.spec)",
    "coverage \(OutputTests.spec)", "new OUT/new.spec.yaml --sdk mobilepush", "new --sdk nothing",
    "explore --sdk mobilepush --depth 2", "explore --sdk mobilepush --depth 1 --audit",
    "simulate --seed 1 --runs 10 --discard", "simulate --sdk mobile_engage --reproduce REPRODUCE",
    "vocabulary", "vocabulary mobilepush inbox", "vocabulary zzz", "schema trace",
    "schema trace --output OUT/schema.json", "explain", "explain S101", "explain between",
    "completion bash",
  ]
}
