import CommandTesting
import Foundation
import Testing

/// `pushtrace redact`: pseudonyms, the proof, and what is refused.
struct RedactTests {
  private let folder = TemporaryFolder()

  @Test(arguments: Project.oneTraceOfEachKind)
  func `a committed trace is redacted, replays without drift and keeps nothing personal`(
    trace: String
  ) async throws {
    let redacted = try await redact(trace)
    #expect(
      try await CommandRun("replay \(redacted)").status == CommandRun("replay \(trace)").status)
    let values = try personalValues(of: trace)
    let text = try String(contentsOfFile: redacted, encoding: .utf8)
    for value in values {
      #expect(!text.contains("\"\(value)\""), "\(value) is left in \(trace)")
    }
  }

  @Test func `the same key gives the same bytes, another key other pseudonyms`() async throws {
    let bytes = try String(contentsOfFile: try await redact(login), encoding: .utf8)
    #expect(try String(contentsOfFile: try await redact(login), encoding: .utf8) == bytes)
    let other = try await redact(login, key: String(repeating: "k", count: 16))
    #expect(try String(contentsOfFile: other, encoding: .utf8) != bytes)
  }

  @Test func `equal values have equal pseudonyms, and the space around them stays`() async throws {
    let text = try String(contentsOfFile: try await redact(login), encoding: .utf8)
    let set = try #require(
      text.firstMatch(of: /"contact_key_set".*?"key":" (p[a-z2-7]+@redacted\.invalid) "/))
    #expect(text.contains("\"subscriberKey\":\"\(set.1)\""))
  }

  @Test func `long values that begin alike have pseudonyms that differ`() async throws {
    let long = String(repeating: "Oslo", count: 1000)
    var names: Set<String> = []
    for value in [long + "1", long + "2"] {
      let trace = try edited { $0.replacing("Bergen", with: value) }
      let text = try String(contentsOfFile: try await redact(trace), encoding: .utf8)
      names.formUnion(text.matches(of: /p[a-z2-7]{4000,}/).map { String($0.0) })
    }
    #expect(names.count == 2)
  }

  @Test(arguments: ["registration", "first", "foreground", "documents", "latest"])
  func `a personal value that is also a word of the machine is replaced alone`(
    word: String
  ) async throws {
    let trace = try edited { $0.replacing(#""Oslo""#, with: "\"\(word)\"") }
    let text = try String(contentsOfFile: try await redact(trace), encoding: .utf8)
    #expect(!text.contains("\"value\":\"\(word)\""))
    #expect(text.contains(#""reason":"first""#))
  }

  @Test func `a value that stays inside other text is refused with its place`() async throws {
    let trace = try edited {
      $0.replacingOccurrences(of: "\"tag\":\"gold\"", with: "\"tag\":\"for ann@example.com\"")
    }
    let run = try await CommandRun("redact \(trace)").exits(1)
    #expect(run.output.isEmpty)
    run.printsError("T422", ":1: error[T422]: 'tag' ")
    #expect(!run.errors.contains("ann@example.com"))
  }

  @Test(arguments: ["bob", "ann@example.com", "contact", "Zoë", "李"])
  func `the title of an examples row keeps no value of its row`(value: String) async throws {
    let row = "spec ROW-2 [key=\(value), again=\(value)s, bobs=在\(value)在]"
    let trace = try edited {
      $0.replacingOccurrences(of: "ann@example.com", with: value)
        .replacing(/"origin":"[^"]*"/) { _ in "\"origin\":\"\(row)\"" }
    }
    let head = try Project.lines(of: try await redact(trace))[0]
    let title = try #require(head.firstMatch(of: /"origin":"([^"]*)"/)).1
    #expect(title.hasPrefix("spec ROW-2 [key="), "\(title)")
    #expect(!title.contains("在\(value)"), "\(title)")
    #expect(title.matches(of: /\b(?:bob|ann|contact|Zoë|李)\b/).isEmpty, "\(title)")
  }

  @Test(arguments: [
    // An app has chosen the name that the backend makes up, before or after it does.
    ("mobilepush", "phone, event: contact_key_set, with: { key: generated-1 }"),
    ("mobilepush", "tablet, event: contact_key_set, with: { key: generated-1 }"),
    ("mobile_engage", "phone, event: contact_set, with: { value: anonymous-2 }"),
    ("mobile_engage", "tablet, event: contact_set, with: { value: anonymous-3 }"),
    // One value is two contacts, of which the second has its field in its name too.
    ("mobile_engage", "phone, event: contact_set, with: { field_id: 4, value: alice }"),
    ("mobile_engage", "phone, event: contact_set, with: { field_id: 4, value: bob }"),
  ])
  func `a world with a contact that the backend names is redacted and replays the same`(
    sdk: String, step: String
  ) async throws {
    let again = step.replacing("field_id: 4, ", with: "")
    let spec = try folder.write(
      """
      format: 1
      sdk: \(sdk)
      feature: Contacts that a backend names
      scenarios:
        - name: Two devices
          id: TWO
          observe: []
          given:
            backend: simulated
            devices: { phone: { use: [fresh_install] }, tablet: { use: [fresh_install] } }
          steps:
            - { at: 0s, on: phone, event: app_launched }
            - { at: 1m, on: \(again) }
            - { at: 5m, on: tablet, event: app_launched }
            - { at: 6m, on: \(step) }
            - { at: 7m, on: tablet, event: app_backgrounded }
          run_until: 1h

      """, to: "two.spec.yaml")
    try await CommandRun("check \(spec) --save-traces \(folder.url.path)").exits(0)
    let redacted = try await redact(folder.path("TWO.trace.jsonl"))
    try await CommandRun("replay \(redacted)").exits(0)
    let text = try String(contentsOfFile: redacted, encoding: .utf8)
    #expect(!text.contains("alice") && !text.contains("bob"))
  }

  @Test func `a token that the machine makes of a value is refused`() async throws {
    // The device is called as its contact, and its token after the device.
    let spec = try folder.writeSpec(
      """
        - name: A device that is called as its contact
          id: ANN
          observe: []
          given:
            backend: simulated
            devices: { ann: { use: [fresh_install] } }
          steps:
            - { at: 0s, on: ann, event: app_launched }
            - { at: 1s, on: ann, event: contact_key_set, with: { key: ann } }

      """, to: "ann.spec.yaml")
    try await CommandRun("check \(spec) --save-traces \(folder.url.path)").exits(0)
    let run = try await CommandRun("redact \(folder.path("ANN.trace.jsonl"))").exits(1)
    #expect(run.output.isEmpty)
    run.printsError("T421")
  }

  @Test func `a value at which the machine looks is refused with its place`() async throws {
    // A tag that the platform sets itself, as a contact key: its name cannot be changed everywhere.
    let trace = try edited {
      $0.replacingOccurrences(of: "ann@example.com", with: "ALL")
    }
    let run = try await CommandRun("redact \(trace)").exits(1)
    #expect(run.output.isEmpty)
    run.printsError("T421")
  }

  @Test func `a drift of the trace is still there`() async throws {
    let trace = try edited {
      $0.replacingOccurrences(of: "\"reason\":\"changed\"", with: "\"reason\":\"retry\"")
    }
    try await CommandRun(["replay", try await redact(trace)]).exits(1).prints("retry")
  }

  @Test(arguments: [
    ("mobile_engage/two-people-on-two-devices", 3), ("Gallery/session-end-after-logout", 5),
    ("mobilepush/first-launch", 18),
  ])
  func `a trace with two records in the other order is redacted with the same drifts`(
    path: String, line: Int
  ) async throws {
    var lines = try Project.lines(of: "Traces/\(path).trace.jsonl")
    lines.swapAt(line, line + 1)
    let trace = try folder.write(lines, "swapped")
    let redacted = try await drifts(of: redact(trace))
    #expect(try await drifts(of: trace) == redacted)
  }

  @Test func `answers to what is not ordered keep no trace from being redacted`() async throws {
    let path = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"
    var lines = try Project.lines(of: path)
    lines.removeSubrange(1..<27)
    let trace = try folder.write(lines, "late")
    let redacted = try await drifts(of: redact(trace))
    #expect(try await drifts(of: trace) == redacted)
    #expect(redacted.contains { $0.hasPrefix("\"orphans\":2") }, "\(redacted)")
  }

  @Test func `a state hash that was wrong stays wrong, whatever it was`() async throws {
    let right = try await hashes(in: redact(login))
    for hash in ["0000000000000000", "ffffffffffffffff"] {
      let trace = try edited {
        $0.replacing(/"state":"[0-9a-f]{16}"/) { _ in "\"state\":\"\(hash)\"" }
      }
      let wrong = try await hashes(in: redact(trace))
      #expect(right.count == wrong.count && !right.isEmpty)
      for (right, wrong) in zip(right, wrong) { #expect(right != wrong) }
    }
  }

  @Test func `a cut trace stays cut, and its torn line is left out`() async throws {
    let trace = try edited { String($0.prefix($0.count * 2 / 3)) }
    let redacted = try await redact(trace)
    #expect(try await CommandRun("replay \(redacted)").output.contains("T403"))
  }

  @Test func `a key that is too short is refused with the command that makes one`() async throws {
    let key = try folder.write("short", to: "key")
    try await CommandRun("redact \(login) --key \(key)").exits(2).printsError(
      "head -c 32 /dev/urandom")
  }

  @Test func `the text of notes is left out`() async throws {
    let text = try String(contentsOfFile: try await redact(login), encoding: .utf8)
    #expect(text.contains("\"note\":\"redacted\""))
    #expect(!text.contains("the last value wins"))
  }

  // MARK: - Traces

  private let login = "Traces/mobilepush/login.trace.jsonl"

  /// Redacts a trace and returns the path of the result.
  private func redact(_ trace: String, key: String = "0123456789abcdef") async throws -> String {
    let target = folder.path("redacted-\(key.prefix(1)).trace.jsonl")
    let key = try folder.write(key, to: "key-\(key.prefix(1))")
    try await CommandRun("redact \(trace) --key \(key) --output \(target)").exits(0)
    return target
  }

  /// The drifts that replay counts by their kinds, and the answers that it leaves out.
  private func drifts(of trace: String) async throws -> [String] {
    let run = try await CommandRun("replay --format json \(trace)")
    return run.output.matches(of: /"(?:drifts|orphans|count)": ?\d+|"kind": ?"\w+"/).map {
      String($0.0)
    }
  }

  /// The login trace with its text changed.
  private func edited(_ change: (String) -> String) throws -> String {
    try folder.write(change(try Project.text("/\(login)")), to: "edited.trace.jsonl")
  }

  private func hashes(in trace: String) throws -> [String] {
    try String(contentsOfFile: trace, encoding: .utf8)
      .matches(of: /"state":"([0-9a-f]{16})"/).map { String($0.1) }
  }

  /// What the inputs of a trace hold under the names of personal fields.
  private func personalValues(of trace: String) throws -> Set<String> {
    let inputs = try Project.lines(of: trace).filter {
      $0.contains("\"event\":") && !$0.contains("\"cause\":")
    }
    let fields = /"(?:device_id|registration_id|token|field_value)":" ?([^" ]{2,}) ?"/
    let keys = /"contact_key_set".*?"key":" ?([^" ]{2,}) ?"/
    return Set(
      inputs.flatMap { line in
        line.matches(of: fields).map { String($0.1) } + line.matches(of: keys).map { String($0.1) }
      })
  }
}
