import CommandTesting
import Foundation
import Testing

/// Scenarios that run a recorded trace instead of steps.
struct RecordedScenarioTests {
  private let folder = TemporaryFolder()

  @Test func `a reading of the command line also replaces what the recording sets on its way`()
    async throws
  {
    // After a fixture, readings that are not the standard ones are set within the trace.
    let made = try folder.writeSpec(
      RecordedScenarioTests.early, observing: "send_registration", to: "made.spec.yaml")
    try await CommandRun("check \(made) --save-traces \(folder.url.path)").exits(0)
    let spec = try folder.writeSpec(
      "  - { name: The recording holds, trace: { file: EARLY.trace.jsonl } }\n",
      to: "recorded.spec.yaml")
    try await CommandRun("check \(spec)").exits(0)
    try await CommandRun("check --reading send=latest \(spec)").exits(1)
  }

  @Test(arguments: [("Bergen", 0, "1 passed"), ("Oslo", 1, "error[T209]")])
  func `a sealed recording larger than any spec is judged to its end`(
    city: String, status: Int32, word: String
  ) async throws {
    let sealed = folder.path("large.trace.jsonl")
    let open = try folder.write(RecordedScenarioTests.largeLogin(in: city), to: "open.trace.jsonl")
    let seal = try await CommandRun("verify --seal --output \(sealed) \(open)")
    #expect(seal.status <= 1, "\(seal.errors)")
    #expect(try Data(contentsOf: URL(filePath: sealed)).count > 4 << 20)
    let spec = try folder.writeSpec(
      RecordedScenarioTests.large, observing: "send_registration", to: "large.spec.yaml")
    let run = try await CommandRun("check \(spec)").exits(status)
    #expect(run.output.contains(word) && !run.output.contains("warning"), "\(run.output)")
  }

  private static let early = """
      - name: A change that leaves at once
        id: EARLY
        given: { use: [registered_device], readings: { send: earliest } }
        steps:
          - { at: 0s, event: tag_added, with: { tag: gold }, expect: [send_registration] }
        run_until: 5m

    """

  /// The recorded login with five megabytes of notes before the last registration, which names
  /// `city`.
  private static func largeLogin(in city: String) throws -> String {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    let last = try #require(lines.lastIndex { $0.contains("\"send_registration\"") })
    lines[last].replace("Bergen", with: city)
    let long = String(repeating: "long ", count: 20_000)
    let notes = repeatElement(
      "{\"seq\":26,\"at\":1767603640000,\"note\":\"\(long)\"}", count: 43)
    lines.insert(contentsOf: notes, at: last - 1)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let large = """
      - name: The recording holds to its end
        trace: { file: large.trace.jsonl }
        timeline: { send_registration: [1m] }
        finally: { timers: none, state: { attributes: { city: Bergen } } }

    """
}
