import CommandTesting
import Foundation
import Testing

struct CheckOutputsTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    "--report=tap=x", "--save-traces=x", "--fail-fast", "--ties=both", "--readings=all",
    "--shuffle", "--budget=5",
  ])
  func `what needs a run goes with no list`(option: String) async throws {
    try await CommandRun("check --list \(option)").exits(64).printsError("--list runs nothing")
  }

  @Test(arguments: [
    "--report json=/dev/full", "--save-traces /dev/null/folder",
    "--report json=/dev/full --report tap=/dev/../dev/full --save-traces /dev/null/folder",
  ])
  func `a file that cannot be written does not hide what the run found`(options: String) throws {
    let spec = try folder.write(CheckOutputsTests.failing, to: "failing.spec.yaml")
    let run = try CommandProcess(shell: "pushtrace check '\(spec)' \(options)").exits(74)
    run.prints("FAIL A  A tag is claimed to be sent")
    let messages = run.errors.split(separator: "\n")
    #expect(messages.count == options.split(separator: "--").count)
    #expect(messages.allSatisfy { $0.contains("cannot be written: ") })
  }

  @Test func `a report that can be written is written beside one that cannot`() async throws {
    let report = folder.path("good.tap")
    try await CommandRun("check \(OutputTests.spec) --report json=/dev/full --report tap=\(report)")
      .exits(74)
    #expect(try folder.names() == ["good.tap"])
    try await CommandRun("check \(OutputTests.spec) --report tap=/dev/full --format json").exits(74)
      .prints(#""verdict":"output_lost""#)
  }

  @Test func `what the run reads is not written over`() async throws {
    let spec = try folder.write(CheckOutputsTests.failing, to: "a.spec.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("other"), withDestinationPath: "a.spec.yaml")
    for report in ["tap=\(spec)", "json=\(folder.path("other"))"] {
      try await CommandRun("check \(spec) --report \(report)").exits(64).printsError(
        "is an input of this run")
    }
    #expect(try folder.text("a.spec.yaml") == CheckOutputsTests.failing)
  }

  @Test(arguments: [
    ["--save-traces", ""], ["--report", "tap="], ["--report", "tap=a", "--report", "json=a"],
    ["--report", "tap=f/TAG-01.trace.jsonl", "--save-traces", "f"],
  ])
  func `a place that cannot be meant is wrong usage`(options: [String]) async throws {
    try await CommandRun("check \(OutputTests.spec) \(options)").exits(64)
  }

  @Test(arguments: [("a/b", "a:b"), ("Same", "same"), ("a-1", "a?1")])
  func `two scenarios whose traces have one name are refused before the run`(
    first: String, second: String
  ) async throws {
    for (index, id) in [first, second].enumerated() {
      let spec = CheckOutputsTests.failing.replacingOccurrences(of: "id: A", with: "id: '\(id)'")
      try folder.write(spec, to: "\(index).spec.yaml")
    }
    let traces = folder.path("traces")
    let run = try await CommandRun("check \(folder.url.path) --save-traces \(traces)").exits(2)
    run.printsError("error[S027]: two traces would be saved as '", "1.spec.yaml:4:", "0.spec.yaml")
    #expect(run.output.isEmpty)
    #expect(try folder.names() == ["0.spec.yaml", "1.spec.yaml"])
  }

  @Test func `a trace has a name that a folder shows and a file system takes`() async throws {
    let long = String(repeating: "ö", count: 200)
    let spec = CheckOutputsTests.failing
    try folder.write(spec.replacingOccurrences(of: "id: A", with: "id: '..'"), to: "1.spec.yaml")
    try folder.write(spec.replacingOccurrences(of: "id: A", with: "id: \(long)"), to: "2.spec.yaml")
    let traces = folder.path("traces")
    try await CommandRun("check \(folder.url.path) --save-traces \(traces)").exits(1)
    let names = try folder.names(in: "traces")
    #expect(names == ["-..trace.jsonl", String(repeating: "ö", count: 90) + ".trace.jsonl"])
  }

  /// A spec with one scenario, which fails.
  static let failing = """
    format: 1
    sdk: mobilepush
    scenarios:
      - name: A tag is claimed to be sent
        id: A
        given: { use: [registered_device] }
        steps:
          - { at: 0s, event: tag_added, with: { tag: gold }, expect: [send_registration] }

    """
}
