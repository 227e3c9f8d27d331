import Foundation
import Testing

/// Scenarios that run a recorded trace instead of steps.
struct RecordedScenarioTests {
  @Test func `a reading of the command line also replaces what the recording sets on its way`()
    throws
  {
    let folder = try TemporaryFolder()
    // After a fixture, readings that are not the standard ones are set within the trace.
    let made = try folder.write(RecordedScenarioTests.early, to: "made.spec.yaml")
    #expect(try CommandRun(["check", made, "--save-traces", folder.url.path]).status == 0)
    let spec = try folder.write(RecordedScenarioTests.recorded, to: "recorded.spec.yaml")
    #expect(try CommandRun(["check", spec]).status == 0)
    let other = try CommandRun(["check", "--reading", "send=latest", spec])
    #expect(other.status == 1, "\(other.output)")
  }

  private static let early = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A change that leaves at once
        id: EARLY
        given: { use: [registered_device], readings: { send: earliest } }
        steps:
          - { at: 0s, event: tag_added, with: { tag: gold }, expect: [send_registration] }
        run_until: 5m

    """

  private static let recorded = """
    format: 1
    sdk: mobilepush
    scenarios:
      - name: The recording holds
        trace: { file: EARLY.trace.jsonl }

    """
}
